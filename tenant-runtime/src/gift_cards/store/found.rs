//! SQL of the gift card search for staff.

use jiff::Timestamp;
use platform::db::TenantRead;

use crate::gift_cards::card::{CardMovement, FoundCard, HeldAmount};

/// Gift card filters.
pub(in crate::gift_cards) struct Filter {
    /// Whether there are search criteria.
    pub(in crate::gift_cards) looks: bool,
    pub(in crate::gift_cards) number_hmac: Option<Vec<u8>>,
    pub(in crate::gift_cards) last_four: Option<String>,
    /// JSON array of customer IDs.
    pub(in crate::gift_cards) buyers: String,
    /// JSON array of order line IDs.
    pub(in crate::gift_cards) lines: String,
    pub(in crate::gift_cards) state: Option<&'static str>,
    /// Only cards with a lower ID.
    pub(in crate::gift_cards) before: Option<i64>,
    pub(in crate::gift_cards) limit: i64,
}

pub(in crate::gift_cards) async fn list(db: &mut TenantRead, filter: &Filter) -> Result<Vec<FoundCard>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT c.id AS "id!", c.name, c.last_four, c.state, c.order_line_id, c.reversal_id, c.buyer_id, c.created_at, c.mailed_at,
             (SELECT COALESCE(SUM(amount), 0) FROM gift_card_movements WHERE gift_card_id = c.id) AS "balance!: i64",
             (SELECT COALESCE(SUM(amount), 0) FROM gift_card_holds WHERE gift_card_id = c.id AND state = 'held') AS "held!: i64"
           FROM gift_cards c
           WHERE (NOT ?1 OR c.number_hmac = ?2 OR c.last_four = ?3 OR c.buyer_id IN (SELECT value FROM json_each(?4))
                  OR c.order_line_id IN (SELECT value FROM json_each(?5)))
             AND (?6 IS NULL OR c.state = ?6) AND (?7 IS NULL OR c.id < ?7)
           ORDER BY c.id DESC LIMIT ?8"#,
        filter.looks,
        filter.number_hmac,
        filter.last_four,
        filter.buyers,
        filter.lines,
        filter.state,
        filter.before,
        filter.limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(FoundCard {
                id: row.id,
                name: row.name,
                last_four: row.last_four,
                state: super::state(&row.state)?,
                balance: row.balance,
                held: row.held,
                order_line_id: row.order_line_id,
                reversal_id: row.reversal_id,
                buyer_id: row.buyer_id,
                created_at: instant(row.created_at)?,
                mailed_at: row.mailed_at.map(instant).transpose()?,
            })
        })
        .collect()
}

/// Number of matching cards.
pub(in crate::gift_cards) async fn count(db: &mut TenantRead, filter: &Filter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM gift_cards c
           WHERE (NOT ?1 OR c.number_hmac = ?2 OR c.last_four = ?3 OR c.buyer_id IN (SELECT value FROM json_each(?4))
                  OR c.order_line_id IN (SELECT value FROM json_each(?5)))
             AND (?6 IS NULL OR c.state = ?6)"#,
        filter.looks,
        filter.number_hmac,
        filter.last_four,
        filter.buyers,
        filter.lines,
        filter.state
    )
    .fetch_one(db.conn())
    .await
}

pub(in crate::gift_cards) async fn one(db: &mut TenantRead, id: i64) -> Result<Option<FoundCard>, sqlx::Error> {
    let filter = Filter {
        looks: false,
        number_hmac: None,
        last_four: None,
        buyers: "[]".to_owned(),
        lines: "[]".to_owned(),
        state: None,
        before: Some(id + 1),
        limit: 1,
    };
    let found = list(db, &filter).await?.pop();
    Ok(found.filter(|card| card.id == id))
}

/// Transactions of a card, newest first.
pub(in crate::gift_cards) async fn movements(db: &mut TenantRead, id: i64) -> Result<Vec<CardMovement>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT kind, amount, at FROM gift_card_movements WHERE gift_card_id = ? ORDER BY id DESC LIMIT 200",
        id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(CardMovement {
                kind: row.kind,
                amount: row.amount,
                at: instant(row.at)?,
            })
        })
        .collect()
}

/// Current and past holds of a card, newest first.
pub(in crate::gift_cards) async fn holds(db: &mut TenantRead, id: i64) -> Result<Vec<HeldAmount>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT amount, captured, state, location_id, held_until, created_at FROM gift_card_holds WHERE gift_card_id = ?
         ORDER BY created_at DESC LIMIT 100",
        id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(HeldAmount {
                amount: row.amount,
                captured: row.captured,
                state: row.state,
                location_id: row.location_id,
                held_until: instant(row.held_until)?,
                created_at: instant(row.created_at)?,
            })
        })
        .collect()
}

fn instant(ms: i64) -> Result<Timestamp, sqlx::Error> {
    Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()))
}
