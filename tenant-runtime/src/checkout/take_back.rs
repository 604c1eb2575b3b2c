//! What a line created, revoked while it is being refunded, and reinstated if the refund is declined.

use jiff::Timestamp;
use platform::db::TenantWrite;

use super::books;
use super::rules::Order;
use super::rules::dispute::Dispute;
use super::rules::reversal::{Planned, Reversal};
use super::store::{disputes, reversals};
use crate::{gift_cards, gifts, wallet};

/// Takes codes, gift and the planned card value of a line back, within the transaction of the intent.
pub(super) async fn take(
    db: &mut TenantWrite,
    order: &Order,
    reversal_id: i64,
    line: &Planned,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    wallet::revoke_line(db, line.line_id, reversal_id).await?;
    gifts::revoke(db, line.line_id, now).await?;
    let transaction = books::reversal_of(order, reversal_id, now);
    gift_cards::debit_for_refund(db, line.line_id, line.off_card, &transaction).await
}

/// Undoes [`take`] for every line of a reversal of `order` that was declined.
pub(super) async fn put_back(
    db: &mut TenantWrite,
    order: &Order,
    reversal: &Reversal,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for line in reversals::sold_lines(db, reversal.order_id).await? {
        if line.reversal_id != Some(reversal.id) {
            continue;
        }
        // What a bank disputes stays taken back.
        let is_disputed = disputes::keeps_codes(db, reversal.order_id).await?;
        let is_gift = !is_disputed && gifts::restore(db, line.id, now).await?;
        if !is_gift && !is_disputed && gift_cards::waits_for_its_mail(db, line.id).await? {
            gift_cards::enqueue_mail(db, now, line.id).await?;
        }
        let transaction = books::reversal_of(order, reversal.id, now);
        gift_cards::undo_refund(db, line.id, &transaction).await?;
    }
    wallet::restore(db, reversal.id).await?;
    reversals::release_lines(db, reversal.id).await
}

/// Takes what can still be used of an order out of use, because a bank took its money back. Gift cards and clubs are left: staff
/// block and end them.
pub(super) async fn take_for_dispute(
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

/// Undoes [`take_for_dispute`] for a dispute that was won.
pub(super) async fn put_back_after_dispute(
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
