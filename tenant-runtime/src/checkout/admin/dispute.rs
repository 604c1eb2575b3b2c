use jiff::Timestamp;
use jiff::civil::Date;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::id_in_path;
use crate::checkout::actor::Actor;
use crate::checkout::disputes;
use crate::checkout::error::CheckoutError;
use crate::checkout::rules::dispute::{Dispute, DisputeOutcome, DisputeReason, DisputeState, Entered};
use crate::checkout::store::orders;
use crate::http::Person;
use crate::tenant::Tenant;

/// What the processor tells of a charge that a bank took back.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewDispute {
    /// Minor units; at most what is neither refunded nor disputed yet.
    amount: i64,
    reason: DisputeReason,
    /// The processor's, at most 100 characters.
    #[serde(default)]
    case_number: Option<String>,
    /// The last day on which the bank can be answered.
    #[schema(value_type = String, format = Date)]
    respond_by: Date,
    /// Also take the unused codes of the order out of use, until the dispute is won.
    #[serde(default)]
    take_back: Option<bool>,
}

/// How a dispute ended.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DisputeDecision {
    outcome: DisputeOutcome,
}

/// A charge that the customer's bank took back.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderDispute {
    dispute_id: i64,
    state: DisputeState,
    /// Minor units.
    amount: i64,
    reason: DisputeReason,
    /// The processor's.
    case_number: Option<String>,
    /// The last day on which the bank can be answered.
    #[schema(value_type = String, format = Date)]
    respond_by: Date,
    /// Whether the unused codes of the order were taken out of use with it.
    take_back: bool,
    /// As in the audit.
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
/// The customer's bank has taken a payment back, or a part of it, as the processor told the merchant. The money leaves the books of
/// the processor until the dispute is won, and cannot be refunded meanwhile. 409 `taken` while another dispute of the order is open.
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
    let dispute_id = disputes::open(&tenant, &id, entered, Actor::from(&person)).await?;
    Ok(Answer(shown(&tenant, &id, dispute_id).await?))
}

/// Settle a dispute
///
/// `won` brings the money back into the books, and the codes that were taken back into use; `lost` and `accepted` book it as a loss.
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
    disputes::settle(&tenant, (&id, dispute_id), decision.outcome, Actor::from(&person)).await?;
    Ok(Answer(shown(&tenant, &id, dispute_id).await?))
}

/// Take the unused codes of a disputed order out of use
///
/// Where that was not done as the dispute was recorded: no money moves. They come back if it is won; 409 `taken` once it is. Gift cards
/// are blocked, and clubs ended, where staff do that otherwise.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/disputes/{disputeId}/take-back", tag = "admin",
    params(("transRecordId" = String, Path), ("disputeId" = String, Path)),
    responses((status = 200, body = Envelope<OrderDispute>)))]
pub(super) async fn take_codes_back(
    tenant: Tenant,
    person: Person,
    Path((id, dispute_id)): Path<(String, String)>,
) -> Result<Answer<OrderDispute>, ApiError> {
    let dispute_id = id_in_path(&dispute_id)?;
    disputes::take_codes_back(&tenant, (&id, dispute_id), Actor::from(&person)).await?;
    Ok(Answer(shown(&tenant, &id, dispute_id).await?))
}

async fn shown(tenant: &Tenant, trans_record_id: &str, id: i64) -> Result<OrderDispute, CheckoutError> {
    let mut db = tenant.read().await?;
    let order = orders::find_any_order(&mut db, trans_record_id).await?;
    let order = order.ok_or(CheckoutError::NotFound)?;
    let dispute = disputes::find(&mut db, order.id, id).await?;
    Ok(dispute.ok_or(CheckoutError::NotFound)?.into())
}
