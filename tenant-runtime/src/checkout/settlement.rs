//! What follows from a charge or reversal that is settled, in the one transaction that settles it: books, goods, everyone
//! concerned.

use jiff::tz::TimeZone;
use platform::audit;
use platform::db::TenantWrite;
use serde_json::json;

use super::actor::Actor;
use super::customer_orders::forget_if_deleted;
use super::error::CheckoutError;
use super::fulfil::fulfil;
use super::rules::machine::{Act, Heard, Movement, Stage, age_at, next};
use super::rules::reversal::{self as rules, Kind, Reversal, ReversalState};
use super::rules::{Order, OrderState, Origin};
use super::store::lines::{self, Line};
use super::store::{orders, parts, reversals};
use super::{books, effects, jobs};
use crate::domain::{self, Event, Failure, RenewalOrder};
use crate::error::Fault;
use crate::notifications::inbox::{self, About, Notice};
use crate::payments::processor::{Approval, Decline, DeclineKind, Outcome};
use crate::tenant::Tenant;
use crate::{clubs, loyalty, payments};

/// Result of the charge of an order.
#[derive(Clone, Copy)]
pub(super) enum End<'a> {
    Paid,
    /// `outcome`: of the charge. `was_awaited`: whether the customer was told to wait for an email.
    Failed {
        outcome: &'a Outcome,
        was_awaited: bool,
    },
    InDoubt,
}

/// Writes the new state of an order that was open, and all that follows from it. `time_zone`: the site's.
pub(super) async fn enter(
    db: &mut TenantWrite,
    tenant: &Tenant,
    time_zone: &TimeZone,
    order: &Order,
    end: End<'_>,
) -> Result<(), CheckoutError> {
    let now = tenant.now();
    orders::set_state(db, order.id, order.state, &order.code, now).await?;
    effects::settle_discount(db, order, order.state).await?;
    let lines = lines::of_order(db, order.id).await?;
    match end {
        End::Paid => {
            books::record_sale(db, order, now).await?;
            fulfil(db, tenant, (order, &lines), time_zone).await?;
        }
        End::Failed { .. } => effects::release_stock(db, &lines).await?,
        End::InDoubt => {}
    }
    tell(db, tenant, (order, &lines), end).await?;
    if !order.state.is_unsettled() {
        jobs::withdraw_sweep(db, order.id).await?;
        forget_if_deleted(db, order.customer_id).await?;
    }
    Ok(())
}

/// Books that the charge `reference` of `order` was approved over `amount` minor units though nothing is sold for it, and has it
/// reversed after the commit. `false`: it was booked before.
pub(super) async fn correct(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    (reference, approval): (&str, &Approval),
    amount: i64,
) -> Result<bool, sqlx::Error> {
    let now = tenant.now();
    if !payments::accept_late(db, reference, approval, amount, now).await? {
        return Ok(false);
    }
    tracing::error!(
        order.id = order.id,
        payment.reference = reference,
        amount,
        "a charge without a sale was approved"
    );
    books::record_late_approval(db, order, amount, now).await?;
    let detail = json!({"payment": reference, "amount": amount});
    record(
        db,
        tenant,
        order,
        &Actor::System.to_string(),
        "order_approved_late",
        detail,
    )
    .await?;
    jobs::enqueue_take_back(db, order.id, now).await?;
    Ok(true)
}

