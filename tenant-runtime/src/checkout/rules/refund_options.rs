//! Options that staff choose for a refund. Pure.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// Reason of a refund, from the list that staff choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::checkout) enum RefundReason {
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
