//! Codes and expiry of items. Pure.

pub mod item;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use platform::random::Random;
use strum::IntoStaticStr;

use crate::catalog::tax::Price;
use crate::fields::ungrouped;

/// Class of a code: its first digit (docs/RULES.md#codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum CodeClass {
    Wash = 1,
    Bundle = 2,
    /// Free item from an offer or points.
    Award = 3,
    Discount = 4,
    /// A token that uses a club.
    Club = 7,
    /// A token that charges the card on file.
    AirPay = 8,
}

impl CodeClass {
    /// Class of `code`, if it is one of ours.
    pub fn of(code: &str) -> Option<Self> {
        [
            Self::Wash,
            Self::Bundle,
            Self::Award,
            Self::Discount,
            Self::Club,
            Self::AirPay,
        ]
        .into_iter()
        .find(|class| code.starts_with(char::from(b'0' + *class as u8)))
    }
}

/// Type of an item; its name is stored and returned as `itemType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(const_into_str)]
pub enum ItemKind {
    /// Purchased wash.
    AppWash,
    /// Wash of a purchased bundle.
    AppBundle,
    /// Award for points.
    AppPoints,
    /// Free item of an offer.
    Item,
    /// Discount on one item, in minor units.
    DollarDiscItem { amount: i64 },
    /// Discount on the whole purchase, in minor units.
    DollarDiscTrans { amount: i64 },
}

impl ItemKind {
    /// Class of its code.
    pub const fn class(self) -> CodeClass {
        match self {
            Self::AppWash => CodeClass::Wash,
            Self::AppBundle => CodeClass::Bundle,
            Self::AppPoints | Self::Item => CodeClass::Award,
            Self::DollarDiscItem { .. } | Self::DollarDiscTrans { .. } => CodeClass::Discount,
        }
    }

    /// Amount in minor units, if it is a discount.
    pub const fn discount(self) -> Option<i64> {
        match self {
            Self::DollarDiscItem { amount } | Self::DollarDiscTrans { amount } => Some(amount),
            Self::AppWash | Self::AppBundle | Self::AppPoints | Self::Item => None,
        }
    }
}

/// A discount for its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discount {
    pub item_id: i64,
    pub name: String,
    pub amount: Price,
    /// Whether it applies to one item; otherwise, to the whole purchase.
    pub off_one: bool,
}

/// Expiry of an item, at the end of a local day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// A year from today.
    Year,
    /// This many days from today.
    Days(i64),
    On(Date),
    Never,
}

/// Number of digits of a code.
const CODE_LENGTH: usize = 12;

/// Code as typed or scanned, with or without spaces and dashes; `None` if a digit is wrong or missing.
pub fn read_code(entered: &str) -> Option<String> {
    let digits = ungrouped(entered);
    (digits.len() == CODE_LENGTH && passes_luhn(&digits)).then_some(digits)
}

/// A new code: class digit, ten random digits and a Luhn check digit.
pub fn new_code(random: &dyn Random, class: CodeClass) -> String {
    let digits = format!("{}{}", class as u8, random.digits(10));
    let check = luhn_digit(&digits);
    format!("{digits}{check}")
}

/// The check digit for `digits` by Luhn's algorithm (ISO/IEC 7812-1, annex B).
pub fn luhn_digit(digits: &str) -> u32 {
    let sum: u32 = digits
        .bytes()
        .rev()
        .map(|byte| u32::from(byte.wrapping_sub(b'0')))
        .enumerate()
        .map(|(index, digit)| {
            if index % 2 == 0 {
                digit * 2 / 10 + digit * 2 % 10
            } else {
                digit
            }
        })
        .sum();
    (10 - sum % 10) % 10
}

/// Whether the last digit of `digits` is the Luhn check digit of the others. Only digits pass.
pub fn passes_luhn(digits: &str) -> bool {
    digits.len() > 1
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && luhn_digit(&digits[..digits.len() - 1]).to_string() == digits[digits.len() - 1..]
}

/// Last valid local day of an item issued at `now`; `None` for no expiry.
pub(super) fn good_until(now: Timestamp, zone: &TimeZone, expiry: Expiry) -> Option<Date> {
    let span = match expiry {
        Expiry::Year => Span::new().years(1),
        Expiry::Days(days) => Span::new().try_days(days).ok()?,
        Expiry::On(last) => return Some(last),
        Expiry::Never => return None,
    };
    now.to_zoned(zone.clone()).date().checked_add(span).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::random::SeededRandom;

    #[test]
    fn codes_have_a_class_twelve_digits_and_a_check_digit() {
        let random = SeededRandom::new(1);
        for _ in 0..1000 {
            let code = new_code(&random, CodeClass::Wash);
            assert_eq!(code.len(), 12);
            assert!(code.starts_with('1'));
            assert_eq!(luhn_digit(&code[..11]).to_string(), code[11..]);
        }
        // The published example of the algorithm.
        assert_eq!(luhn_digit("7992739871"), 3);
        assert!(passes_luhn("79927398713"));
        for wrong in ["79927398710", "", "0", "7992739871x", "７９"] {
            assert!(!passes_luhn(wrong), "{wrong}");
        }
    }

    #[test]
    fn codes_are_parsed_as_displayed_and_wrong_digits_detected() {
        let code = new_code(&SeededRandom::new(2), CodeClass::Bundle);
        let shown = format!(" {} {}-{} ", &code[..4], &code[4..8], &code[8..]);
        assert_eq!(read_code(&shown).as_ref(), Some(&code));
        assert_eq!(CodeClass::of(&code), Some(CodeClass::Bundle));
        for at in 0..code.len() {
            let digit = code.as_bytes()[at] - b'0';
            let wrong = char::from(b'0' + (digit + 1) % 10).to_string();
            let mistyped = [&code[..at], &wrong, &code[at + 1..]].concat();
            assert_eq!(read_code(&mistyped), None, "{mistyped}");
        }
        for none in [
            "",
            "79927398713",
            &code[1..],
            &format!("{code}0"),
            "１０４８２２５９７３１６",
        ] {
            assert_eq!(read_code(none), None, "{none}");
        }
        assert_eq!(CodeClass::of("0"), None);
        for kind in [
            ItemKind::AppPoints,
            ItemKind::Item,
            ItemKind::DollarDiscItem { amount: 1 },
        ] {
            let code = new_code(&SeededRandom::new(3), kind.class());
            assert_eq!(CodeClass::of(&code), Some(kind.class()));
        }
    }

    #[test]
    fn item_expires_after_a_year_of_local_days_or_as_the_product_says() {
        let zone = TimeZone::get("America/Phoenix").unwrap();
        let evening: Timestamp = "2026-11-21T05:00:00Z".parse().unwrap();
        assert_eq!(
            good_until(evening, &zone, Expiry::Year).unwrap().to_string(),
            "2027-11-20"
        );
        assert_eq!(
            good_until(evening, &zone, Expiry::Days(90)).unwrap().to_string(),
            "2027-02-18"
        );
        let leap: Timestamp = "2028-02-29T18:00:00Z".parse().unwrap();
        assert_eq!(good_until(leap, &zone, Expiry::Year).unwrap().to_string(), "2029-02-28");
        let last = Date::constant(2026, 12, 24);
        assert_eq!(good_until(evening, &zone, Expiry::On(last)), Some(last));
        assert_eq!(good_until(evening, &zone, Expiry::Never), None);
    }
}
