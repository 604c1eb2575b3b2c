pub(super) mod found;
pub(super) mod holds;

use platform::db::{TenantRead, TenantWrite};

use super::rules::State;
use super::{BoughtCard, Card};

pub(super) struct NewCardRow<'a> {
    pub(super) number_hmac: &'a [u8],
    pub(super) number_sealed: &'a [u8],
    pub(super) last_four: &'a str,
    pub(super) origin: CardOrigin<'a>,
    pub(super) now: i64,
}

/// The sale or refund that issues a card.
#[derive(Clone, Copy)]
pub(super) struct CardOrigin<'a> {
    pub(super) order_line_id: Option<i64>,
    pub(super) reversal_id: Option<i64>,
    pub(super) name: &'a str,
    pub(super) buyer_id: Option<i64>,
    pub(super) in_place_of: Option<&'a str>,
}

/// ID of the new card. `None`: another card has this number.
pub(super) async fn insert(db: &mut TenantWrite, card: &NewCardRow<'_>) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO gift_cards
             (number_hmac, number_sealed, last_four, order_line_id, reversal_id, name, buyer_id, in_place_of, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number_hmac) DO NOTHING RETURNING id AS "id!""#,
        card.number_hmac,
        card.number_sealed,
        card.last_four,
        card.origin.order_line_id,
        card.origin.reversal_id,
        card.origin.name,
        card.origin.buyer_id,
        card.origin.in_place_of,
        card.now
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) struct Movement<'a> {
    pub(super) gift_card_id: i64,
    pub(super) kind: &'static str,
    /// Minor units; positive amounts increase the balance.
    pub(super) amount: i64,
    pub(super) order_line_id: Option<i64>,
    pub(super) hold_id: Option<&'a str>,
    pub(super) at: i64,
}

/// ID of the inserted movement.
pub(super) async fn insert_movement(db: &mut TenantWrite, movement: &Movement<'_>) -> Result<i64, sqlx::Error> {
    let result = sqlx::query!(
        "INSERT INTO gift_card_movements (gift_card_id, kind, amount, order_line_id, hold_id, at)
         VALUES (?, ?, ?, ?, ?, ?)",
        movement.gift_card_id,
        movement.kind,
        movement.amount,
        movement.order_line_id,
        movement.hold_id,
        movement.at
    )
    .execute(db.conn())
    .await?;
    Ok(result.last_insert_rowid())
}

pub(super) async fn find(db: &mut TenantRead, number_hmac: &[u8]) -> Result<Option<Card>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT id AS "id!", state, last_four,
             (SELECT COALESCE(SUM(amount), 0) FROM gift_card_movements WHERE gift_card_id = gift_cards.id)
               AS "balance!: i64"
           FROM gift_cards WHERE number_hmac = ?"#,
        number_hmac
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(Card {
            id: row.id,
            state: state(&row.state)?,
            balance: row.balance,
            last_four: row.last_four,
        })
    })
    .transpose()
}

pub(super) async fn by_id(db: &mut TenantRead, id: i64) -> Result<Option<Card>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT state, last_four,
             (SELECT COALESCE(SUM(amount), 0) FROM gift_card_movements WHERE gift_card_id = gift_cards.id)
               AS "balance!: i64"
           FROM gift_cards WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(Card {
            id,
            state: state(&row.state)?,
            balance: row.balance,
            last_four: row.last_four,
        })
    })
    .transpose()
}

/// Amount a line loaded onto a card.
pub(super) struct Load {
    pub(super) gift_card_id: i64,
    pub(super) is_issue: bool,
    /// Minor units.
    pub(super) amount: i64,
    /// Minor units: current balance.
    pub(super) balance: i64,
    /// Whether a terminal holds part of the card's balance.
    pub(super) is_held: bool,
    pub(super) number_sealed: Vec<u8>,
}

pub(super) async fn load_of_line(db: &mut TenantRead, order_line_id: i64) -> Result<Option<Load>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT m.gift_card_id, m.kind, m.amount, c.number_sealed,
             (SELECT SUM(amount) FROM gift_card_movements WHERE gift_card_id = c.id) AS "balance!: i64",
             EXISTS (SELECT 1 FROM gift_card_holds WHERE gift_card_id = c.id AND state = 'held') AS "is_held!: bool"
           FROM gift_card_movements m JOIN gift_cards c ON c.id = m.gift_card_id
           WHERE m.order_line_id = ? AND m.kind IN ('issue', 'reload')"#,
        order_line_id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(|row| Load {
        gift_card_id: row.gift_card_id,
        is_issue: row.kind == "issue",
        amount: row.amount,
        balance: row.balance,
        is_held: row.is_held,
        number_sealed: row.number_sealed,
    }))
}

