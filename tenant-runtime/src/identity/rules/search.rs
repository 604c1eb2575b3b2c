//! Search terms for customers. Pure.

use crate::identity::vehicle;

/// Fewer digits would match everyone.
const FEWEST_DIGITS: usize = 3;

/// Digits of `words`, if they may be part of a phone number.
pub(in crate::identity) fn telephone(words: &str) -> Option<String> {
    let digits: String = words.chars().filter(char::is_ascii_digit).collect();
    let is_one = words.chars().all(|c| c.is_ascii_digit() || " ()+-./".contains(c));
    (is_one && digits.len() >= FEWEST_DIGITS).then_some(digits)
}

/// `words` in the format of a license plate, if they may be one.
pub(in crate::identity) fn plate(words: &str) -> Option<String> {
    vehicle::license(words).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_telephone_number_is_looked_for_by_its_digits() {
        assert_eq!(telephone("(602) 555-01").as_deref(), Some("60255501"));
        for none in ["60", "602 Ada", "ada@example.com", ""] {
            assert_eq!(telephone(none), None, "{none}");
        }
    }

    #[test]
    fn what_may_be_a_plate_is_cleaned_as_plates_are() {
        assert_eq!(plate("suds-1").as_deref(), Some("SUDS1"));
        assert_eq!(plate("a.long@address.example"), None);
    }
}
