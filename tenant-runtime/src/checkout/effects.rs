//! Effects of an order beyond itself, each with its undo: entries in the ledger, the discount that it holds, the stock that it
//! takes, and the codes, gifts and card values of its lines. Stored value isn't a sale: a gift card books what it gains and loses.
//! After an account is deleted, purchases stay in the books. An address is kept until its goods are shipped, and a gift's recipient
//! until its order is settled.

use jiff::Timestamp;
use platform::audit;
use platform::db::TenantWrite;
use platform::http::Text;

use super::rules::dispute::Dispute;
use super::rules::refund::Planned;
use super::rules::reversal::{Reversal, ReversalState};
use super::rules::shipment::ShipmentState;
use super::rules::{Order, OrderState};
use super::store::lines::{self, Line};
use super::store::reversals::{self, SoldLine};
use super::store::{disputes, orders, parts, shipping};
use crate::error::Fault;
use crate::gift_cards::RefundCard;
use crate::ledger::Account::{Adjustment, Chargebacks, Clearing, Discounts, Disputed, Sales, Tax};
use crate::ledger::{self, Placed, Transaction};
use crate::tenant::TenantContext;
use crate::wallet::discounts;
use crate::{catalog, gift_cards, gifts, identity, offers, site, wallet};

/// Holds the discount of `order`, so that no one else can use it, kiosks included.
pub(super) async fn hold_discount(db: &mut TenantWrite, order: &Order) -> Result<(), Fault> {
    match order.discount_item_id {
        Some(item) => discounts::hold(db, item, &order.trans_record_id).await,
        None => Ok(()),
    }
}

/// Spends the discount of a paid order, and releases that of a failed one.
pub(super) async fn settle_discount(db: &mut TenantWrite, order: &Order, state: OrderState) -> Result<(), Fault> {
    match (order.discount_item_id, state) {
        (Some(item), OrderState::Paid) => discounts::spend(db, item).await,
        (Some(item), OrderState::Failed) => discounts::let_go(db, item, &order.trans_record_id).await,
        _ => Ok(()),
    }
}

/// Undoes [`settle_discount`] for an order whose discounted lines are refunded, unless the offer is withdrawn or the account deleted.
pub(super) async fn return_discount(db: &mut TenantWrite, order: &Order) -> Result<(), Fault> {
    let Some(item) = order.discount_item_id else {
        return Ok(());
    };
    discounts::give_back(db, item).await?;
    let is_gone = identity::find_account(db, order.customer_id).await?.is_none();
    if is_gone || offers::is_withdrawn(db, item).await? {
        wallet::revoke_items(db, &[item]).await?;
    }
    Ok(())
}

/// Releases the stock that a failed order had taken.
pub(super) async fn release_stock(db: &mut TenantWrite, lines: &[Line]) -> Result<(), sqlx::Error> {
    for line in lines {
        restock(db, line.id, line.product_id).await?;
    }
    Ok(())
}

/// Cancels the shipment of those of `lines` that `reversal` refunds and that were not sent. Their stock is released, and returns if the
/// refund says so.
pub(super) async fn cancel_refunded(
    db: &mut TenantWrite,
    reversal: &Reversal,
    lines: &[SoldLine],
) -> Result<(), sqlx::Error> {
    for line in lines.iter().filter(|line| line.reversal_id == Some(reversal.id)) {
        let Some(state) = line.fulfillment else { continue };
        if state.is_for_sale_again(true) {
            if reversal.options.restocks {
                restock(db, line.id, line.product_id).await?;
            } else {
                shipping::release_piece(db, line.id).await?;
            }
        }
        if state.is_waiting() {
            shipping::set_shipment_state(db, line.id, ShipmentState::Cancelled).await?;
        }
    }
    Ok(())
}

/// Returns goods to stock, before or after their refund.
pub(super) async fn take_in(db: &mut TenantWrite, line: &SoldLine) -> Result<(), sqlx::Error> {
    let reversal = match line.reversal_id {
        Some(id) => reversals::find(db, id).await?,
        None => None,
    };
    let refunded = reversal.is_some_and(|reversal| reversal.state == ReversalState::Done);
    if ShipmentState::Returned.is_for_sale_again(refunded) {
        restock(db, line.id, line.product_id).await?;
    }
    Ok(())
}

/// Only a piece that was taken for the line, and has not been put back.
async fn restock(db: &mut TenantWrite, line_id: i64, product_id: Option<i64>) -> Result<(), sqlx::Error> {
    if let Some(product_id) = product_id
        && shipping::release_piece(db, line_id).await?
    {
        catalog::put_piece_back(db, product_id).await?;
    }
    Ok(())
}

