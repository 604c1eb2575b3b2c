//! Refunding lines of a paid order, and revoking what they created.
//!
//! As with a charge, the intent is durable before the processor is called, and nothing is ever sent twice: codes are revoked
//! with the intent, so that nobody uses what is about to be refunded, and come back if the processor refuses.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::causes::Causes;
use platform::db::TenantWrite;
use platform::idempotency::Keep;
use serde_json::json;

use super::actor::Actor;
use super::error::CheckoutError;
use super::rules::Order;
use super::rules::reversal::{self as rules, Kind, Planned, Refusal, Returnable, Reversal, ReversalState};
use super::settle_reversal::record;
use super::store::{orders, reversals};
use super::written::settle_reversal_for_sure;
use super::{disputes, jobs, settle_reversal, take_back};
use crate::error::Fault;
use crate::http::Idempotency;
use crate::payments::processor::{Approval, Decline, Outcome};
use crate::payments::{PaymentError, PaymentState};
use crate::site;
use crate::tenant::Tenant;
use crate::{gift_cards, payments, wallet};

/// What is to be refunded.
pub(super) enum Wanted {
    /// Whatever was not refunded yet.
    Rest,
    Lines(Vec<i64>),
}

/// A request for a refund.
pub(super) struct ReversalRequest {
    pub(super) trans_record_id: String,
    pub(super) wanted: Wanted,
    /// Why also what was used or sent; `None`: only what was not.
    pub(super) override_reason: Option<String>,
    pub(super) actor: Actor,
}

/// Refunds what is asked for, once per key.
///
/// # Errors
/// [`CheckoutError::NotFound`], [`CheckoutError::OwnOrder`], [`CheckoutError::InProgress`] while another reversal of the order is
/// open, or [`CheckoutError::Reversal`].
pub(super) async fn reverse(
    tenant: Tenant,
    request: ReversalRequest,
    idempotency: Option<Idempotency>,
) -> Result<Reversal, CheckoutError> {
    let id = match intend(&tenant, &request, idempotency.as_ref()).await? {
        Intent::Earlier(id) => id,
        Intent::New(id) => {
            carry_out(&tenant, id).await?;
            id
        }
    };
    let reversal = reversals::find(&mut tenant.read().await?, id).await?;
    reversal.ok_or_else(|| Fault::internal("a reversal has gone").into())
}

enum Intent {
    Earlier(i64),
    New(i64),
}

/// Records the reversal, and revokes what its lines created, in one transaction.
async fn intend(
    tenant: &Tenant,
    request: &ReversalRequest,
    idempotency: Option<&Idempotency>,
) -> Result<Intent, CheckoutError> {
    let now = tenant.now();
    let config = site::saved_config(tenant).await?;
    let mut db = tenant.write().await?;
    if let Some(idempotency) = idempotency
        && let Some(stored) = idempotency.claim(&mut db, now, Keep::ForGood).await?
    {
        return Ok(Intent::Earlier(serde_json::from_str(&stored).map_err(Fault::internal)?));
    }
    let order = orders::find_any_order(&mut db, &request.trans_record_id)
        .await?
        .ok_or(CheckoutError::NotFound)?;
    request.actor.may_move_money_of(&order)?;
    if reversals::of_order(&mut db, order.id)
        .await?
        .iter()
        .any(|other| other.state.is_unsettled())
    {
        return Err(CheckoutError::InProgress);
    }
    let Plan { lines, kind, amount } = match &request.wanted {
        Wanted::Rest if order.state.has_failed() => charged_for_nothing(&mut db, &order).await?,
        _ => plan(&mut db, &order, request, now, &config.config.time_zone).await?,
    };
    let actor = request.actor.to_string();
    let id = reversals::insert(&mut db, order.id, kind, amount, &actor, now).await?;
    for line in &lines {
        if !reversals::claim_line(&mut db, id, *line).await? {
            return Err(CheckoutError::InProgress);
        }
        take_back::take(&mut db, &order, id, line, now).await?;
    }
    let lines: Vec<i64> = lines.iter().map(|line| line.line_id).collect();
    let detail = json!({"reversal": id, "amount": amount, "lines": lines, "override": request.override_reason});
    record(&mut db, now, &order, &actor, "order_reversal_begun", detail).await?;
    jobs::enqueue_reversal_sweep(&mut db, id, now).await?;
    if let Some(idempotency) = idempotency {
        idempotency.finish(&mut db, &id).await?;
    }
    db.commit().await?;
    Ok(Intent::New(id))
}

/// What a reversal is going to do.
struct Plan {
    lines: Vec<Planned>,
    kind: Kind,
    /// Minor units.
    amount: i64,
}

async fn plan(
    db: &mut TenantWrite,
    order: &Order,
    request: &ReversalRequest,
    now: Timestamp,
    zone: &TimeZone,
) -> Result<Plan, CheckoutError> {
    if !order.state.is_paid() {
        return Err(Refusal::NotPaid.into());
    }
    let lines = returnables(db, order.id).await?;
    let wanted = match &request.wanted {
        Wanted::Rest => rules::rest(&lines),
        Wanted::Lines(lines) => lines.clone(),
    };
    let lines = rules::plan(&lines, &wanted, request.override_reason.is_some())?;
    let amount = lines.iter().map(|line| line.amount).sum();
    disputes::allow_refund(db, order, amount).await?;
    let paid_at = order.settled_at.unwrap_or(order.created_at);
    Ok(Plan {
        kind: rules::kind(&lines, order.total, paid_at, now, zone),
        amount,
        lines,
    })
}

