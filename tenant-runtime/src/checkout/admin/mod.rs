//! Orders as the merchant's staff see and correct them.

mod acceptances;
mod detail;
mod list;
mod refund;
mod settlement;
mod shipment;

use jiff::Timestamp;
use platform::db::TenantRead;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::disputes;
use super::rules::refund_options::{RefundDestination, RefundReason};
use super::rules::reversal::Reversal;
use crate::gift_cards;
use crate::http::{Caller, Policy, Routes, limits};

/// Gift card that a refund issued.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IssuedCard {
    card_id: i64,
    last_four: String,
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
    /// Null: no reason was chosen.
    reason: Option<RefundReason>,
    destination: RefundDestination,
    /// Gift card that was issued; null: none.
    gift_card: Option<IssuedCard>,
    /// Whether memberships whose months are refunded end with it.
    ends_membership: bool,
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
            reason: reversal.options.reason,
            destination: reversal.options.destination,
            gift_card: None,
            ends_membership: reversal.options.ends_membership,
            created_at: reversal.created_at,
            settled_at: reversal.settled_at,
        }
    }
}

impl OrderReversal {
    /// The same, with the gift card that it issued.
    async fn with_card(self, db: &mut TenantRead) -> Result<Self, sqlx::Error> {
        let issued = gift_cards::issued_by_refund(db, self.reversal_id).await?;
        let gift_card = issued.map(|(card_id, last_four)| IssuedCard { card_id, last_four });
        Ok(Self { gift_card, ..self })
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
