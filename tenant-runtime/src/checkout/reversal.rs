//! Refunding lines of a paid order, and revoking what they created: [`reverse`] is the whole sequence.
//!
//! As with a charge, the intent is durable before the processor is asked: codes are revoked with the intent, so that no one uses
//! what is about to be refunded, and restored if the processor refuses. A reversal whose answer is lost is looked up under its
//! own reference.

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use platform::causes::Causes;
use platform::db::TenantWrite;
use platform::idempotency::Keep;
use serde_json::json;

use super::error::CheckoutError;
use super::refund_plan::{RefundPlan, RefundRequest, RefundScope, decide};
use super::rules::machine::{Act, Heard, Movement, Stage, age_at, next};
use super::rules::refund::{is_all_returned, returns_discount};
use super::rules::reversal::{Kind, NewReversal, RefundOptions, Reversal, ReversalState, has_twin};
use super::rules::{Actor, Order, OrderState};
use super::store::{orders, parts, reversals};
use super::{effects, jobs};
use crate::error::Fault;
use crate::http::Idempotency;
use crate::payments::PaymentError;
use crate::payments::processor::{Approval, Decline, Found, Outcome};
use crate::tenant::{Tenant, TenantContext};
use crate::{clubs, loyalty, payments, site};

/// Processes a refund request once per key: validates it, stores the intent, calls the processor and settles the result
/// with all its effects.
///
/// # Errors
/// [`CheckoutError::NotFound`], [`CheckoutError::RefundChanged`], or an error of [`decide`].
pub(super) async fn reverse(
    tenant: Tenant,
    request: RefundRequest,
    idempotency: Option<Idempotency>,
) -> Result<Reversal, CheckoutError> {
    let config = site::saved_config(&tenant).await?;
    let mut db = tenant.write().await?;
    if let Some(key) = &idempotency
        && let Some(earlier) = key.claim(&mut db, tenant.now(), Keep::ForGood).await?
    {
        drop(db);
        return find(&tenant, serde_json::from_str(&earlier).map_err(Fault::internal)?).await;
    }
    let order = orders::find_any_order(&mut db, &request.trans_record_id).await?;
    let order = order.ok_or(CheckoutError::NotFound)?;
    let plan = decide(&mut db, &tenant, &order, &request, &config.config.time_zone).await?;
    if request.expected_amount.is_some_and(|expected| expected != plan.amount) {
        return Err(CheckoutError::RefundChanged);
    }
    let reversal = intend(&mut db, &tenant, &order, &request, &plan).await?;
    if let Some(key) = &idempotency {
        key.finish(&mut db, &reversal.id).await?;
    }
    db.commit().await?;
    let heard = Heard::answer(ask(&tenant, &reversal).await?);
    if let Err(error) = settle(&tenant, reversal.id, &heard).await {
        settle_later(&tenant, reversal.id, heard, error);
    }
    find(&tenant, reversal.id).await
}

/// Reversal `id` in its present state.
async fn find(tenant: &Tenant, id: i64) -> Result<Reversal, CheckoutError> {
    let reversal = reversals::find(&mut tenant.read().await?, id).await?;
    reversal.ok_or_else(|| Fault::internal("a reversal is missing").into())
}

/// Stores the intent: the reversal with its lines, and its recovery job. Revokes what the lines created.
async fn intend(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    order: &Order,
    request: &RefundRequest,
    plan: &RefundPlan,
) -> Result<Reversal, CheckoutError> {
    let now = tenant.now();
    // It starts with the charge's reference, so that a search at the processor finds both.
    let payment = payments::payment_of_order(db, order.id).await?;
    let charge = payment.map(|payment| payment.reference).unwrap_or_default();
    let reference = format!("{charge}-{}", HEXLOWER.encode(&tenant.runtime.random.bytes::<6>()));
    let requested_by = request.actor.to_string();
    let new = NewReversal {
        reference: &reference,
        order_id: order.id,
        kind: plan.kind,
        amount: plan.amount,
        requested_by: &requested_by,
        options: request.options,
    };
    let reversal = reversals::insert(db, new, now).await?;
    for line in &plan.lines {
        if !reversals::claim_line(db, reversal.id, *line).await? {
            return Err(CheckoutError::ReversalInProgress);
        }
        effects::revoke(db, order, reversal.id, line, now).await?;
    }
    let lines: Vec<i64> = plan.lines.iter().map(|line| line.line_id).collect();
    let detail = json!({"reversal": reversal.id, "amount": plan.amount, "lines": lines,
        "override": request.override_reason, "refundReason": request.options.reason,
        "destination": request.options.destination, "restock": request.options.restocks,
        "endMembership": request.options.ends_membership});
    effects::record(db, tenant, order, &requested_by, "order_reversal_begun", detail).await?;
    if request.actor != Actor::System {
        // An automatic correction is recovered by the job that started it.
        jobs::enqueue_reversal_sweep(db, reversal.id, now).await?;
    }
    Ok(reversal)
}

