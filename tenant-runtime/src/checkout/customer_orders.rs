//! Orders as their customers see them: what became of one, and what was bought.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::Deserialize;
use utoipa::ToSchema;

use super::error::CheckoutError;
use super::rules::{Order, OrderState};
use super::store::{lines, orders};
use super::{OrderResult, Purchase, rules};
use crate::clubs;
use crate::error::Fault;
use crate::http::{Idempotency, Person};
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

/// An order whose answer was lost.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Withdrawal {
    /// The `Idempotency-Key` that it was sent with.
    #[schema(min_length = 1, max_length = 128)]
    key: String,
}

/// Look up an order by its idempotency key, or withdraw it
///
/// Returns the result of the order with this `Idempotency-Key`. `null`: there is none, and there will be none, since a
/// later request with the key is refused with `key_reused`.
#[utoipa::path(post, path = "/orders/withdrawal", tag = "checkout", request_body = Withdrawal,
    responses((status = 200, body = Envelope<Option<OrderResult>>)))]
pub(super) async fn withdraw_order(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Json(withdrawal): Json<Withdrawal>,
) -> Result<Answer<Option<OrderResult>>, ApiError> {
    let key = Idempotency::of_earlier("/orders", &person, withdrawal.key)?;
    let mut db = tenant.write().await?;
    let Some(stored) = key.retire(&mut db, tenant.now()).await? else {
        db.commit().await?;
        return Ok(Answer(None));
    };
    let order = order_of_key(&mut db, &stored, &person).await?;
    Ok(Answer(Some(order.result(&locale))))
}

/// Paid orders, newest first
///
/// Without those by which a club was chosen that never began.
#[utoipa::path(get, path = "/users/purchases", tag = "checkout",
    responses((status = 200, body = Envelope<Vec<Purchase>>)))]
pub(super) async fn list_purchases(tenant: Tenant, person: Person) -> Result<Answer<Vec<Purchase>>, ApiError> {
    let mut db = tenant.read().await?;
    let mut purchases = purchases_of(&mut db, person.id).await?;
    for chosen in lines::chosen_clubs(&mut db, person.id).await? {
        if clubs::was_dropped(&mut db, chosen.line_id).await? {
            purchases.retain(|purchase| purchase.trans_record_id != chosen.trans_record_id);
        }
    }
    Ok(Answer(purchases))
}

/// The paid orders of a customer, the newest first.
///
/// # Errors
/// When the database refuses.
pub async fn purchases_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Purchase>, sqlx::Error> {
    let mut purchases = Vec::new();
    for order in orders::paid_orders(db, customer_id).await? {
        let orders::Amounts {
            subtotal,
            discount,
            credit,
            taxes,
            currency,
        } = orders::amounts(db, order.id).await?;
        let saved = lines::saved_taxes(db, order.id).await?;
        purchases.push(Purchase {
            currency,
            subtotal,
            discount,
            credit,
            discount_taxes: saved.discount,
            credit_taxes: saved.credit,
            taxes,
            state: order.state.into_str(),
            purchase_date: order.created_at,
            total: order.total,
            order_number: rules::order_number(order.id),
            purchased_products: lines::purchased_products(db, order.id).await?,
            trans_record_id: order.trans_record_id,
        });
    }
    Ok(purchases)
}
