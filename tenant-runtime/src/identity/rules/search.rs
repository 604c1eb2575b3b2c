//! Search terms for customers. Pure.

use crate::fields;
use crate::identity::vehicle;

/// Fewer digits would match everyone.
const FEWEST_DIGITS: usize = 3;

/// Digits of `words`, if they may be part of a phone number at a site in `country`.
pub(in crate::identity) fn phone(words: &str, country: &str) -> Option<String> {
    fields::phone_search(words, country).filter(|digits| digits.len() >= FEWEST_DIGITS)
}

/// `words` in the format of a license plate, if they may be one.
pub(in crate::identity) fn plate(words: &str) -> Option<String> {
    vehicle::license(words).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_number_is_found_by_three_digits() {
        assert_eq!(phone("(602) 555-01", "US").as_deref(), Some("60255501"));
        for none in ["60", "602 Ada", "ada@example.com", ""] {
            assert_eq!(phone(none, "US"), None, "{none}");
        }
    }

    #[test]
    fn possible_plate_is_cleaned_like_a_plate() {
        assert_eq!(plate("suds-1").as_deref(), Some("SUDS1"));
        assert_eq!(plate("a.long@address.example"), None);
    }
}
