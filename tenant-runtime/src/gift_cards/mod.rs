//! Gift cards: stored value, spent by its number (docs/RULES.md#gift-cards).

mod admin;
mod balance;
mod card;
mod found;
mod jobs;
mod release;
pub mod rules;
mod spend;
mod store;

pub use card::{CardMovement, FoundCard, HeldAmount};
pub use found::{Sought, find_cards, history_of, look_up};
pub use jobs::{enqueue_mail, enqueue_mail_again, enqueue_refund_mail, enqueue_refund_mail_again, register_jobs};
pub use rules::hold::{Spender, Wanted};
pub use spend::{authorize, capture, find_hold, void};

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::keys::{Purpose, SiteKeys};
use platform::random::Random;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Fault;
use crate::http::{Captcha, Policy, Routes, limits, routes};
use crate::ledger::{self, Account, Transaction};
use crate::tenant::TenantContext;
use rules::State;
use store::{CardOrigin, Movement, NewCardRow};

/// For finding a card without storing its number.
const NUMBER_LOOKUP: Purpose = Purpose("gift-card-number-lookup");
/// For showing its number to its buyer.
const NUMBER_DISPLAY: Purpose = Purpose("gift-card-number-display");
/// Context of a sealed number.
const NUMBER_PLACE: &str = "gift_cards/number";

/// A card of this site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub id: i64,
    pub state: State,
    /// Minor units, never negative.
    pub balance: i64,
    pub last_four: String,
}

impl Card {
    /// Whether it can be spent and reloaded.
    pub fn is_in_use(&self) -> bool {
        self.state == State::Active
    }

    /// Whether `value` more may be put on it.
    pub fn takes(&self, value: i64) -> bool {
        self.is_in_use() && rules::has_room(self.balance, value)
    }
}

/// Value that a paid line loads onto a card.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    pub order_line_id: i64,
    /// Minor units.
    pub value: i64,
    /// Price paid in minor units.
    pub price: i64,
}

/// A card to be issued for a paid line.
#[derive(Clone, Copy, Debug)]
pub struct NewCard<'a> {
    pub load: Load,
    /// Name at the time of sale.
    pub name: &'a str,
    /// Customer who gets the number by email. `None` for a gift.
    pub buyer_id: Option<i64>,
    /// Last four digits of the card that was to be reloaded instead.
    pub in_place_of: Option<&'a str>,
}

/// A card to be issued instead of a refund to a payment card.
#[derive(Clone, Copy, Debug)]
pub struct RefundCard<'a> {
    pub reversal_id: i64,
    pub name: &'a str,
    /// Customer who gets its number by email.
    pub buyer_id: i64,
    /// Minor units, above zero.
    pub amount: i64,
}

/// Gift card in its buyer's data export.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoughtCard {
    pub last_four: String,
    pub state: String,
    /// Minor units.
    pub balance: i64,
    #[schema(value_type = String, format = DateTime)]
    pub bought: Timestamp,
}

pub fn routes() -> Routes {
    let checks = Policy::optional(limits::GIFT_CARD_BALANCE)
        .captcha(Captcha::WithoutToken)
        .team_only_while_closed();
    Routes::default()
        .call(routes!(balance::check_balance), checks.answers_while_held())
        .call(routes!(balance::get_balance), checks)
        .and(admin::routes())
}

/// Issues a card within the transaction of its sale, and books its value and price on `sale`.
pub async fn issue(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    new: &NewCard<'_>,
    sale: &Transaction,
) -> Result<(), Fault> {
    let origin = CardOrigin {
        order_line_id: Some(new.load.order_line_id),
        reversal_id: None,
        name: new.name,
        buyer_id: new.buyer_id,
        in_place_of: new.in_place_of,
    };
    let id = insert(db, tenant, origin, sale.at()).await?;
    Ok(fill(db, id, "issue", new.load, sale).await?)
}

