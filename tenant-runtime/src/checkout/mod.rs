//! Quote, purchase, orders, receipts.

mod jobs;
mod ledger;
mod place;
mod purchases;
mod quote;
mod receipt;
mod rules;
mod settle;
mod status;
mod store;

pub use jobs::register_jobs;
pub use purchases::{Purchase, purchases_of};
pub use store::has_open_order;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::catalog::ProductType;
use crate::http::{Policy, Routes, limits};

/// What a customer wants to buy: one element of `products` per unit.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderBody {
    #[schema(min_items = 1)]
    pub products: Vec<OrderItem>,
    /// Where it is bought: prices are taxed for this location. 0 or absent: the customer's home location, else the site's first.
    #[serde(default)]
    pub location_id: Option<i64>,
    /// Minor units; the total that the customer was shown. Another one is refused with `price_changed`.
    #[serde(default)]
    pub expected_total: Option<i64>,
    /// Shipping address.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub address: Option<Value>,
    #[serde(default)]
    pub accepted_terms: Option<bool>,
}

/// One unit.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    pub product_id: i64,
    #[serde(default)]
    pub is_gift: bool,
}

/// One priced unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteLine {
    pub product_id: i64,
    pub product_type: ProductType,
    pub name: String,
    /// Minor units, net.
    pub price: i64,
    /// Minor units.
    pub taxes: i64,
}

/// What an order would cost, in minor units of `currency`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Quote {
    pub lines: Vec<QuoteLine>,
    pub subtotal: i64,
    pub taxes: i64,
    pub total: i64,
    pub currency: String,
}

/// How an order went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderResult {
    pub approved: bool,
    /// Authorisation code, decline reason, or `pending` while the payment is being checked.
    pub code: String,
    pub trans_record_id: String,
    pub order_number: String,
    /// Minor units.
    pub total: i64,
    /// For the customer.
    pub message: String,
}

pub fn routes() -> Routes {
    Routes::default()
        .call(routes!(quote::quote_order), Policy::customer(limits::READ))
        .call(
            routes!(place::place_order),
            Policy::customer(limits::ORDER).idempotent(),
        )
        .call(routes!(status::get_order), Policy::customer(limits::READ))
        .call(routes!(purchases::list_purchases), Policy::customer(limits::READ))
        .call(routes!(purchases::resend_receipt), Policy::customer(limits::MAIL))
}
