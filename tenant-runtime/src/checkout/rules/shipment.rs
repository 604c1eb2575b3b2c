//! Fulfillment of merchandise (docs/RULES.md#merchandise). Pure.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// Fulfillment status of merchandise.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
#[schema(as = Fulfillment)]
pub(in crate::checkout) enum ShipmentState {
    AwaitingAddress,
    Queued,
    Packed,
    Shipped,
    Delivered,
    Returned,
    Cancelled,
}

impl ShipmentState {
    /// Display name; an English text of the catalog.
    pub(in crate::checkout) const fn name(self) -> &'static str {
        match self {
            Self::AwaitingAddress => "address needed",
            Self::Queued => "ready to pack",
            Self::Cancelled => "canceled",
            other => other.into_str(),
        }
    }

    /// Whether goods can go from this status to `next`. Before shipping, they can also go back a step.
    pub(in crate::checkout) const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Queued, Self::Packed | Self::Shipped | Self::Cancelled)
                | (Self::Packed, Self::Queued | Self::Shipped | Self::Cancelled)
                | (Self::AwaitingAddress, Self::Cancelled)
                | (Self::Shipped, Self::Delivered | Self::Returned)
                | (Self::Delivered, Self::Returned)
        )
    }

    /// Whether it was shipped and not returned.
    pub(in crate::checkout) const fn is_sent(self) -> bool {
        matches!(self, Self::Shipped | Self::Delivered)
    }

    /// Whether the item is for sale again: it is in stock and refunded, in either order.
    pub(in crate::checkout) const fn is_for_sale_again(self, refunded: bool) -> bool {
        refunded && (self.is_waiting() || matches!(self, Self::Returned))
    }

    /// Whether its address is still needed.
    pub(in crate::checkout) const fn is_waiting(self) -> bool {
        matches!(self, Self::AwaitingAddress | Self::Queued | Self::Packed)
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::ShipmentState::{self, AwaitingAddress, Cancelled, Delivered, Packed, Queued, Returned, Shipped};
    use crate::language::Language;

    #[test]
    fn merchandise_follows_its_status_order() {
        for way in [
            &[Queued, Packed, Shipped, Delivered, Returned][..],
            &[Queued, Shipped, Returned],
            &[Queued, Packed, Queued, Cancelled],
            &[AwaitingAddress, Cancelled],
        ] {
            assert!(way.windows(2).all(|step| step[0].may_become(step[1])), "{way:?}");
        }
        for (from, to) in [
            (Shipped, Cancelled),
            (Shipped, Queued),
            (Delivered, Shipped),
            (Cancelled, Queued),
            (Returned, Shipped),
            (AwaitingAddress, Shipped),
            (Queued, Delivered),
            (Queued, Queued),
        ] {
            assert!(!from.may_become(to), "{from:?} {to:?}");
        }
    }

    #[test]
    fn item_is_for_sale_again_once_returned_and_refunded() {
        for state in [AwaitingAddress, Queued, Packed, Returned] {
            assert!(state.is_for_sale_again(true), "{state:?}");
            assert!(!state.is_for_sale_again(false), "{state:?}: it is its buyer's");
        }
        for state in [Shipped, Delivered, Cancelled] {
            assert!(
                !state.is_for_sale_again(true),
                "{state:?}: it is not here, or back already"
            );
        }
    }

    #[test]
    fn states_round_trip() {
        for &state in ShipmentState::VARIANTS {
            assert_eq!(state.into_str().parse(), Ok(state));
            assert_eq!(serde_json::to_value(state).unwrap(), state.into_str());
        }
        assert_eq!("lost".parse::<ShipmentState>().ok(), None);
    }

    #[test]
    fn every_language_names_the_states() {
        for catalogue in Language::ALL.into_iter().filter_map(Language::catalogue) {
            for state in ShipmentState::VARIANTS {
                assert!(catalogue.find(state.name()).is_some(), "{} {state:?}", catalogue.tag());
            }
        }
    }
}
