//! What a customer has bought.

use jiff::Timestamp;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::rules;
use super::store::{lines, orders};
use crate::catalog::ProductType;
use crate::http::Person;
use crate::tenant::Tenant;

/// A paid order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    #[schema(value_type = String, format = DateTime)]
    pub purchase_date: Timestamp,
    /// ISO 4217 code of the amounts.
    pub currency: String,
    /// Minor units.
    pub total: i64,
    /// Minor units.
    pub subtotal: i64,
    /// Minor units.
    pub taxes: i64,
    /// `paid`, `partially_refunded`, `refunded` or `voided`.
    pub state: &'static str,
    pub trans_record_id: String,
    pub order_number: String,
    pub purchased_products: Vec<PurchasedProduct>,
}

/// Units of the same product, together.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchasedProduct {
    pub name: String,
    pub quantity: i64,
    /// Minor units, net.
    pub unit_price: i64,
    pub is_gift: bool,
    pub gifted_email: Option<String>,
    /// The recipient's name.
    pub gifted_to: Option<String>,
    pub fulfillable: bool,
    pub app_product_type: ProductType,
    /// Where goods are on their way: `queued`, `packed`, `shipped`, …; null for what is not sent.
    pub fulfillment_state: Option<String>,
}

impl PurchasedProduct {
    /// Whether its codes lie in the wallet of who bought it.
    pub(super) fn is_in_own_wallet(&self) -> bool {
        self.app_product_type.has_codes() && !self.is_gift
    }
}

/// Paid orders, newest first
#[utoipa::path(get, path = "/users/purchases", tag = "checkout",
    responses((status = 200, body = Envelope<Vec<Purchase>>)))]
pub(super) async fn list_purchases(tenant: Tenant, person: Person) -> Result<Answer<Vec<Purchase>>, ApiError> {
    Ok(Answer(purchases_of(&mut tenant.read().await?, person.id).await?))
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
            taxes,
            currency,
        } = orders::amounts(db, order.id).await?;
        purchases.push(Purchase {
            currency,
            subtotal,
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