/// Looks up a reversal at the processor, outside any transaction.
pub(super) async fn look_up(tenant: &Tenant, reversal: &Reversal) -> Result<Found, CheckoutError> {
    if !reversal.moves_charge() {
        return Ok(Found::Approved(no_transaction()));
    }
    let mut db = tenant.read().await?;
    let payment = payments::payment_of_order(&mut db, reversal.order_id).await?;
    let others = reversals::of_order(&mut db, reversal.order_id).await?;
    drop(db);
    match (payment, &reversal.reference) {
        (Some(payment), Some(reference)) => {
            let asked = asked_for(reversal, &payment.reference, reference, has_twin(reversal, &others));
            Ok(payments::look_up_reversal(tenant, asked).await?)
        }
        // Reversals of earlier versions have no reference.
        _ => Ok(Found::NoLookUp),
    }
}

/// Asks the processor, outside any transaction.
async fn ask(tenant: &Tenant, reversal: &Reversal) -> Result<Outcome, CheckoutError> {
    let payment = payments::payment_of_order(&mut tenant.read().await?, reversal.order_id).await?;
    let Some(payment) = payment.filter(|_| reversal.moves_charge()) else {
        return Ok(Outcome::Approved(no_transaction()));
    };
    let reference = reversal.reference.as_deref().unwrap_or(&payment.reference);
    let void = asked_for(reversal, &payment.reference, reference, false);
    if reversal.kind == Kind::Void {
        match payments::reverse(tenant, void).await {
            // Its day has closed after all.
            Ok(Outcome::Declined(decline)) if decline.code != Decline::UNREACHABLE => {
                let mut db = tenant.write().await?;
                reversals::become_refund(&mut db, reversal.id).await?;
                db.commit().await?;
            }
            answered => return Ok(answered.unwrap_or_else(not_sent)),
        }
    }
    let refund = payments::NewReversal {
        kind: Kind::Refund,
        ..void
    };
    let answered = payments::reverse(tenant, refund).await;
    Ok(answered.unwrap_or_else(not_sent))
}

/// Approval of a reversal that the processor has no part in.
const fn no_transaction() -> Approval {
    Approval {
        transaction: String::new(),
        code: String::new(),
        network_reference: None,
    }
}

const fn asked_for<'a>(
    reversal: &Reversal,
    payment: &'a str,
    reference: &'a str,
    has_twin: bool,
) -> payments::NewReversal<'a> {
    payments::NewReversal {
        payment,
        reference,
        kind: reversal.kind,
        amount: reversal.amount,
        has_twin,
    }
}

/// The processor wasn't called: the site no longer uses it, or there is no approved payment to reverse.
fn not_sent(error: PaymentError) -> Outcome {
    tracing::warn!(error = %Causes(&error), "failed to send a reversal to a processor");
    Outcome::Declined(Decline::hard(error.reason()))
}

/// Settles a reversal with its outcome; returns the remaining work. Settled reversals stay unchanged.
pub(super) async fn settle(tenant: &Tenant, id: i64, heard: &Heard) -> Result<Act, CheckoutError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let reversal = reversals::find(&mut db, id).await?.ok_or(CheckoutError::NotFound)?;
    let order = orders::existing(&mut db, reversal.order_id).await?;
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
                // Nothing is sold for it, but it must still be reversed.
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
    effects::record(&mut db, tenant, &order, &actor, action, detail).await?;
    if !state.is_unsettled() {
        jobs::withdraw_reversal_sweep(&mut db, id).await?;
    }
    db.commit().await?;
    Ok(act)
}

