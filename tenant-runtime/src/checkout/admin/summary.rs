//! What a list says of an order.

use std::fmt;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// An order in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::checkout) struct OrderSummary {
    pub(in crate::checkout) trans_record_id: String,
    pub(in crate::checkout) order_number: String,
    /// `pending`, `unknown`, `flagged`, `paid`, `failed`, `partially_refunded`, `refunded` or `voided`.
    pub(in crate::checkout) state: String,
    /// Who placed it; null once the account is deleted.
    pub(in crate::checkout) user_id: Option<String>,
    /// Null once the account is deleted.
    pub(in crate::checkout) customer_name: Option<String>,
    pub(in crate::checkout) customer_email: Option<String>,
    pub(in crate::checkout) products: Vec<OrderedProduct>,
    pub(in crate::checkout) location_id: Option<i64>,
    /// Minor units.
    pub(in crate::checkout) subtotal: i64,
    /// Minor units.
    pub(in crate::checkout) taxes: i64,
    /// Minor units.
    pub(in crate::checkout) total: i64,
    /// Minor units of `total` that were refunded.
    pub(in crate::checkout) given_back: i64,
    /// Minor units of `total` that the customer's bank took back, and has not returned.
    pub(in crate::checkout) disputed: i64,
    pub(in crate::checkout) currency: String,
    /// Authorisation code, or the reason of a decline.
    pub(in crate::checkout) code: String,
    #[schema(value_type = String, format = DateTime)]
    pub(in crate::checkout) created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(in crate::checkout) settled_at: Option<Timestamp>,
}

/// What was ordered, under the name that it was sold by.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::checkout) struct OrderedProduct {
    pub(in crate::checkout) name: String,
    pub(in crate::checkout) quantity: i64,
}

impl fmt::Display for OrderedProduct {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, quantity } = self;
        match quantity {
            1 => out.write_str(name),
            _ => write!(out, "{quantity} × {name}"),
        }
    }
}
