//! Refunding lines of a paid order, and revoking what they created.
//!
//! As with a charge, the intent is durable before the processor is asked: codes are revoked with the intent, so that nobody uses
//! what is about to be refunded, and restored if the processor refuses. A reversal whose answer is lost is looked up under its
//! own reference.

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::causes::Causes;
use platform::db::{TenantRead, TenantWrite};
use platform::idempotency::Keep;
use serde_json::json;

use super::actor::Actor;
use super::charge::settle_reversal_for_sure;
use super::error::CheckoutError;
use super::rules::Order;
use super::rules::machine::{Act, Heard};
use super::rules::part::{self, Divisible, Part, PartRefusal};
use super::rules::refund_options::{RefundDestination, RefundOptions};
use super::rules::reversal::{self as rules, Kind, NewReversal, Planned, Refusal, Returnable, Reversal, has_twin};
use super::settlement::{record, settle_reversal};
use super::store::{lines, orders, parts, reversals};
use super::{disputes, effects, jobs};
use crate::error::Fault;
use crate::http::Idempotency;
use crate::payments::processor::{Approval, Decline, Found, Outcome};
use crate::payments::{PaymentError, PaymentState};
use crate::site;
use crate::tenant::Tenant;
use crate::{clubs, gift_cards, identity, payments, wallet};

/// The lines to refund.
pub(super) enum Wanted {
    /// Whatever was not refunded yet.
    Rest,
    Lines(Vec<i64>),
}

/// A request for a refund.
pub(super) struct RefundRequest {
    pub(super) trans_record_id: String,
    pub(super) wanted: Wanted,
    /// Parts of other lines.
    pub(super) parts: Vec<(i64, Part)>,
    pub(super) options: RefundOptions,
    /// Why also what was used or sent; `None`: only what was not.
    pub(super) override_reason: Option<String>,
    pub(super) actor: Actor,
}

/// Refunds what is asked for, once per key.
///
/// # Errors
/// [`CheckoutError::NotFound`], [`CheckoutError::OwnOrder`], [`CheckoutError::ReversalInProgress`] while another reversal of the order is
/// open, or [`CheckoutError::Reversal`].
pub(super) async fn reverse(
    tenant: Tenant,
    request: RefundRequest,
    idempotency: Option<Idempotency>,
) -> Result<Reversal, CheckoutError> {
    let id = match intend(&tenant, &request, idempotency.as_ref()).await? {
        Intent::Earlier(id) => id,
        Intent::New(reversal) => {
            let outcome = ask(&tenant, &reversal).await?;
            settle_reversal_for_sure(&tenant, reversal.id, Heard::answer(outcome)).await;
            reversal.id
        }
    };
    let reversal = reversals::find(&mut tenant.read().await?, id).await?;
    reversal.ok_or_else(|| Fault::internal("a reversal is missing").into())
}

enum Intent {
    Earlier(i64),
    New(Reversal),
}

/// Records the reversal, and revokes what its lines created, in one transaction.
async fn intend(
    tenant: &Tenant,
    request: &RefundRequest,
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
        return Err(CheckoutError::ReversalInProgress);
    }
    let Plan { lines, kind, amount } = match &request.wanted {
        Wanted::Rest if order.state.has_failed() => charged_for_nothing(&mut db, &order).await?,
        _ => {
            let parts = split(&mut db, &order, request).await?;
            plan(&mut db, &order, (request, &parts), now, &config.config.time_zone).await?
        }
    };
    // It begins with the charge's, so that whoever looks for one at the processor finds both.
    let payment = payments::payment_of_order(&mut db, order.id).await?;
    let charge = payment.map(|payment| payment.reference).unwrap_or_default();
    let reference = format!("{charge}-{}", HEXLOWER.encode(&tenant.runtime.random.bytes::<6>()));
    let requested_by = request.actor.to_string();
    let new = NewReversal {
        reference: &reference,
        order_id: order.id,
        kind,
        amount,
        requested_by: &requested_by,
        options: request.options,
    };
    let reversal = reversals::insert(&mut db, new, now).await?;
    for line in &lines {
        if !reversals::claim_line(&mut db, reversal.id, *line).await? {
            return Err(CheckoutError::ReversalInProgress);
        }
        effects::revoke(&mut db, &order, reversal.id, line, now).await?;
    }
    let lines: Vec<i64> = lines.iter().map(|line| line.line_id).collect();
    let detail = json!({"reversal": reversal.id, "amount": amount, "lines": lines,
        "override": request.override_reason, "refundReason": request.options.reason,
        "destination": request.options.destination, "restock": request.options.restocks,
        "endMembership": request.options.ends_membership});
    record(&mut db, tenant, &order, &requested_by, "order_reversal_begun", detail).await?;
    if request.actor != Actor::System {
        // The platform's own correction is looked after by the job that begins it.
        jobs::enqueue_reversal_sweep(&mut db, reversal.id, now).await?;
    }
    if let Some(idempotency) = idempotency {
        idempotency.finish(&mut db, &reversal.id).await?;
    }
    db.commit().await?;
    Ok(Intent::New(reversal))
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
    (request, parts): (&RefundRequest, &[i64]),
    now: Timestamp,
    zone: &TimeZone,
) -> Result<Plan, CheckoutError> {
    if !order.state.is_paid() {
        return Err(Refusal::NotPaid.into());
    }
    let sold = returnables(db, order.id).await?;
    let wanted = match &request.wanted {
        Wanted::Rest => rules::rest(&sold),
        Wanted::Lines(lines) => [lines.as_slice(), parts].concat(),
    };
    let lines = rules::plan(&sold, &wanted, request.override_reason.is_some())?;
    let amount = lines.iter().map(|line| line.amount).sum();
    disputes::allow_refund(db, order, amount).await?;
    let kind = match request.options.destination {
        RefundDestination::Card => {
            let paid_at = order.settled_at.unwrap_or(order.created_at);
            rules::kind(&lines, &sold, paid_at, now, zone)
        }
        RefundDestination::GiftCard => {
            let account = identity::find_account(db, order.customer_id).await?;
            account.ok_or(Refusal::NoAccount)?;
            Kind::Refund
        }
    };
    if request.options.ends_membership {
        let planned: Vec<i64> = lines.iter().map(|line| line.line_id).collect();
        if clubs::is_being_charged(db, &planned).await? {
            return Err(CheckoutError::RenewalInProgress);
        }
    }
    Ok(Plan { kind, amount, lines })
}