/// Tells everyone concerned how the charge of `order` went, within the transaction that settles it.
async fn tell(
    db: &mut TenantWrite,
    tenant: &Tenant,
    (order, lines): (&Order, &[Line]),
    end: End<'_>,
) -> Result<(), Fault> {
    let now = tenant.now();
    match (order.origin, end) {
        (Origin::Shop, End::Paid) => Ok(jobs::enqueue_receipt(db, order.id, now).await?),
        (Origin::Kiosk, End::Paid) => {
            let subject = format!("order:{}", order.id);
            let about = About {
                subject: Some(&subject),
                name: lines.first().map(|line| line.name.as_str()),
                recipient: None,
            };
            inbox::notify_about(db, order.customer_id, Notice::PaidAtKiosk, about, now).await?;
            domain::publish(db, tenant, Event::KioskOrderPaid { order_id: order.id }).await?;
            Ok(jobs::enqueue_receipt(db, order.id, now).await?)
        }
        (Origin::Shop | Origin::Kiosk, End::Failed { was_awaited: true, .. }) => {
            Ok(jobs::enqueue_failure_mail(db, order.id, now).await?)
        }
        (Origin::Shop | Origin::Kiosk, End::Failed { .. } | End::InDoubt) => Ok(()),
        (Origin::Renewal, end) => {
            if let Some(renewal) = renewal_of(db, order).await? {
                let event = match end {
                    End::Paid => Event::RenewalPaid(renewal),
                    End::InDoubt => Event::RenewalInDoubt(renewal),
                    End::Failed { outcome, .. } => Event::RenewalFailed(renewal, failure(outcome)),
                };
                domain::publish(db, tenant, event).await?;
            }
            match end {
                End::Paid => Ok(jobs::enqueue_receipt(db, order.id, now).await?),
                End::Failed { .. } | End::InDoubt => Ok(()),
            }
        }
    }
}

/// The membership that a renewal's order renews. An order that an earlier build wrote doesn't name it: the month that it charges
/// knows the membership.
async fn renewal_of(db: &mut TenantWrite, order: &Order) -> Result<Option<RenewalOrder>, Fault> {
    let Some(row) = orders::renewal(db, order.id).await? else {
        return Ok(None);
    };
    let order_line_id = row.order_line_id;
    let membership_id = match row.membership_id {
        Some(id) => Some(id),
        None => clubs::membership_charged_with(db, order_line_id).await?,
    };
    Ok(membership_id.map(|membership_id| RenewalOrder {
        membership_id,
        order_line_id,
    }))
}

fn failure(outcome: &Outcome) -> Failure {
    let Outcome::Declined(decline) = outcome else {
        // Approved, and reversed.
        return Failure::Soft;
    };
    match (decline.code.as_str(), decline.kind) {
        (Decline::UNREACHABLE | Decline::NOT_PROCESSED, _) => Failure::Unreachable,
        (Decline::NOT_SENT, _) => Failure::NotAsked,
        (_, DeclineKind::Soft) => Failure::Soft,
        (_, DeclineKind::Hard) => Failure::Hard,
    }
}

pub(super) async fn find_order(db: &mut TenantWrite, id: i64) -> Result<Order, CheckoutError> {
    let order = orders::find_order_by_id(db, id).await?;
    order.ok_or_else(|| Fault::internal("an order is missing").into())
}

