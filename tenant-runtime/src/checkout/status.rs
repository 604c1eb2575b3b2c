//! What became of an order.

use axum::extract::Path;
use platform::http::{Answer, ApiError, Envelope};

use super::OrderResult;
use super::rules::{Order, OrderState};
use super::store::orders;
use crate::error::ErrorCode;
use crate::identity::Person;
use crate::payments::processor::Decline;
use crate::tenant::Tenant;

/// How an order went
#[utoipa::path(get, path = "/orders/{transRecordId}", tag = "checkout",
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<OrderResult>)))]
pub(super) async fn get_order(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
) -> Result<Answer<OrderResult>, ApiError> {
    let mut db = tenant.read().await?;
    let order = orders::find_order(&mut db, &id, person.id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Answer(order.result()))
}

/// The answer of a purchase.
///
/// # Errors
/// 503 `processor_unavailable` when the processor could not be reached, so that nothing was charged.
pub(super) fn answer(order: &Order) -> Result<OrderResult, ApiError> {
    if order.state == OrderState::Failed && order.code == Decline::UNREACHABLE {
        return Err(ErrorCode::ProcessorUnavailable.because(
            "We cannot reach the payment service just now. Nothing was charged. Please try again in a moment.",
        ));
    }
    Ok(order.result())
}
