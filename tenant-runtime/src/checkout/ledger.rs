//! Double entry in minor units: the amounts of one transaction sum to zero (domain.md, section 3.1).

use jiff::Timestamp;
use platform::db::TenantWrite;

use super::rules::Order;
use super::store::lines::{self, Line};
use super::store::{ledger, orders};
use crate::gift_cards;

/// Money that lies at the processor.
const CLEARING: &str = "clearing";
const SALES: &str = "sales";
const TAX: &str = "tax";

/// What was given or taken beyond a price, such as the bonus on a gift card.
const ADJUSTMENT: &str = "adjustment";

/// Records that `order` was paid: the processor owes the merchant its total. Stored value is no sale: what its lines paid is booked
/// with each card, by [`record_card`].
pub(super) async fn record_sale(db: &mut TenantWrite, order: &Order, now: Timestamp) -> Result<(), sqlx::Error> {
    let (subtotal, taxes) = orders::amounts(db, order.id).await?;
    let cards = lines::price_of_cards(db, order.id).await?;
    let entries = [(CLEARING, subtotal + taxes), (SALES, cards - subtotal), (TAX, -taxes)];
    record(db, order, &entries, now).await
}

/// Records that a line of `order` put its value on a card: the merchant owes it to whoever holds the card.
pub(super) async fn record_card(
    db: &mut TenantWrite,
    order: &Order,
    line: &Line,
    card_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let card = gift_cards::account(card_id);
    let entries = [(card.as_str(), -line.value), (ADJUSTMENT, line.value - line.price)];
    record(db, order, &entries, now).await
}

async fn record(
    db: &mut TenantWrite,
    order: &Order,
    entries: &[(&str, i64)],
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let txn = format!("sale:{}", order.trans_record_id);
    for (account, amount) in entries.iter().filter(|(_, amount)| *amount != 0) {
        ledger::insert(db, &txn, account, *amount, order.id, now.as_millisecond()).await?;
    }
    Ok(())
}
