//! Chargebacks by customers' banks: recorded when the processor reports them, and settled as the bank decides. Books
//! and codes are updated in the same transaction.

use jiff::Timestamp;
use jiff::civil::Date;
use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::effects;
use super::error::{CheckoutError, id_in_path};
use super::rules::dispute::{
    self as rules, Dispute, DisputeOutcome, DisputeReason, DisputeState, Entered, Refusal, Standing,
};
use super::rules::reversal::RefundDestination;
use super::rules::{Actor, Order};
use super::store::{disputes, orders, reversals};
use crate::http::Person;
use crate::payments::{self, PaymentState};
use crate::site;
use crate::tenant::Tenant;

/// Chargeback, as reported by the processor.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewDispute {
    /// Minor units, at most the amount that isn't refunded or disputed.
    amount: i64,
    reason: DisputeReason,
    /// Processor's case number, at most 100 characters.
    #[serde(default)]
    case_number: Option<String>,
    /// Last day to respond to the bank.
    #[schema(value_type = String, format = Date)]
    respond_by: Date,
    /// Whether to void the order's unused codes until the dispute is won.
    #[serde(default)]
    take_back: Option<bool>,
}

/// Outcome of a dispute.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DisputeDecision {
    outcome: DisputeOutcome,
}

/// Chargeback.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderDispute {
    dispute_id: i64,
    state: DisputeState,
    /// Minor units.
    amount: i64,
    reason: DisputeReason,
    /// Processor's case number.
    case_number: Option<String>,
    /// Last day to respond to the bank.
    #[schema(value_type = String, format = Date)]
    respond_by: Date,
    /// Whether the unused codes of the order were voided with it.
    take_back: bool,
    /// Actor, as in the audit log.
    recorded_by: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    settled_at: Option<Timestamp>,
}

impl From<Dispute> for OrderDispute {
    fn from(dispute: Dispute) -> Self {
        Self {
            dispute_id: dispute.id,
            state: dispute.state,
            amount: dispute.amount,
            reason: dispute.reason,
            case_number: dispute.case_number,
            respond_by: dispute.respond_by,
            take_back: dispute.took_back,
            recorded_by: dispute.recorded_by,
            created_at: dispute.created_at,
            settled_at: dispute.settled_at,
        }
    }
}

/// Record a dispute
///
/// The customer's bank has charged back all or part of a payment. The amount moves out of the processor's account in the
/// ledger until the dispute is won, and can't be refunded. 409 `taken` while another dispute is open.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/disputes", tag = "admin", request_body = NewDispute,
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<OrderDispute>)))]
pub(super) async fn record_dispute(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
    Json(dispute): Json<NewDispute>,
) -> Result<Answer<OrderDispute>, ApiError> {
    let entered = Entered {
        amount: dispute.amount,
        reason: dispute.reason,
        case_number: dispute.case_number,
        respond_by: dispute.respond_by,
        takes_back: dispute.take_back.unwrap_or_default(),
    };
    let dispute_id = open(&tenant, &id, entered, Actor::from(&person)).await?;
    Ok(Answer(shown(&tenant, &id, dispute_id).await?))
}

/// Record the outcome of a dispute
///
/// `won` returns the money in the ledger and restores voided codes; `lost` and `accepted` book a loss.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/disputes/{disputeId}", tag = "admin",
    request_body = DisputeDecision,
    params(("transRecordId" = String, Path), ("disputeId" = String, Path)),
    responses((status = 200, body = Envelope<OrderDispute>)))]
pub(super) async fn settle_dispute(
    tenant: Tenant,
    person: Person,
    Path((id, dispute_id)): Path<(String, String)>,
    Json(decision): Json<DisputeDecision>,
) -> Result<Answer<OrderDispute>, ApiError> {
    let dispute_id = id_in_path(&dispute_id)?;
    settle(&tenant, (&id, dispute_id), decision.outcome, Actor::from(&person)).await?;
    Ok(Answer(shown(&tenant, &id, dispute_id).await?))
}