/// Issues a card within the transaction of a refund, and books its value on `reversal`. Returns its ID.
///
/// # Errors
/// The database fails, or the refund has already issued a card.
pub async fn issue_for_refund(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    refund: &RefundCard<'_>,
    reversal: &Transaction,
) -> Result<i64, Fault> {
    let origin = CardOrigin {
        order_line_id: None,
        reversal_id: Some(refund.reversal_id),
        name: refund.name,
        buyer_id: Some(refund.buyer_id),
        in_place_of: None,
    };
    let id = insert(db, tenant, origin, reversal.at()).await?;
    let movement = Movement {
        gift_card_id: id,
        kind: "issue",
        amount: refund.amount,
        order_line_id: None,
        hold_id: None,
        at: reversal.at().as_millisecond(),
    };
    store::insert_movement(db, &movement).await?;
    ledger::post(db, reversal, &[(Account::GiftCard(id), -refund.amount)]).await?;
    Ok(id)
}

/// Draws a number for a new card; returns the ID of the card.
async fn insert(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    origin: CardOrigin<'_>,
    now: Timestamp,
) -> Result<i64, Fault> {
    // Seventeen random digits hardly ever collide; another draw helps.
    for _ in 0..4 {
        let number = new_number(tenant.keys(), &*tenant.runtime.random);
        let row = NewCardRow {
            number_hmac: &number.lookup,
            number_sealed: &number.sealed,
            last_four: &number.last_four,
            origin,
            now: now.as_millisecond(),
        };
        if let Some(id) = store::insert(db, &row).await? {
            return Ok(id);
        }
    }
    Err(Fault::internal("no free gift card number was found"))
}

/// A new card's number as the tables keep it.
pub struct NewNumber {
    pub lookup: [u8; 32],
    pub sealed: Vec<u8>,
    pub last_four: String,
}

/// Draws a number. It may be taken already.
pub fn new_number(keys: &SiteKeys, random: &dyn Random) -> NewNumber {
    let number = rules::new_number(random);
    NewNumber {
        lookup: keys.hmac(NUMBER_LOOKUP, number.as_bytes()),
        sealed: keys.seal(NUMBER_DISPLAY, NUMBER_PLACE, number.as_bytes()),
        last_four: number[number.len() - 4..].to_owned(),
    }
}

/// Loads the value of a paid line onto a card that [accepts](Card::takes) it, and books it on `sale`.
pub async fn reload(db: &mut TenantWrite, card_id: i64, load: Load, sale: &Transaction) -> Result<(), sqlx::Error> {
    fill(db, card_id, "reload", load, sale).await
}

async fn fill(
    db: &mut TenantWrite,
    card_id: i64,
    kind: &'static str,
    load: Load,
    sale: &Transaction,
) -> Result<(), sqlx::Error> {
    if load.value != 0 {
        let movement = Movement {
            gift_card_id: card_id,
            kind,
            amount: load.value,
            order_line_id: Some(load.order_line_id),
            hold_id: None,
            at: sale.at().as_millisecond(),
        };
        store::insert_movement(db, &movement).await?;
    }
    // The merchant owes the value to the bearer of the card.
    let amounts = [
        (Account::GiftCard(card_id), -load.value),
        (Account::Adjustment, load.value - load.price),
    ];
    ledger::post(db, sale, &amounts).await
}

/// The card with this number, which was validated by [`rules::parse_number`].
pub async fn find(db: &mut TenantRead, tenant: &TenantContext, number: &str) -> Result<Option<Card>, sqlx::Error> {
    store::find(db, &lookup(tenant, number)).await
}

/// Amount a line loaded onto a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    pub card_id: i64,
    /// Minor units.
    pub amount: i64,
    /// Current value of all loads in minor units.
    pub balance: i64,
    /// Whether a terminal holds part of the card's balance.
    pub is_held: bool,
}

/// Value that a line loaded onto a card. `None` if it loaded none.
pub async fn load_of_line(db: &mut TenantRead, order_line_id: i64) -> Result<Option<Loaded>, sqlx::Error> {
    let load = store::load_of_line(db, order_line_id).await?;
    Ok(load.map(|load| Loaded {
        card_id: load.gift_card_id,
        amount: load.amount,
        balance: load.balance,
        is_held: load.is_held,
    }))
}

