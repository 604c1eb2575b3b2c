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

    /// Title and body in the language of `locale`, English where there is no translation.
    pub(super) fn text(self, locale: &str) -> (&'static str, &'static str) {
        let french = locale.split('-').next() == Some("fr");
        match (self, french) {
            (Self::GiftReceived, false) => ("A Gift For You", "You have received a gift. It is in your wallet."),
            (Self::GiftReceived, true) => (
                "Un cadeau pour vous",
                "Vous avez reçu un cadeau. Il est dans votre portefeuille.",
            ),
            (Self::GoodsShipped, false) => ("On its way", "What you ordered has been sent to you."),
            (Self::GoodsShipped, true) => ("En route", "Votre commande vous a été expédiée."),
            (Self::PasswordChanged, false) => (
                "Password updated!",
                "Your password was changed. If that was not you, please reset it now.",
            ),
            (Self::PasswordChanged, true) => (
                "Mot de passe modifié !",
                "Votre mot de passe a été modifié. Si ce n'était pas vous, réinitialisez-le maintenant.",
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

    #[test]
    fn words_follow_the_sites_language() {
        assert_eq!(Notice::GiftReceived.text("fr-CA").0, "Un cadeau pour vous");
        assert_eq!(Notice::GiftReceived.text("de-DE").0, "A Gift For You");
    }
}
