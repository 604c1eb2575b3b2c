//! Normalized forms in which the address, card and plate of the same person compare equal
//! (docs/RULES.md#the-same-person). Pure.

use platform::keys::Purpose;
use strum::IntoStaticStr;

use crate::fields::email_key;

/// Identifier of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Identifier {
    Email,
    Card,
    Plate,
}

impl Identifier {
    /// Purpose of the key for its digests. Each identifier type has its own, so that digests of different types can't
    /// be compared.
    pub(super) const fn purpose(self) -> Purpose {
        match self {
            Self::Email => Purpose("person-email"),
            Self::Card => Purpose("person-card"),
            Self::Plate => Purpose("person-plate"),
        }
    }
}

/// An address without case and tag: `Ann+2@Example.com` becomes `ann@example.com`.
pub(super) fn folded_email(email: &str) -> String {
    let key = email_key(email);
    let Some((local, domain)) = key.rsplit_once('@') else {
        return key;
    };
    match local.split_once('+') {
        Some((name, _)) if !name.is_empty() => format!("{name}@{domain}"),
        _ => key,
    }
}

/// A card by brand, last four digits and expiry date, because no processor reveals more of its number.
pub(super) fn folded_card(brand: &str, last_four: &str, (year, month): (i64, i64)) -> String {
    format!("{}|{last_four}|{year}|{month}", brand.to_lowercase())
}

/// A license plate with its state or province. `license`: as stored for a vehicle.
pub(super) fn folded_plate(license: &str, state: &str) -> String {
    format!("{license}|{}", state.trim().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_compare_without_case_and_tag() {
        for (email, folded) in [
            (" Ann@Example.COM ", "ann@example.com"),
            ("ann+2@example.com", "ann@example.com"),
            ("ann+a+b@example.com", "ann@example.com"),
            ("a.nn@example.com", "a.nn@example.com"),
            ("+@example.com", "+@example.com"),
            ("ann", "ann"),
        ] {
            assert_eq!(folded_email(email), folded);
        }
    }

    #[test]
    fn plates_compare_with_their_state() {
        assert_eq!(folded_plate("SUDS1", "AZ"), folded_plate("SUDS1", " az"));
        assert_ne!(folded_plate("SUDS1", "AZ"), folded_plate("SUDS1", "CA"));
    }

    #[test]
    fn cards_compare_by_brand_digits_and_expiry() {
        let card = folded_card("Visa", "4242", (2030, 12));
        assert_eq!(card, folded_card("VISA", "4242", (2030, 12)));
        for other in [
            folded_card("Mastercard", "4242", (2030, 12)),
            folded_card("Visa", "4241", (2030, 12)),
            folded_card("Visa", "4242", (2030, 1)),
            folded_card("Visa", "4242", (2031, 12)),
        ] {
            assert_ne!(card, other);
        }
    }
}
