//! Orders as the merchant's staff see and correct them.

mod acceptances;
mod detail;
mod dispute;
mod list;
mod refund;
mod resend;
mod settlement;
mod shipment;

use std::fmt;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::error::CheckoutError;
use super::rules::reversal::Reversal;
use crate::http::{Caller, Policy, Routes, limits};

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

/// A refund or void, made or under way.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderReversal {
    reversal_id: i64,
    /// `void` or `refund`.
    kind: &'static str,
    /// `initiated`, `done`, `declined`, or `unknown`, which staff settle after asking the processor.
    state: &'static str,
    /// Minor units.
    amount: i64,
    /// Authorisation code, or the reason of a refusal.
    code: String,
    /// As in the audit.
    requested_by: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    settled_at: Option<Timestamp>,
}

impl From<Reversal> for OrderReversal {
    fn from(reversal: Reversal) -> Self {
        Self {
            reversal_id: reversal.id,
            kind: reversal.kind.into_str(),
            state: reversal.state.into_str(),
            amount: reversal.amount,
            code: reversal.code,
            requested_by: reversal.requested_by,
            created_at: reversal.created_at,
            settled_at: reversal.settled_at,
        }
    }
}

pub(super) fn routes() -> Routes {
    let read = Policy::attendant(limits::READ);
    let write = Policy::manager(limits::WRITE);
    Routes::default()
        .call(routes!(list::list_orders), read.table_for(Caller::Manager))
        .call(routes!(acceptances::list_acceptances), Policy::manager(limits::READ))
        .call(routes!(detail::get_order), read)
        .call(routes!(refund::refund_lines), write.takes_idempotency_key())
        .call(routes!(refund::void_order), write.takes_idempotency_key())
        .call(routes!(refund::settle_reversal), write)
        .call(routes!(dispute::record_dispute), write)
        .call(routes!(dispute::settle_dispute), write)
        .call(routes!(settlement::settle_order), write)
        .call(routes!(shipment::move_goods), write)
        .call(routes!(resend::resend_order), Policy::attendant(limits::MAIL))
}

/// The id of a line or reversal in a path; what is none leads nowhere.
fn id_in_path(text: &str) -> Result<i64, CheckoutError> {
    text.parse().map_err(|_| CheckoutError::NotFound)
}
