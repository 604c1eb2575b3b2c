//! A refund or void, its states and the options that staff choose for it. Pure.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

pub(in crate::checkout) use crate::payments::processor::ReversalKind as Kind;

/// Reason for a refund.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RefundReason {
    CustomerRequest,
    ServiceProblem,
    WrongItem,
    Duplicate,
    Fraud,
    Other,
}

/// Destination of refunded money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::checkout) enum RefundDestination {
    /// The card that paid.
    #[default]
    Card,
    /// A new gift card for the customer.
    GiftCard,
}

/// Options of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct RefundOptions {
    /// `None`: no reason was chosen.
    pub(in crate::checkout) reason: Option<RefundReason>,
    pub(in crate::checkout) destination: RefundDestination,
    /// Whether merchandise that was not sent returns to stock.
    pub(in crate::checkout) restocks: bool,
    /// Whether memberships whose months are refunded end when the refund settles.
    pub(in crate::checkout) ends_membership: bool,
}

impl Default for RefundOptions {
    fn default() -> Self {
        Self {
            reason: None,
            destination: RefundDestination::Card,
            restocks: true,
            ends_membership: false,
        }
    }
}

/// Refund or void to be stored.
#[derive(Clone, Copy, Debug)]
pub(in crate::checkout) struct NewReversal<'a> {
    /// At the processor, ours.
    pub(in crate::checkout) reference: &'a str,
    pub(in crate::checkout) order_id: i64,
    pub(in crate::checkout) kind: Kind,
    /// Minor units.
    pub(in crate::checkout) amount: i64,
    /// Actor, as in the audit log.
    pub(in crate::checkout) requested_by: &'a str,
    pub(in crate::checkout) options: RefundOptions,
}

/// A refund or void.
#[derive(Clone, Debug)]
pub(in crate::checkout) struct Reversal {
    pub(in crate::checkout) id: i64,
    /// At the processor, ours; `None`: an earlier version wrote it.
    pub(in crate::checkout) reference: Option<String>,
    pub(in crate::checkout) order_id: i64,
    pub(in crate::checkout) kind: Kind,
    pub(in crate::checkout) state: ReversalState,
    /// Minor units.
    pub(in crate::checkout) amount: i64,
    /// Actor, as in the audit log.
    pub(in crate::checkout) requested_by: String,
    /// Authorization code or decline reason.
    pub(in crate::checkout) code: String,
    pub(in crate::checkout) created_at: Timestamp,
    pub(in crate::checkout) settled_at: Option<Timestamp>,
    pub(in crate::checkout) options: RefundOptions,
}

impl Reversal {
    /// Whether the processor is asked for it. A refund of nothing, or as a gift card, leaves the charge alone.
    pub(in crate::checkout) fn moves_charge(&self) -> bool {
        self.amount > 0 && self.options.destination == RefundDestination::Card
    }

    /// Whether a gift card is issued for it.
    pub(in crate::checkout) fn issues_gift_card(&self) -> bool {
        self.amount > 0 && self.options.destination == RefundDestination::GiftCard
    }

    /// Whether the money was, or may have been, returned.
    pub(in crate::checkout) fn is_or_may_be_done(&self) -> bool {
        self.state != ReversalState::Declined
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::checkout) enum ReversalState {
    /// Written down; the processor is being asked.
    Initiated,
    /// Unknown: staff check with the processor and record the result here.
    Unknown,
    Done,
    Declined,
}

impl ReversalState {
    /// Parses a stored text. Staff must handle values unknown to this build.
    pub(in crate::checkout) fn parse(text: &str) -> Self {
        text.parse().unwrap_or(Self::Unknown)
    }

    pub(in crate::checkout) const fn is_unsettled(self) -> bool {
        matches!(self, Self::Initiated | Self::Unknown)
    }
}

/// Whether one of `others`, which reverse the same charge, has the same amount.
pub(in crate::checkout) fn has_twin(reversal: &Reversal, others: &[Reversal]) -> bool {
    others.iter().any(|other| {
        other.id != reversal.id
            && other.moves_charge()
            && other.kind == reversal.kind
            && other.amount == reversal.amount
            && other.state != ReversalState::Declined
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refunds_of_equal_amounts_are_indistinguishable() {
        let reversal = |id, kind, amount| Reversal {
            id,
            reference: None,
            order_id: 1,
            kind,
            state: ReversalState::Unknown,
            amount,
            requested_by: "system".to_owned(),
            code: String::new(),
            created_at: "2026-11-20T15:00:00Z".parse().unwrap(),
            settled_at: None,
            options: RefundOptions::default(),
        };
        let part = reversal(1, Kind::Refund, 300);
        let others = [part.clone(), reversal(2, Kind::Refund, 300)];
        assert!(has_twin(&part, &others));
        assert!(!has_twin(&part, &others[..1]), "it is not its own twin");
        let declined = Reversal {
            state: ReversalState::Declined,
            ..others[1].clone()
        };
        assert!(!has_twin(&part, &[declined]));
    }
}
