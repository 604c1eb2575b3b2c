//! What a customer has bought.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};

use super::store::{lines, orders};
use super::{Purchase, rules};
use crate::clubs;
use crate::http::Person;
use crate::tenant::Tenant;

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
