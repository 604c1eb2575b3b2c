//! Settling: what follows from how a charge or reversal went is written in one transaction, once. What is to follow, the table in
//! [`machine`](super::rules::machine) says.

use jiff::tz::TimeZone;
use platform::audit::{self, Change};
use platform::db::TenantWrite;
use serde_json::json;

use super::actor::Actor;
use super::error::CheckoutError;
use super::forget::forget_if_deleted;
use super::origin::{self, End};
use super::rules::machine::{Act, Movement, News, Stage, age_at, next, outcome_of};
use super::rules::reversal::{self as rules, Kind, Reversal, ReversalState};
use super::rules::{Order, OrderState, TAKEN_BACK};
use super::store::{lines, orders, reversals};
use super::{books, effects, fulfil, jobs};
use crate::error::Fault;
use crate::payments::processor::{Approval, Decline, Found, Outcome};
use crate::site;
use crate::tenant::Tenant;
use crate::{identity, loyalty, payments};

/// Why an order failed whose payment was approved after its customer had left.
const ACCOUNT_DELETED: &str = "account_deleted";

/// What is heard of a charge or reversal.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) news: News,
    pub(super) outcome: Outcome,
    /// Minor units of an approval for which nothing is to be sold.
    pub(super) unsold: Option<i64>,
    /// Who found it out, if a person did.
    pub(super) actor: Option<Actor>,
}

impl Heard {
    /// The processor's own answer.
    pub(super) fn answer(outcome: Outcome) -> Self {
        Self {
            news: News::from(&outcome),
            outcome,
            unsold: None,
            actor: None,
        }
    }

    pub(super) fn look_up(found: Found) -> Self {
        Self {
            news: News::from(&found),
            outcome: outcome_of(found),
            unsold: None,
            actor: None,
        }
    }

    /// What `actor` found in the processor's console. `unsold`: minor units of an approval to reverse.
    pub(super) fn person(actor: Actor, approval: Option<Approval>, unsold: Option<i64>) -> Self {
        let (news, outcome) = match (approval, unsold) {
            // As if a look-up had found nothing: where there are look-ups, a late approval is reversed.
            (None, _) => (
                News::FoundMissing,
                Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED)),
            ),
            (Some(approval), None) => (News::FoundApproved, Outcome::Approved(approval)),
            (Some(approval), Some(_)) => (News::FoundUnsold, Outcome::Approved(approval)),
        };
        Self {
            news,
            outcome,
            unsold,
            actor: Some(actor),
        }
    }

    fn approval(&self) -> Option<&Approval> {
        match &self.outcome {
            Outcome::Approved(approval) => Some(approval),
            Outcome::Declined(_) | Outcome::Unknown(_) => None,
        }
    }
}

/// An order after news of its charge, and what is left to do.
pub(super) struct Settled {
    pub(super) order: Order,
    pub(super) act: Act,
}

/// Settles the charge of an order with what is heard of it. What was settled before stays; an approval of an order that had failed is
/// booked and reversed. `known`: the order as its customer knows it. `payment`: its reference and what is heard of it; `None`:
/// there is nothing to pay.
///
/// # Errors
/// [`CheckoutError::OtherOrderPaid`] for a transaction that paid another order, if a person names it, or [`CheckoutError::OwnOrder`].
pub(super) async fn settle_charge(
    tenant: &Tenant,
    known: &Order,
    payment: Option<(&str, &Heard)>,
) -> Result<Settled, CheckoutError> {
    let config = site::saved_config(tenant).await?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let Some((reference, heard)) = payment else {
        let order = find_order(&mut db, known.id).await?;
        if !order.state.is_unsettled() {
            return Ok(Settled { order, act: Act::Rest });
        }
        let order = Order {
            state: OrderState::Paid,
            ..order
        };
        enter(&mut db, tenant, &config.config.time_zone, &order, End::Paid).await?;
        db.commit().await?;
        return Ok(Settled {
            order,
            act: Act::Settle,
        });
    };
    let record = payments::payment(&mut db, reference).await?;
    let record = record.ok_or_else(|| Fault::internal("a payment has gone"))?;
    // A later attempt may have taken the reference over.
    let order = find_order(&mut db, record.order_id).await?;
    let heard = proven(&mut db, &order, reference, heard).await?;
    let stage = Stage::of_charge(&order, Some(record.state));
    let age = age_at(record.created_at, now);
    let (then, act) = next(Movement::Charge, stage, heard.news, age);
    let is_news = match (act, heard.approval()) {
        (Act::Settle, _) => payments::settle(&mut db, tenant, reference, &heard.outcome).await?,
        (Act::Correct, Some(approval)) => {
            let amount = heard.unsold.unwrap_or(order.total);
            correct(&mut db, tenant, &order, (reference, approval), amount).await?
        }
        _ => return Ok(Settled { order, act }),
    };
    if !is_news {
        return Ok(Settled { order, act: Act::Rest });
    }
    let was_awaited = known.waits_for_a_person(now) || order.waits_for_a_person(now);
    let (before, code) = (order.state, order.code.clone());
    let order = after(order, then, act, &heard);
    if before.is_unsettled() {
        let end = match then {
            Stage::Approved => End::Paid,
            Stage::Intent | Stage::Asked => End::InDoubt,
            Stage::Declined | Stage::NotFound => End::Failed {
                outcome: &heard.outcome,
                was_awaited,
            },
        };
        enter(&mut db, tenant, &config.config.time_zone, &order, end).await?;
    } else if order.code != code {
        orders::set_state(&mut db, order.id, order.state, &order.code, now).await?;
    }
    if let Some(actor) = heard.actor {
        let change = Change::between(
            json!({"state": before.into_str()}),
            json!({"state": order.state.into_str()}),
        );
        let change = change.with(json!({"payment": reference, "code": order.code, "takenBack": heard.unsold}));
        let subject = format!("order:{}", order.id);
        audit::note(&mut db, now, &actor.to_string(), "order_settled", &subject, change).await?;
    }
    db.commit().await?;
    Ok(Settled { order, act })
}

