use std::sync::Arc;

use platform::http::{Answer, ApiError, Envelope, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OrderReversal;
use crate::checkout::actor::Actor;
use crate::checkout::reversal::{RefundRequest, Wanted, reverse};
use crate::checkout::rules::entries;
use crate::error::ErrorCode;
use crate::http::IdempotentJson;
use crate::http::{Person, carry_through};
use crate::tenant::Tenant;

/// The lines to refund.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Refund {
    lines: Vec<i64>,
    /// Refund even what was used or sent; needs a `reason`.
    #[serde(default, rename = "override")]
    overrides: Option<bool>,
    /// Why the refusal is overridden; kept in the audit.
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Void {
    /// Refund even what was used or sent; needs a `reason`.
    #[serde(default, rename = "override")]
    overrides: Option<bool>,
    /// Why the refusal is overridden; kept in the audit.
    #[serde(default)]
    reason: Option<String>,
}

/// Why a refusal is overridden; `None`: it is not.
fn override_reason(overrides: Option<bool>, reason: Option<String>) -> Result<Option<String>, ApiError> {
    if !overrides.unwrap_or_default() {
        return Ok(None);
    }
    let reason = entries::reason(&reason.unwrap_or_default());
    reason
        .map(Some)
        .map_err(|message| ErrorCode::InvalidFields.because(message).field("reason", message))
}

/// Refund lines of a paid order
///
/// Codes are revoked, and goods that were not sent return to stock. If a whole order is refunded on the day it was paid,
/// before the processor's cut-off, the charge is voided; otherwise it is refunded.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/refund", tag = "admin", request_body = Refund,
    params(("transRecordId" = String, Path)),
    responses((status = 200, body = Envelope<OrderReversal>)))]
pub(super) async fn refund_lines(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
    body: IdempotentJson<Refund>,
) -> Result<Answer<OrderReversal>, ApiError> {
    let request = RefundRequest {
        trans_record_id: id,
        wanted: Wanted::Lines(body.value.lines),
        override_reason: override_reason(body.value.overrides, body.value.reason)?,
        actor: Actor::from(&person),
    };
    let runtime = Arc::clone(&tenant.runtime);
    let reversal = carry_through(&runtime, reverse(tenant, request, Some(body.idempotency))).await?;
    Ok(Answer(reversal.into()))
}

/// Refund the rest of an order
///
/// A whole order is voided on the day it was paid, before the processor's cut-off; otherwise the rest is refunded.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/void", tag = "admin", request_body = Void,
    params(("transRecordId" = String, Path)),
    responses((status = 200, body = Envelope<OrderReversal>)))]
pub(super) async fn void_order(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
    body: IdempotentJson<Void>,
) -> Result<Answer<OrderReversal>, ApiError> {
    let request = RefundRequest {
        trans_record_id: id,
        wanted: Wanted::Rest,
        override_reason: override_reason(body.value.overrides, body.value.reason)?,
        actor: Actor::from(&person),
    };
    let runtime = Arc::clone(&tenant.runtime);
    let reversal = carry_through(&runtime, reverse(tenant, request, Some(body.idempotency))).await?;
    Ok(Answer(reversal.into()))
}