/// Void the unused codes of a disputed order
///
/// Use it if the codes weren't voided with the dispute. No money moves. A won dispute restores them; then this returns 409
/// `taken`. Block gift cards and end clubs separately.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/disputes/{disputeId}/take-back", tag = "admin",
    params(("transRecordId" = String, Path), ("disputeId" = String, Path)),
    responses((status = 200, body = Envelope<OrderDispute>)))]
pub(super) async fn take_codes_back(
    tenant: Tenant,
    person: Person,
    Path((id, dispute_id)): Path<(String, String)>,
) -> Result<Answer<OrderDispute>, ApiError> {
    let dispute_id = id_in_path(&dispute_id)?;
    revoke_codes(&tenant, (&id, dispute_id), Actor::from(&person)).await?;
    Ok(Answer(shown(&tenant, &id, dispute_id).await?))
}

async fn shown(tenant: &Tenant, trans_record_id: &str, id: i64) -> Result<OrderDispute, CheckoutError> {
    let mut db = tenant.read().await?;
    let order = orders::find_any_order(&mut db, trans_record_id).await?;
    let order = order.ok_or(CheckoutError::NotFound)?;
    let dispute = find(&mut db, order.id, id).await?;
    Ok(dispute.ok_or(CheckoutError::NotFound)?.into())
}

/// Records that a bank charged back money of an order. Returns the dispute's ID.
///
/// # Errors
/// [`CheckoutError::NotFound`], [`CheckoutError::OwnOrder`], [`CheckoutError::Fields`] or [`CheckoutError::Dispute`].
async fn open(tenant: &Tenant, trans_record_id: &str, entered: Entered, actor: Actor) -> Result<i64, CheckoutError> {
    let now = tenant.now();
    let zone = site::saved_config(tenant).await?.config.time_zone.clone();
    let mut db = tenant.write().await?;
    let order = orders::find_any_order(&mut db, trans_record_id)
        .await?
        .ok_or(CheckoutError::NotFound)?;
    actor.may_move_money_of(&order)?;
    let placed = order.created_at.to_zoned(zone.clone()).date();
    let entered = entered.checked(placed, now.to_zoned(zone).date())?;
    let others = disputes::of_order(&mut db, order.id).await?;
    let is_open = others.iter().any(|other| other.state == DisputeState::Open);
    rules::may_open(entered.amount, standing(&mut db, &order).await?, is_open)?;

    let by = actor.to_string();
    let id = disputes::insert(&mut db, order.id, &entered, &by, now).await?;
    effects::record_dispute(&mut db, &order, id, entered.amount, now).await?;
    if entered.takes_back {
        effects::revoke_for_dispute(&mut db, order.id, id, now).await?;
    }
    let detail = json!({"dispute": id, "amount": entered.amount, "reason": entered.reason,
        "caseNumber": entered.case_number, "respondBy": entered.respond_by, "takeBack": entered.takes_back});
    let change = Change::default().with(detail);
    audit::note(&mut db, now, &by, "dispute_recorded", &subject(&order), change).await?;
    db.commit().await?;
    Ok(id)
}

/// Records the outcome of the dispute `id` of an order.
///
/// # Errors
/// [`CheckoutError::NotFound`], [`CheckoutError::OwnOrder`] or [`CheckoutError::Dispute`].
async fn settle(
    tenant: &Tenant,
    (trans_record_id, id): (&str, i64),
    outcome: DisputeOutcome,
    actor: Actor,
) -> Result<(), CheckoutError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let order = orders::find_any_order(&mut db, trans_record_id)
        .await?
        .ok_or(CheckoutError::NotFound)?;
    actor.may_move_money_of(&order)?;
    let dispute = find(&mut db, order.id, id).await?.ok_or(CheckoutError::NotFound)?;
    if !disputes::settle(&mut db, id, outcome.state(), now).await? {
        return Err(Refusal::Settled.into());
    }
    let is_won = outcome == DisputeOutcome::Won;
    effects::record_dispute_end(&mut db, &order, &dispute, is_won, now).await?;
    if is_won && dispute.took_back {
        effects::restore_after_dispute(&mut db, &dispute, now).await?;
    }
    let change = Change::between(
        json!({"state": dispute.state.into_str()}),
        json!({"state": outcome.state().into_str()}),
    );
    let change = change.with(json!({"dispute": id, "amount": dispute.amount}));
    let by = actor.to_string();
    audit::note(&mut db, now, &by, "dispute_settled", &subject(&order), change).await?;
    Ok(db.commit().await?)
}

