//! Settling a reversal: payment, order, books, goods and the mail change in one transaction, once.

use jiff::Timestamp;
use platform::audit;
use platform::db::TenantWrite;
use serde_json::json;

use super::actor::Actor;
use super::error::CheckoutError;
use super::forget::forget_if_deleted;
use super::rules::reversal::{Kind, Reversal, ReversalState};
use super::rules::{Order, OrderState};
use super::store::{orders, reversals};
use super::{books, discounts, goods, jobs, take_back};
use crate::error::Fault;
use crate::payments::processor::Outcome;
use crate::tenant::Tenant;
use crate::{loyalty, payments};

/// Writes how the processor answered, and all that follows from it, in one transaction. What was settled before stays.
/// `actor`: who says so, if not the processor.
///
/// # Errors
/// When the database refuses.
pub(super) async fn settle(
    tenant: &Tenant,
    id: i64,
    outcome: &Outcome,
    actor: Option<Actor>,
) -> Result<(), CheckoutError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let reversal = reversals::find(&mut db, id).await?.ok_or(CheckoutError::NotFound)?;
    let (state, code) = match outcome {
        Outcome::Approved(approval) => (ReversalState::Done, approval.code.as_str()),
        Outcome::Declined(decline) => (ReversalState::Declined, decline.code.as_str()),
        Outcome::Unknown(_) => (ReversalState::Unknown, ""),
    };
    if !reversals::set_state(&mut db, id, state, code, now).await? {
        return Ok(());
    }
    let order = orders::find_order_by_id(&mut db, reversal.order_id)
        .await?
        .ok_or_else(|| Fault::internal("an order has gone"))?;
    let action = match state {
        ReversalState::Done => {
            take_effect(&mut db, tenant, &order, &reversal).await?;
            "order_reversal_done"
        }
        ReversalState::Declined => {
            take_back::put_back(&mut db, &order, &reversal, now).await?;
            if order.state.has_failed() {
                // Nothing is sold for it: it must be reversed all the same.
                jobs::enqueue_take_back(&mut db, order.id, now).await?;
            }
            "order_reversal_declined"
        }
        ReversalState::Initiated | ReversalState::Unknown => {
            tracing::error!(order.id = order.id, "nobody knows whether a refund was made");
            "order_reversal_unknown"
        }
    };
    let actor = actor.map_or_else(|| reversal.requested_by.clone(), |actor| actor.to_string());
    let detail = json!({"reversal": id, "amount": reversal.amount});
    record(&mut db, now, &order, &actor, action, detail).await?;
    if state != ReversalState::Unknown {
        jobs::withdraw_reversal_sweep(&mut db, id).await?;
    }
    Ok(db.commit().await?)
}

/// The refund was made: books, goods, order and mail follow.
async fn take_effect(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    reversal: &Reversal,
) -> Result<(), CheckoutError> {
    if reversal.amount > 0
        && let Some(payment) = payments::payment_of_order(db, order.id).await?
    {
        let written = match reversal.kind {
            Kind::Void => payments::record_void(db, &payment.reference).await?,
            Kind::Refund => payments::record_refund(db, &payment.reference, reversal.amount).await?,
        };
        if !written {
            return Err(Fault::internal("more was given back than was paid").into());
        }
    }
    let lines = reversals::sold_lines(db, order.id).await?;
    books::record_reversal(db, order, reversal, &lines, tenant.now()).await?;
    goods::cancel_refunded(db, reversal, &lines).await?;
    let refunded = lines.iter().filter(|line| line.reversal_id == Some(reversal.id));
    let refunded: Vec<i64> = refunded.map(|line| line.id).collect();
    loyalty::refunded(db, tenant, order.customer_id, order.id, &refunded).await?;
    forget_if_deleted(db, order.customer_id).await?;
    if order.state.is_paid() {
        let given_back: i64 = lines.iter().map(|line| line.refunded).sum();
        let all = lines.iter().all(|line| line.reversal_id.is_some()) && given_back == order.total;
        let state = match (reversal.kind, all) {
            (Kind::Void, _) => OrderState::Voided,
            (Kind::Refund, true) => OrderState::Refunded,
            (Kind::Refund, false) => OrderState::PartiallyRefunded,
        };
        orders::move_on(db, order.id, state).await?;
        if state != OrderState::PartiallyRefunded {
            discounts::give_back(db, order).await?;
        }
    }
    jobs::enqueue_reversal_mail(db, reversal.id, tenant.now()).await?;
    Ok(())
}

pub(super) async fn record(
    db: &mut TenantWrite,
    now: Timestamp,
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
    audit::record(db, now, entry).await
}