/// Settles a reversal with what is heard of it; returns what is left to do. What was settled before stays.
///
/// # Errors
/// When the database refuses.
pub(super) async fn settle_reversal(tenant: &Tenant, id: i64, heard: &Heard) -> Result<Act, CheckoutError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let reversal = reversals::find(&mut db, id).await?.ok_or(CheckoutError::NotFound)?;
    let order = find_order(&mut db, reversal.order_id).await?;
    let payment = payments::payment_of_order(&mut db, order.id).await?;
    let charged = payment.as_ref().map_or(0, |payment| payment.amount);
    let stage = Stage::of_reversal(reversal.state, &reversal.code);
    let age = age_at(reversal.created_at, now);
    let must_succeed = order.state.has_failed() || reversal.requested_by == Actor::System.to_string();
    let movement = Movement::of(&reversal, charged, must_succeed);
    let (then, act) = next(movement, stage, heard.news, age);
    let (state, action) = match then {
        Stage::Approved => (ReversalState::Done, "order_reversal_done"),
        Stage::Declined | Stage::NotFound => (ReversalState::Declined, "order_reversal_declined"),
        Stage::Intent | Stage::Asked => (ReversalState::Unknown, "order_reversal_unknown"),
    };
    if then == stage {
        return Ok(act);
    }
    let code = match &heard.outcome {
        Outcome::Approved(approval) => approval.code.as_str(),
        Outcome::Declined(decline) if !state.is_unsettled() => decline.code.as_str(),
        Outcome::Declined(_) | Outcome::Unknown(_) => "",
    };
    if !reversals::set_state(&mut db, id, state, code, now).await? {
        return Ok(Act::Rest);
    }
    match state {
        ReversalState::Done => take_effect(&mut db, tenant, &order, &reversal).await?,
        ReversalState::Declined => {
            effects::restore(&mut db, &order, &reversal, now).await?;
            if order.state.has_failed() {
                // Nothing is sold for it: it must be reversed all the same.
                jobs::enqueue_take_back(&mut db, order.id, now).await?;
            }
        }
        ReversalState::Initiated | ReversalState::Unknown => {
            tracing::error!(order.id = order.id, "refund status unknown");
        }
    }
    let actor = heard
        .actor
        .map_or_else(|| reversal.requested_by.clone(), |actor| actor.to_string());
    let detail = json!({"reversal": id, "amount": reversal.amount});
    record(&mut db, tenant, &order, &actor, action, detail).await?;
    if !state.is_unsettled() {
        jobs::withdraw_reversal_sweep(&mut db, id).await?;
    }
    db.commit().await?;
    Ok(act)
}

/// The refund was made: books, goods, order and email follow.
async fn take_effect(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    reversal: &Reversal,
) -> Result<(), CheckoutError> {
    if reversal.moves_charge()
        && let Some(payment) = payments::payment_of_order(db, order.id).await?
    {
        let written = match reversal.kind {
            Kind::Void => payments::record_void(db, &payment.reference).await?,
            Kind::Refund => payments::record_refund(db, &payment.reference, reversal.amount).await?,
        };
        if !written {
            return Err(Fault::internal("the refund exceeds the payment").into());
        }
    }
    let lines = reversals::sold_lines(db, order.id).await?;
    books::record_reversal(db, order, reversal, &lines, tenant.now()).await?;
    effects::cancel_refunded(db, reversal, &lines).await?;
    if reversal.issues_gift_card() {
        effects::issue_gift_card(db, tenant, order, reversal).await?;
    }
    let mut refunded = Vec::new();
    for line in lines.iter().filter(|line| line.reversal_id == Some(reversal.id)) {
        let split = parts::split_line(db, line.part_of.unwrap_or(line.id)).await?;
        refunded.push(loyalty::RefundedLine {
            id: line.id,
            // The last of a line returns all of its points, free lines included.
            kept: if line.part_of.is_none() { 0 } else { split.kept },
            sold: split.sold,
            lines: split.lines,
        });
    }
    loyalty::refunded(db, tenant, order.customer_id, order.id, &refunded).await?;
    if reversal.options.ends_membership {
        let refunded: Vec<i64> = refunded.iter().map(|line| line.id).collect();
        clubs::end_refunded(db, tenant, &refunded, &reversal.requested_by).await?;
    }
    forget_if_deleted(db, order.customer_id).await?;
    if order.state.is_paid() {
        let lines: Vec<_> = lines.iter().map(|line| line.returned()).collect();
        let state = match (reversal.kind, rules::is_all_returned(&lines)) {
            (_, false) => OrderState::PartiallyRefunded,
            (Kind::Void, true) => OrderState::Voided,
            (Kind::Refund, true) => OrderState::Refunded,
        };
        orders::move_on(db, order.id, state).await?;
        if rules::returns_discount(&lines, reversal.id) {
            effects::return_discount(db, order).await?;
        }
    }
    jobs::enqueue_reversal_mail(db, reversal.id, tenant.now()).await?;
    Ok(())
}

pub(super) async fn record(
    db: &mut TenantWrite,
    tenant: &Tenant,
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
