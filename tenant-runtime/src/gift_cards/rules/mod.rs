//! Numbers and states of gift cards (docs/RULES.md#gift-cards). Pure.

pub mod hold;

use platform::random::Random;
use strum::{EnumString, IntoStaticStr};

use crate::catalog::MAX_STORED_VALUE;
use crate::fields::Checked;
use crate::fields::text::REQUIRED;
use crate::fields::ungrouped;
use crate::wallet::rules::{luhn_digit, passes_luhn};

/// Number of digits (docs/RULES.md#gift-cards).
const LENGTH: usize = 19;

/// Part of the product (docs/RULES.md#entries).
const DIGITS: &str = "Must only include numbers";
const NOT_VALID: &str = "Enter a valid card number.";

/// Message for an unknown number.
pub const NOT_FOUND: &str = "Card not found";

/// Whether a card with this balance can take `load` more.
pub fn has_room(balance: i64, load: i64) -> bool {
    balance.saturating_add(load) <= *MAX_STORED_VALUE
}

/// A new number: 9, which no payment card starts with, seventeen random digits and a Luhn check digit.
pub(super) fn new_number(random: &dyn Random) -> String {
    let digits = format!("9{}", random.digits(LENGTH - 2));
    let check = luhn_digit(&digits);
    format!("{digits}{check}")
}

/// Digits of a number as people write it, with dashes or spaces.
///
/// # Errors
/// Message for the form.
pub fn parse_number(entered: &str) -> Result<String, &'static str> {
    let number = ungrouped(entered);
    if number.is_empty() {
        Err(REQUIRED)
    } else if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        Err(DIGITS)
    } else if number.len() > LENGTH || !passes_luhn(&number) {
        Err(NOT_VALID)
    } else {
        Ok(number)
    }
}

/// Last digits of a card, if `words` could be those.
pub(super) fn last_four(words: &str) -> Option<String> {
    let digits = words.trim();
    (digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.to_owned())
}

/// Checks whether staff can add `amount` to a card with this balance, or deduct it.
///
/// # Errors
/// Message about the amount.
pub(super) fn adjustment(balance: i64, amount: i64) -> Checked<i64> {
    if amount == 0 || amount.unsigned_abs() > MAX_STORED_VALUE.unsigned_abs() {
        Err("Enter an amount.")
    } else if balance.saturating_add(amount) < 0 {
        Err("The card's balance is too low.")
    } else if amount > 0 && !has_room(balance, amount) {
        Err("This amount exceeds the card's limit.")
    } else {
        Ok(amount)
    }
}

/// A number in groups of four digits.
pub fn grouped(number: &str) -> String {
    let fours: Vec<String> = number
        .chars()
        .collect::<Vec<_>>()
        .chunks(4)
        .map(|four| four.iter().collect())
        .collect();
    fours.join("-")
}

/// Status of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum State {
    /// Not issued yet.
    Inactive,
    Active,
    /// Blocked by the merchant.
    Blocked,
    /// Voided permanently.
    Void,
}

impl State {
    /// Message of the balance check.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Inactive => "Card not active",
            Self::Active => "Active",
            Self::Blocked => "Card blocked",
            Self::Void => "Card no longer valid",
        }
    }
}

/// Maximum amount that can be deducted from a card for the refund of a line that loaded `loaded`: at most its balance.
pub fn refundable(loaded: i64, balance: i64) -> i64 {
    loaded.min(balance).max(0)
}

#[cfg(test)]
mod tests {
    use platform::random::SeededRandom;

    use super::*;

    #[test]
    fn adjustment_keeps_the_balance_between_zero_and_the_maximum() {
        assert_eq!(adjustment(500, -500), Ok(-500));
        assert_eq!(adjustment(0, *MAX_STORED_VALUE), Ok(*MAX_STORED_VALUE));
        for (balance, amount) in [
            (500, 0),
            (500, -501),
            (1, *MAX_STORED_VALUE),
            (0, i64::MIN),
            (0, i64::MAX),
        ] {
            assert!(adjustment(balance, amount).is_err(), "{balance} {amount}");
        }
    }

    #[test]
    fn last_four_digits_are_searchable() {
        assert_eq!(last_four(" 0042 ").as_deref(), Some("0042"));
        for none in ["42", "00425", "a042", ""] {
            assert_eq!(last_four(none), None, "{none}");
        }
    }

    #[test]
    fn new_numbers_start_with_nine_and_pass_the_check() {
        let random = SeededRandom::new(3);
        let numbers: std::collections::BTreeSet<_> = (0..1000).map(|_| new_number(&random)).collect();
        assert_eq!(numbers.len(), 1000);
        for number in numbers {
            assert!(number.len() == 19 && number.starts_with('9'), "{number}");
            assert_eq!(parse_number(&number), Ok(number));
        }
    }

    #[test]
    fn published_luhn_vectors_pass_and_their_neighbors_fail() {
        // ISO/IEC 7812-1 and test cards of large processors.
        for number in ["79927398713", "4242424242424242", "4012888888881881"] {
            assert_eq!(parse_number(number).as_deref(), Ok(number));
        }
        for number in ["79927398710", "79927398714", "4242424242424241", "4012888888881818"] {
            assert_eq!(parse_number(number), Err(NOT_VALID), "{number}");
        }
    }

    #[test]
    fn numbers_are_parsed_with_separators() {
        assert_eq!(parse_number(" 7992-7398-713 ").as_deref(), Ok("79927398713"));
        for (entered, message) in [
            ("", REQUIRED),
            (" - ", REQUIRED),
            ("7992739871x", DIGITS),
            ("٧٩٩٢", DIGITS),
            ("é", DIGITS),
            ("00000000000000000000", NOT_VALID),
            ("0", NOT_VALID),
        ] {
            assert_eq!(parse_number(entered), Err(message), "{entered:?}");
        }
    }

    #[test]
    fn numbers_are_grouped_by_four() {
        assert_eq!(grouped("9123456789012345678"), "9123-4567-8901-2345-678");
        assert_eq!(grouped(""), "");
    }

    #[test]
    fn states_round_trip() {
        for text in ["inactive", "active", "blocked", "void"] {
            assert_eq!(text.parse::<State>().unwrap().into_str(), text);
        }
        assert_eq!("lost".parse::<State>().ok(), None);
    }

    #[test]
    fn card_balance_is_limited_to_2000() {
        assert!(has_room(0, 200_000) && has_room(199_999, 1));
        assert!(!has_room(200_000, 1) && !has_room(1, i64::MAX));
    }

    #[test]
    fn refund_never_exceeds_the_balance() {
        assert_eq!(refundable(5000, 5000), 5000);
        assert_eq!(refundable(5000, 1200), 1200);
        assert_eq!(refundable(5000, 9000), 5000);
        assert_eq!(refundable(5000, 0), 0);
    }
}
