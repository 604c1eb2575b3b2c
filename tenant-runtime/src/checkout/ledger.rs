//! Double entry in minor units: the amounts of one transaction sum to zero (docs/RULES.md#ledger).

use jiff::Timestamp;
use platform::db::TenantWrite;

use super::reversal::Reversal;
use super::rules::Order;
use super::store::lines::{self, Line};
use super::store::reversals::SoldLine;
use super::store::{ledger, orders};
use crate::gift_cards::{self, Debit};

/// Money that lies at the processor.
const CLEARING: &str = "clearing";
const SALES: &str = "sales";
const TAX: &str = "tax";

/// What was given or taken beyond a price, such as the bonus on a gift card.
const ADJUSTMENT: &str = "adjustment";

/// Records that `order` was paid: the processor owes the merchant its total. Stored value is no sale: what its lines paid is booked
/// with each card, by [`record_card`].
pub(super) async fn record_sale(db: &mut TenantWrite, order: &Order, now: Timestamp) -> Result<(), sqlx::Error> {
    let orders::Amounts { subtotal, taxes, .. } = orders::amounts(db, order.id).await?;
    let cards = lines::price_of_cards(db, order.id).await?;
    let entries = [(CLEARING, subtotal + taxes), (SALES, cards - subtotal), (TAX, -taxes)];
    record(db, order, &entries, now).await
}

/// Records that `order`, for which nothing is sold, was paid after all: the processor owes its total, which is to go back.
pub(super) async fn record_late_approval(
    db: &mut TenantWrite,
    order: &Order,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let entries = [(CLEARING, order.total), (ADJUSTMENT, -order.total)];
    write(db, &format!("late:{}", order.trans_record_id), order.id, &entries, now).await
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
    write(db, &format!("sale:{}", order.trans_record_id), order.id, entries, now).await
}

async fn write(
    db: &mut TenantWrite,
    txn: &str,
    order_id: i64,
    entries: &[(&str, i64)],
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for (account, amount) in entries.iter().filter(|(_, amount)| *amount != 0) {
        ledger::insert(db, txn, account, *amount, order_id, now.as_millisecond()).await?;
    }
    Ok(())
}

/// Records that `reversal` of `order` gave its lines back. What the cards of its lines held was booked when it was taken off
/// them, against an adjustment, which the money that went back for it meets here. So does what came too late to be a sale.
pub(super) async fn record_reversal(
    db: &mut TenantWrite,
    order: &Order,
    reversal: &Reversal,
    lines: &[SoldLine],
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (mut sales, mut taxes) = (0, 0);
    let sold = !order.state.has_failed();
    for line in lines
        .iter()
        .filter(|line| sold && line.reversal_id == Some(reversal.id))
    {
        if !line.product_type.is_stored_value() {
            sales += line.price;
        }
        taxes += line.taxes;
    }
    let entries = [
        (CLEARING, -reversal.amount),
        (SALES, sales),
        (TAX, taxes),
        (ADJUSTMENT, reversal.amount - sales - taxes),
    ];
    write(db, &format!("reversal:{}", reversal.id), order.id, &entries, now).await
}

/// Records that a reversal takes `debit` off a card: the merchant owes it no more. A negative one puts it back.
pub(super) async fn record_debit(
    db: &mut TenantWrite,
    order_id: i64,
    reversal_id: i64,
    debit: Debit,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let card = gift_cards::account(debit.card_id);
    let entries = [(card.as_str(), debit.amount), (ADJUSTMENT, -debit.amount)];
    write(db, &format!("reversal:{reversal_id}"), order_id, &entries, now).await
}