/// Revokes the unused items of an order because of the recorded dispute `id`.
///
/// # Errors
/// [`CheckoutError::NotFound`], [`CheckoutError::OwnOrder`] or [`CheckoutError::Dispute`].
async fn revoke_codes(tenant: &Tenant, (trans_record_id, id): (&str, i64), actor: Actor) -> Result<(), CheckoutError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let order = orders::find_any_order(&mut db, trans_record_id)
        .await?
        .ok_or(CheckoutError::NotFound)?;
    actor.may_move_money_of(&order)?;
    let dispute = find(&mut db, order.id, id).await?.ok_or(CheckoutError::NotFound)?;
    rules::may_take_back(dispute.state)?;
    disputes::note_taken_back(&mut db, id).await?;
    effects::revoke_for_dispute(&mut db, order.id, id, now).await?;
    let change = Change::between(json!({"takeBack": dispute.took_back}), json!({"takeBack": true}));
    let change = change.with(json!({"dispute": id, "reason": dispute.reason}));
    let by = actor.to_string();
    audit::note(&mut db, now, &by, "dispute_codes_taken", &subject(&order), change).await?;
    Ok(db.commit().await?)
}

/// The dispute `id`, if it belongs to this order.
async fn find(db: &mut TenantRead, order_id: i64, id: i64) -> Result<Option<Dispute>, sqlx::Error> {
    let disputes = disputes::of_order(db, order_id).await?;
    Ok(disputes.into_iter().find(|dispute| dispute.id == id))
}

/// State of an order's money.
pub(super) async fn standing(db: &mut TenantRead, order: &Order) -> Result<Standing, sqlx::Error> {
    let payment = payments::payment_of_order(db, order.id).await?;
    let approved = |state| matches!(state, PaymentState::Approved | PaymentState::Refunded);
    let Some(payment) = payment.filter(|payment| order.state.is_paid() && approved(payment.state)) else {
        return Ok(Standing::default());
    };
    let reversals = reversals::of_order(db, order.id).await?;
    let disputes = disputes::of_order(db, order.id).await?;
    let returned = |to: RefundDestination| {
        let to = reversals.iter().filter(|reversal| reversal.options.destination == to);
        to.filter(|reversal| reversal.is_or_may_be_done())
            .map(|reversal| reversal.amount)
            .sum()
    };
    Ok(Standing {
        paid: payment.amount,
        given_back: returned(RefundDestination::Card),
        on_gift_cards: returned(RefundDestination::GiftCard),
        disputed: disputes
            .iter()
            .filter(|dispute| dispute.state != DisputeState::Won)
            .map(|dispute| dispute.amount)
            .sum(),
    })
}

/// Rejects a refund of `amount` that the bank has already charged back. Refunds and disputes both hold the writer, so
/// the second of two concurrent ones sees the first.
///
/// # Errors
/// [`CheckoutError::Reversal`]
pub(super) async fn allow_refund(db: &mut TenantWrite, order: &Order, amount: i64) -> Result<(), CheckoutError> {
    if rules::pays_twice(amount, standing(db, order).await?) {
        return Err(super::rules::refund::Refusal::Disputed.into());
    }
    Ok(())
}

fn subject(order: &Order) -> String {
    format!("order:{}", order.id)
}
