//! The events that customers are told of, and their words. Pure.

/// An event worth telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Somebody's gift came into the wallet.
    GiftReceived,
    /// Goods of an order have left.
    GoodsShipped,
    /// The password was changed, and every other session ended.
    PasswordChanged,
}

impl Notice {
    const ALL: [Self; 3] = [Self::GiftReceived, Self::GoodsShipped, Self::PasswordChanged];

    /// How it is stored.
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::GiftReceived => "gift_received",
            Self::GoodsShipped => "goods_shipped",
            Self::PasswordChanged => "password_changed",
        }
    }

    pub(super) fn parse(kind: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notice| notice.kind() == kind)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_again() {
        for notice in Notice::ALL {
            assert_eq!(Notice::parse(notice.kind()), Some(notice));
        }
        assert_eq!(Notice::parse("of a later build"), None);
    }
}