/// Splits the requested parts off their lines; returns the IDs of the new lines.
async fn split(db: &mut TenantWrite, order: &Order, request: &RefundRequest) -> Result<Vec<i64>, CheckoutError> {
    let mut requested = match &request.wanted {
        Wanted::Rest => Vec::new(),
        Wanted::Lines(lines) => lines.clone(),
    };
    let mut split = Vec::with_capacity(request.parts.len());
    for (line_id, part) in &request.parts {
        let line = parts::divisible(db, (order.id, *line_id))
            .await?
            .ok_or(Refusal::NoSuchLine(*line_id))?;
        if requested.contains(line_id) {
            return Err(CheckoutError::Part(PartRefusal::Twice(line.name)));
        }
        requested.push(*line_id);
        let line = Divisible {
            unused: wallet::unused_of_line(db, *line_id).await?,
            credited: credited(db, *line_id, (line.price, line.taxes)).await?,
            ..line
        };
        let share = part::share(&line, *part).map_err(CheckoutError::Part)?;
        let id = parts::split(db, *line_id, share).await?;
        if share.codes > 0 {
            wallet::move_unused(db, (*line_id, id), share.codes).await?;
        }
        split.push(id);
    }
    Ok(split)
}

/// Minor units, with taxes, of a month of a club that went towards another club.
async fn credited(db: &mut TenantRead, line_id: i64, (price, taxes): (i64, i64)) -> Result<i64, sqlx::Error> {
    let months = clubs::months_paid_with(db, line_id).await?;
    let credited = lines::credited_for(db, &months).await?;
    Ok(rules::with_taxes(credited, price, taxes))
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

async fn returnables(db: &mut TenantRead, order_id: i64) -> Result<Vec<Returnable>, sqlx::Error> {
    let mut found = Vec::new();
    for line in reversals::sold_lines(db, order_id).await? {
        found.push(Returnable {
            line_id: line.id,
            paid: line.price + line.taxes,
            credited: credited(db, line.id, (line.price, line.taxes)).await?,
            returned: line.reversal_id.is_some(),
            used: wallet::used_of_line(db, line.id).await?,
            sent: line.fulfillment.is_some_and(|state| state.is_sent()),
            card: gift_cards::load_of_line(db, line.id).await?,
            name: line.name,
        });
    }
    Ok(found)
}

/// What became of a try to correct a charge for which nothing is sold.
pub(super) struct Correction {
    pub(super) act: Act,
    pub(super) begun_at: Timestamp,
}

/// Reverses the whole charge of an order for which nothing is sold, or goes on with that.
///
/// # Errors
/// When the database refuses.
pub(super) async fn correct(tenant: &Tenant, order: &Order) -> Result<Correction, CheckoutError> {
    let reversals = reversals::of_order(&mut tenant.read().await?, order.id).await?;
    let (reversal, act) = match reversals.into_iter().find(|reversal| reversal.state.is_unsettled()) {
        // Staff have begun a reversal, which has a job of its own.
        Some(other) if other.requested_by != Actor::System.to_string() => (other, Act::Wait),
        Some(own) => {
            let act = resume(tenant, &own).await?;
            (own, act)
        }
        None => {
            let request = RefundRequest {
                trans_record_id: order.trans_record_id.clone(),
                wanted: Wanted::Rest,
                parts: Vec::new(),
                options: RefundOptions::default(),
                override_reason: None,
                actor: Actor::System,
            };
            let Intent::New(reversal) = intend(tenant, &request, None).await? else {
                return Err(Fault::internal("a correction has no key").into());
            };
            let outcome = ask(tenant, &reversal).await?;
            let act = settle_reversal(tenant, reversal.id, &Heard::answer(outcome)).await?;
            (reversal, act)
        }
    };
    Ok(Correction {
        act,
        begun_at: reversal.created_at,
    })
}

/// Goes on with a reversal whose answer is not known: looks it up, and sends it again where the table says so.
///
/// # Errors
/// When the database refuses.
pub(super) async fn resume(tenant: &Tenant, reversal: &Reversal) -> Result<Act, CheckoutError> {
    let found = look_up(tenant, reversal).await?;
    let act = settle_reversal(tenant, reversal.id, &Heard::look_up(found)).await?;
    if act != Act::Send {
        return Ok(act);
    }
    let outcome = ask(tenant, reversal).await?;
    settle_reversal(tenant, reversal.id, &Heard::answer(outcome)).await
}

/// Asks the processor what became of a reversal, outside any transaction.
///
/// # Errors
/// When the database refuses.
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
        // Earlier versions gave it no reference.
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

/// The processor was never asked: the site has left it, or there is no approved payment to reverse.
fn not_sent(error: PaymentError) -> Outcome {
    tracing::warn!(error = %Causes(&error), "failed to send a reversal to a processor");
    Outcome::Declined(Decline::hard(error.reason()))
}