/// The charge as a whole, for which no line was sold.
async fn charged_for_nothing(db: &mut TenantWrite, order: &Order) -> Result<Plan, CheckoutError> {
    let payment = payments::payment_of_order(db, order.id).await?;
    let payment = payment
        .filter(|payment| payment.state == PaymentState::Approved)
        .ok_or(Refusal::NotPaid)?;
    Ok(Plan {
        lines: Vec::new(),
        // Nobody knows on which of its days the processor booked it.
        kind: Kind::Void,
        amount: payment.amount,
    })
}

async fn returnables(db: &mut TenantWrite, order_id: i64) -> Result<Vec<Returnable>, sqlx::Error> {
    let mut found = Vec::new();
    for line in reversals::sold_lines(db, order_id).await? {
        found.push(Returnable {
            line_id: line.id,
            paid: line.price + line.taxes,
            returned: line.reversal_id.is_some(),
            used: wallet::used_of_line(db, line.id).await?,
            sent: line.fulfillment.is_some_and(|state| state.is_sent()),
            card: gift_cards::load_of_line(db, line.id).await?,
            name: line.name,
        });
    }
    Ok(found)
}

/// Reverses the whole charge of an order for which nothing is sold; answers how the processor took it. Repeated, it goes on
/// with its reversal: a charge that was voided or fully refunded is refused a second time. What the processor neither did
/// nor explained is left to a person. `None`: somebody else's reversal of the order is open.
///
/// # Errors
/// When the database refuses.
pub(super) async fn take_back(tenant: &Tenant, order: &Order) -> Result<Option<Outcome>, CheckoutError> {
    let reversals = reversals::of_order(&mut tenant.read().await?, order.id).await?;
    let (id, is_new) = match reversals.iter().find(|reversal| reversal.state.is_unsettled()) {
        Some(other) if other.requested_by != Actor::System.to_string() => return Ok(None),
        Some(own) => (own.id, own.state == ReversalState::Initiated),
        None => {
            let request = ReversalRequest {
                trans_record_id: order.trans_record_id.clone(),
                wanted: Wanted::Rest,
                override_reason: None,
                actor: Actor::System,
            };
            let (Intent::Earlier(id) | Intent::New(id)) = intend(tenant, &request, None).await?;
            (id, true)
        }
    };
    let outcome = ask(tenant, id).await?;
    match &outcome {
        Outcome::Approved(_) => settle_reversal_for_sure(tenant, id, outcome.clone()).await,
        Outcome::Declined(decline) if decline.code == Decline::UNREACHABLE => {}
        Outcome::Declined(decline) if is_new => {
            settle_reversal::settle(tenant, id, &Outcome::Unknown(decline.code.clone()), None).await?;
        }
        Outcome::Unknown(_) if is_new => settle_reversal::settle(tenant, id, &outcome, None).await?,
        Outcome::Declined(_) | Outcome::Unknown(_) => {}
    }
    Ok(Some(outcome))
}

/// Asks the processor, outside any transaction, and writes what it says.
async fn carry_out(tenant: &Tenant, id: i64) -> Result<(), CheckoutError> {
    let outcome = ask(tenant, id).await?;
    settle_reversal_for_sure(tenant, id, outcome).await;
    Ok(())
}

async fn ask(tenant: &Tenant, id: i64) -> Result<Outcome, CheckoutError> {
    let mut db = tenant.read().await?;
    let reversal = reversals::find(&mut db, id).await?.ok_or(CheckoutError::NotFound)?;
    let payment = payments::payment_of_order(&mut db, reversal.order_id).await?;
    drop(db);
    match payment.filter(|_| reversal.amount > 0) {
        // There is no money to move.
        None => Ok(Outcome::Approved(Approval {
            transaction: String::new(),
            code: String::new(),
            network_reference: None,
        })),
        Some(payment) => send(tenant, &reversal, &payment.reference).await,
    }
}

async fn send(tenant: &Tenant, reversal: &Reversal, reference: &str) -> Result<Outcome, CheckoutError> {
    if reversal.kind == Kind::Void {
        match payments::void(tenant, reference).await {
            // Its day has closed after all.
            Ok(Outcome::Declined(decline)) if decline.code != Decline::UNREACHABLE => {
                let mut db = tenant.write().await?;
                reversals::become_refund(&mut db, reversal.id).await?;
                db.commit().await?;
            }
            answered => return Ok(answered.unwrap_or_else(not_sent)),
        }
    }
    let answered = payments::refund(tenant, reference, reversal.amount).await;
    Ok(answered.unwrap_or_else(not_sent))
}

/// The processor was never asked: the site has left it, or there is no approved payment to reverse.
fn not_sent(error: PaymentError) -> Outcome {
    tracing::warn!(error = %Causes(&error), "a processor was not asked to give money back");
    Outcome::Declined(Decline::hard(error.reason()))
}
