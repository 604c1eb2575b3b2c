use std::sync::Arc;

use platform::http::{Answer, ApiError, Envelope, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OrderReversal;
use crate::checkout::refund_plan::{RefundRequest, RefundScope};
use crate::checkout::reversal::reverse;
use crate::checkout::rules::Actor;
use crate::checkout::rules::entries;
use crate::checkout::rules::part::Part;
use crate::checkout::rules::reversal::{RefundDestination, RefundOptions, RefundReason, Reversal};
use crate::error::ErrorCode;
use crate::http::IdempotentJson;
use crate::http::{Person, carry_through};
use crate::tenant::Tenant;

/// Lines to refund.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Refund {
    /// Lines to refund in full.
    #[serde(default)]
    lines: Vec<i64>,
    /// Parts of other lines.
    #[serde(default)]
    parts: Option<Vec<RefundPart>>,
    #[serde(default)]
    refund_reason: Option<RefundReason>,
    /// Default: `card`.
    #[serde(default)]
    destination: Option<RefundDestination>,
    /// Whether unshipped merchandise returns to stock. Default: true.
    #[serde(default)]
    restock: Option<bool>,
    /// Whether a membership ends when its refund settles. Default: false.
    #[serde(default)]
    end_membership: Option<bool>,
    /// Amount that was shown to staff, in minor units. A different amount returns `price_changed`.
    #[serde(default)]
    expected_amount: Option<i64>,
    /// Amount that was shown to staff as refunded before, in minor units. A different amount returns `price_changed`.
    #[serde(default)]
    expected_refunded: Option<i64>,
    /// Whether to refund even used or shipped items; requires a `reason`.
    #[serde(default, rename = "override")]
    overrides: Option<bool>,
    /// Reason for the override, recorded in the audit log.
    #[serde(default)]
    reason: Option<String>,
}

/// Part of a line: an amount, a number of unused codes of a bundle, or all of its unused codes.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RefundPart {
    line_id: i64,
    /// Minor units, including taxes; less than the amount paid. The customer keeps the item.
    #[serde(default)]
    amount: Option<i64>,
    /// Number of unused codes of a bundle, at their share of its price.
    #[serde(default)]
    quantity: Option<i64>,
    /// All unused codes of a bundle, at their share of its price.
    #[serde(default)]
    unused_codes: Option<bool>,
}

#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Void {
    #[serde(default)]
    refund_reason: Option<RefundReason>,
    /// Whether unshipped merchandise returns to stock. Default: true.
    #[serde(default)]
    restock: Option<bool>,
    /// Whether a membership ends when its refund settles. Default: false.
    #[serde(default)]
    end_membership: Option<bool>,
    /// Amount that was shown to staff, in minor units. A different amount returns `price_changed`.
    #[serde(default)]
    expected_amount: Option<i64>,
    /// Amount that was shown to staff as refunded before, in minor units. A different amount returns `price_changed`.
    #[serde(default)]
    expected_refunded: Option<i64>,
    /// Whether to refund even used or shipped items; requires a `reason`.
    #[serde(default, rename = "override")]
    overrides: Option<bool>,
    /// Reason for the override, recorded in the audit log.
    #[serde(default)]
    reason: Option<String>,
}

fn parts(requested: Vec<RefundPart>) -> Result<Vec<(i64, Part)>, ApiError> {
    let part = |part: RefundPart| match (part.amount, part.quantity, part.unused_codes.unwrap_or_default()) {
        (Some(amount), None, false) => Ok((part.line_id, Part::Amount(amount))),
        (None, Some(quantity), false) => Ok((part.line_id, Part::Codes(quantity))),
        (None, None, true) => Ok((part.line_id, Part::UnusedCodes)),
        _ => {
            let message = "Enter only one: an amount, a quantity or all unused codes.";
            Err(ErrorCode::InvalidFields.because(message).field("parts", message))
        }
    };
    requested.into_iter().map(part).collect()
}

fn options(
    reason: Option<RefundReason>,
    destination: Option<RefundDestination>,
    restock: Option<bool>,
    end_membership: Option<bool>,
) -> RefundOptions {
    RefundOptions {
        reason,
        destination: destination.unwrap_or_default(),
        restocks: restock.unwrap_or(true),
        ends_membership: end_membership.unwrap_or_default(),
    }
}

/// Reason for an override. `None`: nothing is overridden.
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
/// A part of a line becomes a separate line. Codes are voided. With `card`, a whole order is voided on the day of payment, before
/// the processor's cutoff; otherwise it is refunded. With a gift card, the customer gets its number by email.
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
        scope: RefundScope::Lines(body.value.lines),
        parts: parts(body.value.parts.unwrap_or_default())?,
        options: options(
            body.value.refund_reason,
            body.value.destination,
            body.value.restock,
            body.value.end_membership,
        ),
        expected_amount: body.value.expected_amount,
        expected_refunded: body.value.expected_refunded,
        override_reason: override_reason(body.value.overrides, body.value.reason)?,
        actor: Actor::from(&person),
    };
    let runtime = Arc::clone(&tenant.runtime);
    let reversal = carry_through(&runtime, reverse(tenant.clone(), request, Some(body.idempotency))).await?;
    answer(&tenant, reversal).await
}

/// Refund the rest of an order
///
/// A whole order is voided on the day of payment, before the processor's cutoff. Otherwise, the rest is refunded.
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
        scope: RefundScope::Rest,
        parts: Vec::new(),
        options: options(
            body.value.refund_reason,
            None,
            body.value.restock,
            body.value.end_membership,
        ),
        expected_amount: body.value.expected_amount,
        expected_refunded: body.value.expected_refunded,
        override_reason: override_reason(body.value.overrides, body.value.reason)?,
        actor: Actor::from(&person),
    };
    let runtime = Arc::clone(&tenant.runtime);
    let reversal = carry_through(&runtime, reverse(tenant.clone(), request, Some(body.idempotency))).await?;
    answer(&tenant, reversal).await
}

async fn answer(tenant: &Tenant, reversal: Reversal) -> Result<Answer<OrderReversal>, ApiError> {
    let mut db = tenant.read().await?;
    Ok(Answer(OrderReversal::from(reversal).with_card(&mut db).await?))
}
