//! Orders as the merchant's staff see and correct them.

mod acceptances;
mod detail;
mod list;
mod refund;
mod settlement;
mod shipment;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::disputes;
use super::rules::reversal::Reversal;
use crate::http::{Caller, Policy, Routes, limits};

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
        .call(routes!(settlement::settle_reversal), write)
        .call(routes!(disputes::record_dispute), write)
        .call(routes!(disputes::settle_dispute), write)
        .call(routes!(disputes::take_codes_back), write)
        .call(routes!(settlement::settle_order), write)
        .call(routes!(shipment::move_goods), write)
        .call(routes!(detail::resend_order), Policy::attendant(limits::MAIL))
}