/// Revokes the codes and the gift of a line and debits the planned value from its card, within the transaction of the intent.
pub(super) async fn revoke(
    db: &mut TenantWrite,
    order: &Order,
    reversal_id: i64,
    line: &Planned,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    wallet::revoke_line(db, line.line_id, reversal_id).await?;
    gifts::revoke(db, line.line_id, now).await?;
    let transaction = reversal_of(order, reversal_id, now);
    gift_cards::debit_for_refund(db, line.line_id, line.off_card, &transaction).await
}

/// Undoes [`revoke`] for every line of a reversal of `order` that was declined.
pub(super) async fn restore(
    db: &mut TenantWrite,
    order: &Order,
    reversal: &Reversal,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for line in reversals::sold_lines(db, reversal.order_id).await? {
        if line.reversal_id != Some(reversal.id) {
            continue;
        }
        // Disputed codes stay revoked.
        let is_disputed = disputes::keeps_codes(db, reversal.order_id).await?;
        let is_gift = !is_disputed && gifts::restore(db, line.id, now).await?;
        if !is_gift && !is_disputed && gift_cards::waits_for_its_mail(db, line.id).await? {
            gift_cards::enqueue_mail(db, now, line.id).await?;
        }
        let transaction = reversal_of(order, reversal.id, now);
        gift_cards::undo_refund(db, line.id, &transaction).await?;
    }
    wallet::restore(db, reversal.id).await?;
    let split = parts::of_reversal(db, reversal.id).await?;
    reversals::release_lines(db, reversal.id).await?;
    for (part, line_id) in split {
        wallet::move_line(db, part, line_id).await?;
        parts::merge(db, (part, line_id)).await?;
    }
    Ok(())
}

/// Issues the gift card that `reversal` refunds to, and emails its number to the customer.
pub(super) async fn issue_gift_card(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    order: &Order,
    reversal: &Reversal,
) -> Result<(), Fault> {
    let now = tenant.now();
    let config = &site::config_within(tenant, db).await?.config;
    let kept = identity::kept_language(db, order.customer_id).await?;
    let name = Text::new("Refund of order {number}").with("number", order.number());
    let refund = RefundCard {
        reversal_id: reversal.id,
        name: &config.locale_kept(kept.as_deref()).say(name),
        buyer_id: order.customer_id,
        amount: reversal.amount,
    };
    let transaction = reversal_of(order, reversal.id, now);
    let card = gift_cards::issue_for_refund(db, tenant, &refund, &transaction).await?;
    Ok(gift_cards::enqueue_refund_mail(db, now, card).await?)
}

/// Revokes what can still be used of an order, because of a chargeback. Gift cards and clubs are left: staff block and end them.
pub(super) async fn revoke_for_dispute(
    db: &mut TenantWrite,
    order_id: i64,
    dispute_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for line in reversals::sold_lines(db, order_id).await? {
        if line.reversal_id.is_none() && !line.product_type.is_stored_value() {
            wallet::revoke_disputed(db, line.id, dispute_id).await?;
            gifts::revoke(db, line.id, now).await?;
        }
    }
    Ok(())
}

/// Undoes [`revoke_for_dispute`] for a dispute that was won.
pub(super) async fn restore_after_dispute(
    db: &mut TenantWrite,
    dispute: &Dispute,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for line in reversals::sold_lines(db, dispute.order_id).await? {
        if line.reversal_id.is_none() && !line.product_type.is_stored_value() {
            gifts::restore(db, line.id, now).await?;
        }
    }
    wallet::restore_disputed(db, dispute.id).await
}

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

/// Records that `reversal` of `order` returned its lines. The value of their cards was booked when it was deducted,
/// against an adjustment that the refund offsets here. The same applies to the reversal of a charge for which nothing
/// was sent, which has no lines. A gift card issued instead books its own value.
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

/// Records a chargeback of `amount` of `order`, which a bank makes before the dispute is decided.
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

/// Records the end of `dispute`: a won amount returns to the processor, a lost one is a loss. The sale stays.
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

/// Records an action on an order in the audit log.
pub(super) async fn record(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    order: &Order,
    actor: &str,
    action: &'static str,
    detail: serde_json::Value,
) -> Result<(), sqlx::Error> {
    let subject = format!("order:{}", order.id);
    let entry = audit::Entry {
        actor,
        action,
        subject: &subject,
        detail,
    };
    audit::record(db, tenant.now(), entry).await
}

/// Deletes a customer's shipping addresses, and senders and recipients of gifts, when they are no longer needed.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    lines::forget_gifts_by(db, customer_id).await?;
    for line in gifts::lines_received_by(db, customer_id).await? {
        lines::forget_gift(db, line).await?;
    }
    shipping::forget_addresses(db, customer_id).await
}

/// The same after something else was settled, for an account deleted since. An existing account keeps everything.
pub(super) async fn forget_if_deleted(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    match identity::find_account(db, customer_id).await? {
        Some(_) => Ok(()),
        None => forget(db, customer_id).await,
    }
}
