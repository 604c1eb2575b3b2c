//! What became of an order.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path};

use super::OrderResult;
use super::error::CheckoutError;
use super::rules::{Order, OrderState};
use super::store::orders;
use crate::error::Fault;
use crate::http::Person;
use crate::language::Locale;
use crate::payments::processor::Decline;
use crate::tenant::Tenant;

/// Get the result of an order
#[utoipa::path(get, path = "/orders/{transRecordId}", tag = "checkout",
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<OrderResult>)))]
pub(super) async fn get_order(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Answer<OrderResult>, ApiError> {
    let mut db = tenant.read().await?;
    let order = orders::find_order(&mut db, &id, person.id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Answer(order.result(&locale)))
}

/// The order that the stored answer of an idempotency key leads to.
///
/// # Errors
/// When there is no such order, or the database refuses.
pub(super) async fn order_of_key(db: &mut TenantRead, stored: &str, person: &Person) -> Result<Order, Fault> {
    let id: String = serde_json::from_str(stored).map_err(Fault::internal)?;
    let order = orders::find_order(db, &id, person.id).await?;
    order.ok_or_else(|| Fault::internal("an idempotency key leads to no order"))
}

/// The answer of a purchase.
///
/// # Errors
/// [`CheckoutError::ProcessorUnreachable`] when nothing was charged for that reason.
pub(super) fn answer(order: &Order, locale: &Locale) -> Result<OrderResult, CheckoutError> {
    if order.state == OrderState::Failed && order.code == Decline::UNREACHABLE {
        return Err(CheckoutError::ProcessorUnreachable);
    }
    Ok(order.result(locale))
}
