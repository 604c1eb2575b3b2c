//! The events that customers are told of, and their words. Pure.

use strum::{EnumString, IntoStaticStr};

/// An event worth telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Notice {
    /// Somebody's gift came into the wallet.
    GiftReceived,
    /// Goods of an order have left.
    GoodsShipped,
    /// The password was changed, and every other session ended.
    PasswordChanged,
}

impl Notice {
    /// Title and body.
    pub(super) const fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::GiftReceived => ("A Gift For You", "You have received a gift. It is in your wallet."),
            Self::GoodsShipped => ("On its way", "What you ordered has been sent to you."),
            Self::PasswordChanged => (
                "Password updated!",
                "Your password was changed. If that was not you, please reset it now.",
            ),
        }
    }
}