/// Effects of a successful refund: payment, ledger, goods, gift card, points, membership, order and email.
async fn take_effect(
    db: &mut TenantWrite,
    tenant: &TenantContext,
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
    effects::record_reversal(db, order, reversal, &lines, tenant.now()).await?;
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
    let refunded: Vec<i64> = refunded.iter().map(|line| line.id).collect();
    clubs::drop_refunded(db, tenant, &refunded, &reversal.requested_by).await?;
    if reversal.options.ends_membership {
        clubs::end_refunded(db, tenant, &refunded, &reversal.requested_by).await?;
    }
    effects::forget_if_deleted(db, order.customer_id).await?;
    if order.state.is_paid() {
        let lines: Vec<_> = lines.iter().map(|line| line.returned()).collect();
        let state = match (reversal.kind, is_all_returned(&lines)) {
            (_, false) => OrderState::PartiallyRefunded,
            (Kind::Void, true) => OrderState::Voided,
            (Kind::Refund, true) => OrderState::Refunded,
        };
        orders::move_on(db, order.id, state).await?;
        if returns_discount(&lines, reversal.id) {
            effects::return_discount(db, order).await?;
        }
    }
    jobs::enqueue_reversal_mail(db, reversal.id, tenant.now()).await?;
    Ok(())
}

/// Repeats the settlement of a reversal until it is saved: its answer is stored nowhere else.
fn settle_later(tenant: &Tenant, id: i64, heard: Heard, error: CheckoutError) {
    let held = tenant.clone();
    jobs::repeat(tenant, error, move |earlier| {
        tracing::error!(reversal.id = id, outcome = ?heard.outcome, error = %Causes(earlier),
            "failed to save the processor's response; retrying");
        let (tenant, heard) = (held.clone(), heard.clone());
        async move { settle(&tenant, id, &heard).await.map(drop) }
    });
}

/// Result of a try to correct a charge for which nothing is sold.
pub(super) struct Correction {
    pub(super) act: Act,
    pub(super) begun_at: Timestamp,
}

/// Reverses the whole charge of an order for which nothing is sold, or continues with that: the sequence of [`reverse`] without a
/// key, in a job that repeats it.
pub(super) async fn correct(tenant: &Tenant, order: &Order) -> Result<Correction, CheckoutError> {
    let reversals = reversals::of_order(&mut tenant.read().await?, order.id).await?;
    let (reversal, act) = match reversals.into_iter().find(|reversal| reversal.state.is_unsettled()) {
        // Staff have started a reversal, which has a separate job.
        Some(other) if other.requested_by != Actor::System.to_string() => (other, Act::Wait),
        Some(open) => {
            let act = resume(tenant, &open).await?;
            (open, act)
        }
        None => {
            let request = RefundRequest {
                trans_record_id: order.trans_record_id.clone(),
                scope: RefundScope::Rest,
                parts: Vec::new(),
                options: RefundOptions::default(),
                expected_amount: None,
                expected_refunded: None,
                override_reason: None,
                actor: Actor::System,
            };
            let config = site::saved_config(tenant).await?;
            let mut db = tenant.write().await?;
            let order = orders::existing(&mut db, order.id).await?;
            let plan = decide(&mut db, tenant, &order, &request, &config.config.time_zone).await?;
            let reversal = intend(&mut db, tenant, &order, &request, &plan).await?;
            db.commit().await?;
            let heard = Heard::answer(ask(tenant, &reversal).await?);
            let act = settle(tenant, reversal.id, &heard).await?;
            (reversal, act)
        }
    };
    Ok(Correction {
        act,
        begun_at: reversal.created_at,
    })
}

/// Continues a reversal with an unknown result: looks it up, and sends it again if the state machine allows it.
pub(super) async fn resume(tenant: &Tenant, reversal: &Reversal) -> Result<Act, CheckoutError> {
    let found = look_up(tenant, reversal).await?;
    let act = settle(tenant, reversal.id, &Heard::look_up(found)).await?;
    if act != Act::Send {
        return Ok(act);
    }
    let outcome = ask(tenant, reversal).await?;
    settle(tenant, reversal.id, &Heard::answer(outcome)).await
}