pub(super) async fn set_state(db: &mut TenantWrite, id: i64, state: State) -> Result<(), sqlx::Error> {
    let state = state.into_str();
    sqlx::query!("UPDATE gift_cards SET state = ? WHERE id = ?", state, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Reactivates a card that the refund of its sale had voided.
pub(super) async fn revive(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE gift_cards SET state = 'active' WHERE id = ? AND state = 'void'",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A card for the email to its buyer.
pub(super) struct Mailed {
    pub(super) name: String,
    /// `None`: it was a gift.
    pub(super) buyer_id: Option<i64>,
    pub(super) state: State,
    pub(super) is_mailed: bool,
    /// Last four digits of the card that was to be reloaded instead.
    pub(super) in_place_of: Option<String>,
}

pub(super) async fn mailed(db: &mut TenantRead, order_line_id: i64) -> Result<Option<Mailed>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT name, in_place_of, buyer_id, state, mailed_at FROM gift_cards WHERE order_line_id = ?",
        order_line_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(Mailed {
            name: row.name,
            buyer_id: row.buyer_id,
            state: state(&row.state)?,
            is_mailed: row.mailed_at.is_some(),
            in_place_of: row.in_place_of,
        })
    })
    .transpose()
}

/// A refund's card for the email to its customer.
pub(super) struct MailedRefund {
    pub(super) name: String,
    pub(super) buyer_id: Option<i64>,
    pub(super) state: State,
    pub(super) is_mailed: bool,
    pub(super) number_sealed: Vec<u8>,
    /// Minor units at issue.
    pub(super) value: i64,
}

pub(super) async fn mailed_refund(db: &mut TenantRead, id: i64) -> Result<Option<MailedRefund>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT c.name, c.buyer_id, c.state, c.mailed_at, c.number_sealed, m.amount
           FROM gift_cards c JOIN gift_card_movements m ON m.gift_card_id = c.id AND m.kind = 'issue'
           WHERE c.id = ? AND c.reversal_id IS NOT NULL"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(MailedRefund {
            name: row.name,
            buyer_id: row.buyer_id,
            state: state(&row.state)?,
            is_mailed: row.mailed_at.is_some(),
            number_sealed: row.number_sealed,
            value: row.amount,
        })
    })
    .transpose()
}

/// Records that the number of a refund's card reached the customer's mail server. The first time is kept.
pub(super) async fn set_refund_mailed(db: &mut TenantWrite, id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE gift_cards SET mailed_at = COALESCE(mailed_at, ?) WHERE id = ?",
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// ID and last four digits of the card issued by a refund.
pub(super) async fn issued_by_refund(
    db: &mut TenantRead,
    reversal_id: i64,
) -> Result<Option<(i64, String)>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT id AS "id!", last_four FROM gift_cards WHERE reversal_id = ?"#,
        reversal_id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(|row| (row.id, row.last_four)))
}

/// Records that a card's number reached its buyer's mail server. The first time is kept.
pub(super) async fn set_mailed(db: &mut TenantWrite, order_line_id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE gift_cards SET mailed_at = COALESCE(mailed_at, ?) WHERE order_line_id = ?",
        now,
        order_line_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Cards that a customer bought for themselves, newest first.
pub(super) async fn bought_by(db: &mut TenantRead, customer_id: i64) -> Result<Vec<BoughtCard>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT c.last_four, c.state, c.created_at,
             (SELECT COALESCE(SUM(amount), 0) FROM gift_card_movements WHERE gift_card_id = c.id) AS "balance!: i64"
           FROM gift_cards c WHERE c.buyer_id = ? ORDER BY c.id DESC"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(BoughtCard {
                last_four: row.last_four,
                state: row.state,
                balance: row.balance,
                bought: jiff::Timestamp::from_millisecond(row.created_at)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
            })
        })
        .collect()
}

fn state(text: &str) -> Result<State, sqlx::Error> {
    text.parse()
        .map_err(|_| sqlx::Error::Decode(format!("gift card state {text}").into()))
}

/// Amount that refunds of a line deducted from its card and didn't restore.
pub(super) async fn debited_of_line(db: &mut TenantRead, order_line_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COALESCE(-SUM(amount), 0) AS "amount!: i64" FROM gift_card_movements
           WHERE order_line_id = ? AND kind IN ('refund', 'adjust')"#,
        order_line_id
    )
    .fetch_one(db.conn())
    .await
}