/// Deducts `amount` of a refunded line's value from its card, up to [`rules::refundable`], and books it on `reversal`.
/// A card sold with the line is voided when nothing is left. Does nothing for lines without a card.
pub async fn debit_for_refund(
    db: &mut TenantWrite,
    order_line_id: i64,
    amount: i64,
    reversal: &Transaction,
) -> Result<(), sqlx::Error> {
    let Some(load) = store::load_of_line(db, order_line_id).await? else {
        return Ok(());
    };
    move_for_refund(db, load.gift_card_id, order_line_id, -amount, reversal).await?;
    if load.is_issue && amount == load.balance {
        store::set_state(db, load.gift_card_id, State::Void).await?;
    }
    Ok(())
}

/// Restores the value that [`debit_for_refund`] deducted, because the processor declined the refund. Books it on
/// `reversal`.
pub async fn undo_refund(db: &mut TenantWrite, order_line_id: i64, reversal: &Transaction) -> Result<(), sqlx::Error> {
    let Some(load) = store::load_of_line(db, order_line_id).await? else {
        return Ok(());
    };
    let amount = store::debited_of_line(db, order_line_id).await?;
    move_for_refund(db, load.gift_card_id, order_line_id, amount, reversal).await?;
    store::revive(db, load.gift_card_id).await
}

/// `amount`: negative for a refund, positive for one that was declined.
async fn move_for_refund(
    db: &mut TenantWrite,
    card_id: i64,
    order_line_id: i64,
    amount: i64,
    reversal: &Transaction,
) -> Result<(), sqlx::Error> {
    if amount == 0 {
        return Ok(());
    }
    let movement = Movement {
        gift_card_id: card_id,
        kind: if amount < 0 { "refund" } else { "adjust" },
        amount,
        order_line_id: Some(order_line_id),
        hold_id: None,
        at: reversal.at().as_millisecond(),
    };
    store::insert_movement(db, &movement).await?;
    let amounts = [(Account::GiftCard(card_id), -amount), (Account::Adjustment, amount)];
    ledger::post(db, reversal, &amounts).await
}

/// Whether the number of the card sold with a line still needs to be emailed to its buyer.
pub async fn waits_for_its_mail(db: &mut TenantRead, order_line_id: i64) -> Result<bool, sqlx::Error> {
    let card = store::mailed(db, order_line_id).await?;
    Ok(card.is_some_and(|card| !card.is_mailed))
}

/// Number and value in minor units of the card sold with a line.
///
/// # Errors
/// The database fails, or the number can't be decrypted.
pub async fn sold_with(
    tenant: &TenantContext,
    db: &mut TenantRead,
    order_line_id: i64,
) -> Result<Option<(String, i64)>, Fault> {
    let Some(load) = store::load_of_line(db, order_line_id).await? else {
        return Ok(None);
    };
    Ok(Some((open_number(tenant, &load.number_sealed)?, load.amount)))
}

/// Whether the number of a card can be read from `sealed`, found by `lookup`, and ends in `last_four`.
pub fn is_readable(keys: &SiteKeys, (lookup, sealed): (&[u8], &[u8]), last_four: &str) -> bool {
    let number = keys.open(NUMBER_DISPLAY, NUMBER_PLACE, sealed);
    number.is_ok_and(|number| keys.hmac(NUMBER_LOOKUP, &number) == lookup && number.ends_with(last_four.as_bytes()))
}

fn open_number(tenant: &TenantContext, sealed: &[u8]) -> Result<String, Fault> {
    let number = tenant
        .keys()
        .open(NUMBER_DISPLAY, NUMBER_PLACE, sealed)
        .map_err(Fault::internal)?;
    String::from_utf8(number).map_err(Fault::internal)
}

/// ID and last four digits of the card that a refund issued, if any.
pub async fn issued_by_refund(db: &mut TenantRead, reversal_id: i64) -> Result<Option<(i64, String)>, sqlx::Error> {
    store::issued_by_refund(db, reversal_id).await
}

/// Cards that a customer bought for themselves, newest first.
pub async fn bought_by(db: &mut TenantRead, customer_id: i64) -> Result<Vec<BoughtCard>, sqlx::Error> {
    store::bought_by(db, customer_id).await
}

fn lookup(tenant: &TenantContext, number: &str) -> [u8; 32] {
    tenant.keys().hmac(NUMBER_LOOKUP, number.as_bytes())
}