async fn find_order(db: &mut TenantWrite, id: i64) -> Result<Order, CheckoutError> {
    let order = orders::find_order_by_id(db, id).await?;
    order.ok_or_else(|| Fault::internal("an order has gone").into())
}

/// What is heard, as far as it is about `order`: an approval whose account is gone pays for nothing, and a transaction that paid
/// another order proves nothing.
async fn proven(db: &mut TenantWrite, order: &Order, reference: &str, heard: &Heard) -> Result<Heard, CheckoutError> {
    if let Some(actor) = heard.actor {
        actor.may_move_money_of(order)?;
    }
    let Some(approval) = heard.approval() else {
        return Ok(heard.clone());
    };
    if payments::settled_another(db, reference, &approval.transaction).await? {
        if heard.actor.is_some() {
            return Err(CheckoutError::OtherOrderPaid);
        }
        tracing::error!(
            order.id = order.id,
            "a charge was answered with the transaction of another order"
        );
        let mistaken = Outcome::Unknown("its transaction paid another order".to_owned());
        return Ok(Heard::answer(mistaken));
    }
    let is_open = order.state.is_unsettled() && heard.unsold.is_none();
    if is_open && identity::find_account(db, order.customer_id).await?.is_none() {
        return Ok(Heard {
            news: News::FoundUnsold,
            ..heard.clone()
        });
    }
    Ok(heard.clone())
}

/// The order in the state that follows.
fn after(order: Order, then: Stage, act: Act, heard: &Heard) -> Order {
    let state = match then {
        Stage::Approved => OrderState::Paid,
        Stage::Intent | Stage::Asked => OrderState::Unknown,
        Stage::Declined | Stage::NotFound => OrderState::Failed,
    };
    let code = match (&heard.outcome, act) {
        (_, Act::Correct) if heard.unsold.is_some() => TAKEN_BACK.to_owned(),
        (_, Act::Correct) if order.state.is_unsettled() => ACCOUNT_DELETED.to_owned(),
        (_, Act::Correct) => order.code,
        (Outcome::Approved(approval), _) => approval.code.clone(),
        (Outcome::Declined(decline), _) => decline.code.clone(),
        (Outcome::Unknown(_), _) => String::new(),
    };
    Order { state, code, ..order }
}

/// Writes the new state of an order that was open, and all that follows from it. `time_zone`: the site's.
async fn enter(
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
            fulfil::fulfil(db, tenant, (order, &lines), time_zone).await?;
        }
        End::Failed { .. } => effects::release_stock(db, &lines).await?,
        End::InDoubt => {}
    }
    origin::tell(db, tenant, (order, &lines), end).await?;
    if !order.state.is_unsettled() {
        jobs::withdraw_sweep(db, order.id).await?;
        forget_if_deleted(db, order.customer_id).await?;
    }
    Ok(())
}

/// Books that the charge `reference` of `order` was approved over `amount` minor units though nothing is sold for it, and has it
/// reversed after the commit. `false`: it was booked before.
async fn correct(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    (reference, approval): (&str, &Approval),
    amount: i64,
) -> Result<bool, sqlx::Error> {
    let now = tenant.now();
    if !payments::accept_late(db, tenant, reference, approval, amount).await? {
        return Ok(false);
    }
    tracing::error!(
        order.id = order.id,
        payment.reference = reference,
        amount,
        "a charge for which nothing is sold was approved"
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
            tracing::error!(order.id = order.id, "it is unknown whether a refund was made");
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
    if reversal.amount > 0
        && let Some(payment) = payments::payment_of_order(db, order.id).await?
    {
        let written = match reversal.kind {
            Kind::Void => payments::record_void(db, &payment.reference).await?,
            Kind::Refund => payments::record_refund(db, &payment.reference, reversal.amount).await?,
        };
        if !written {
            return Err(Fault::internal("more was refunded than was paid").into());
        }
    }
    let lines = reversals::sold_lines(db, order.id).await?;
    books::record_reversal(db, order, reversal, &lines, tenant.now()).await?;
    effects::cancel_refunded(db, reversal, &lines).await?;
    let refunded = lines.iter().filter(|line| line.reversal_id == Some(reversal.id));
    let refunded: Vec<i64> = refunded.map(|line| line.id).collect();
    loyalty::refunded(db, tenant, order.customer_id, order.id, &refunded).await?;
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
