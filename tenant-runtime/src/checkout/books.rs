//! What orders book in the ledger. Stored value is no sale: a gift card books what came onto it and left it.

use jiff::Timestamp;
use platform::db::TenantWrite;

use super::rules::Order;
use super::rules::dispute::Dispute;
use super::rules::reversal::Reversal;
use super::store::reversals::SoldLine;
use super::store::{lines, orders};
use crate::ledger::Account::{Adjustment, Chargebacks, Clearing, Discounts, Disputed, Sales, Tax};
use crate::ledger::{self, Placed, Transaction};

/// The transaction of the payment of `order`.
pub(super) fn sale_of(order: &Order, now: Timestamp) -> Transaction {
    Transaction::sale(&order.trans_record_id, placed(order), now)
}

/// The transaction of a reversal of `order`.
pub(super) fn reversal_of(order: &Order, reversal_id: i64, now: Timestamp) -> Transaction {
    Transaction::reversal(reversal_id, placed(order), now)
}

const fn placed(order: &Order) -> Placed {
    Placed {
        id: order.id,
        location_id: order.location_id,
    }
}

/// Records that `order` was paid: the processor owes the merchant its total.
pub(super) async fn record_sale(db: &mut TenantWrite, order: &Order, now: Timestamp) -> Result<(), sqlx::Error> {
    let orders::Amounts {
        subtotal,
        discount,
        taxes,
        ..
    } = orders::amounts(db, order.id).await?;
    let cards = lines::price_of_cards(db, order.id).await?;
    let amounts = [
        (Clearing, subtotal + taxes),
        (Sales, cards - subtotal - discount),
        (Discounts, discount),
        (Tax, -taxes),
    ];
    ledger::post(db, &sale_of(order, now), &amounts).await
}

/// Records that `order`, for which nothing is sold, was charged after all: the processor owes `amount` until the reversal.
pub(super) async fn record_late_approval(
    db: &mut TenantWrite,
    order: &Order,
    amount: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let transaction = Transaction::late(&order.trans_record_id, placed(order), now);
    ledger::post(db, &transaction, &[(Clearing, amount), (Adjustment, -amount)]).await
}

/// Records that `reversal` of `order` gave its lines back. What the cards of its lines held was booked when it was taken off
/// them, against an adjustment, which its refund meets here. So does that of a charge for which nothing was
/// sold, whose reversal has no lines. The value of a gift card that is issued instead is booked with the card.
pub(super) async fn record_reversal(
    db: &mut TenantWrite,
    order: &Order,
    reversal: &Reversal,
    lines: &[SoldLine],
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (mut sales, mut discounts, mut taxes) = (0, 0, 0);
    for line in lines.iter().filter(|line| line.reversal_id == Some(reversal.id)) {
        if !line.product_type.is_stored_value() {
            sales += line.price + line.discount;
        }
        discounts += line.discount;
        taxes += line.taxes;
    }
    let amounts = [
        (Clearing, if reversal.moves_charge() { -reversal.amount } else { 0 }),
        (Sales, sales),
        (Discounts, -discounts),
        (Tax, taxes),
        (Adjustment, reversal.amount + discounts - sales - taxes),
    ];
    ledger::post(db, &reversal_of(order, reversal.id, now), &amounts).await
}

/// Records that a bank took `amount` of `order` back, as banks do before anybody has decided.
pub(super) async fn record_dispute(
    db: &mut TenantWrite,
    order: &Order,
    dispute_id: i64,
    amount: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let transaction = Transaction::dispute(dispute_id, placed(order), now);
    ledger::post(db, &transaction, &[(Clearing, -amount), (Disputed, amount)]).await
}

/// Records how `dispute` ended: what is won lies at the processor again, what is lost is a loss. What was sold stays sold.
pub(super) async fn record_dispute_end(
    db: &mut TenantWrite,
    order: &Order,
    dispute: &Dispute,
    is_won: bool,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let transaction = Transaction::dispute_end(dispute.id, placed(order), now);
    let to = if is_won { Clearing } else { Chargebacks };
    ledger::post(db, &transaction, &[(Disputed, -dispute.amount), (to, dispute.amount)]).await
}
