//! Customers as the merchant's staff find and correct them.

mod access;
mod contact;
mod list;
mod subject;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

pub(super) use subject::subject;

use crate::http::{Caller, Policy, Role, Routes, limits};

/// A customer in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::identity) struct CustomerSummary {
    pub(in crate::identity) user_id: String,
    pub(in crate::identity) name: String,
    pub(in crate::identity) email: String,
    /// Digits of the national number.
    pub(in crate::identity) cell_phone_number: String,
    /// The number plate; null: no vehicle was entered.
    pub(in crate::identity) license: Option<String>,
    pub(in crate::identity) role: Role,
    pub(in crate::identity) email_confirmed: bool,
    pub(in crate::identity) blocked: bool,
    pub(in crate::identity) home_location_id: Option<i64>,
    #[schema(value_type = String, format = DateTime)]
    pub(in crate::identity) created_at: Timestamp,
    /// Null: not in a session that is remembered.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(in crate::identity) last_seen_at: Option<Timestamp>,
}

pub(super) fn routes() -> Routes {
    let manager = Policy::manager(limits::WRITE);
    Routes::default()
        .call(
            routes!(list::list_customers),
            Policy::attendant(limits::READ).table_for(Caller::Manager),
        )
        .call(routes!(contact::change_contact), manager)
        .call(routes!(contact::change_vehicle), manager)
        .call(routes!(access::block_customer), manager)
        .call(routes!(access::unblock_customer), manager)
        .call(routes!(access::log_customer_out), manager)
        .call(
            routes!(access::send_confirmation_again),
            Policy::attendant(limits::MAIL),
        )
}
