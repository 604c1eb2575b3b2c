//! Cleans and validates personal data, as the forms do (docs/RULES.md#entries). Pure.

mod common_passwords;
mod links;
mod password;
pub(super) mod search;
pub(super) mod text;

use platform::text::{is_dash, is_invisible, visible};
use serde::Serialize;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

pub(super) use links::page_about;
pub use password::new_password;
pub(super) use password::password;

pub(super) use crate::fields::phone as phone_number;
use crate::fields::{Checked, FieldErrors, Notes, email};

const LONGEST_NAME: usize = 60;
const LONGEST_POSTAL_CODE: usize = 16;
const LONGEST_REFERRAL_CODE: usize = 40;

/// Raw input of a sign-up.
#[derive(Clone, Copy)]
pub(super) struct Entries<'a> {
    pub(super) first_name: &'a str,
    pub(super) last_name: &'a str,
    pub(super) email: &'a str,
    pub(super) birthday_month: Option<i64>,
    pub(super) birthday_day: Option<i64>,
    pub(super) zip_postal_code: &'a str,
    pub(super) cell_phone_number: &'a str,
    pub(super) referral_code: Option<&'a str>,
    pub(super) password: &'a str,
}

/// The same, cleaned and valid. The password isn't included.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Profile {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: String,
    pub(super) birthday_month: i64,
    pub(super) birthday_day: i64,
    pub(super) zip_postal_code: String,
    pub(super) cell_phone_number: String,
    /// A friend's code, not looked up yet.
    pub(super) referral_code: Option<String>,
}

/// Fields of an account that its owner may change, cleaned and valid.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Changes {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) zip_postal_code: String,
    pub(super) cell_phone_number: String,
    pub(super) opt_in_to_marketing: bool,
}

/// Validated contact details of a customer, for corrections by staff.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Contact {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: String,
    pub(super) cell_phone_number: String,
    pub(super) zip_postal_code: String,
}

/// Checks every field, so that a form can show all messages at once.
///
/// # Errors
/// A message for each invalid field, by its API name.
pub(super) fn check(entries: Entries<'_>, country: &str) -> Result<Profile, FieldErrors> {
    let mut notes = Notes::default();
    let profile = Profile {
        first_name: notes.take("firstName", name(entries.first_name)),
        last_name: notes.take("lastName", name(entries.last_name)),
        email: notes.take("email", email(entries.email)),
        birthday_month: notes.take("birthdayMonth", month(entries.birthday_month)),
        birthday_day: notes.take("birthdayDay", day(entries.birthday_month, entries.birthday_day)),
        zip_postal_code: notes.take("zipPostalCode", postal_code(entries.zip_postal_code)),
        cell_phone_number: notes.take("cellPhoneNumber", phone_number(entries.cell_phone_number, country)),
        referral_code: referral_code(entries.referral_code),
    };
    notes.take("password", password(entries.password, entries.email));
    notes.into_result(profile)
}

/// Letters of any script with their marks, hyphen, apostrophe, the points of Catalan, Japanese and Hebrew names, and single spaces;
/// everything else is dropped. Composed (NFC), as most keyboards type it, so that one name is one text.
pub(super) fn name(entered: &str) -> Checked<String> {
    let kept: String = entered
        .chars()
        .filter(|character| !is_invisible(*character))
        .map(|character| match character {
            // Apostrophes typed on phones, and characters typed as one.
            '\u{2018}' | '\u{2019}' | '\u{02bc}' | '\u{2032}' | '\u{ff07}' | '\u{b4}' | '`' => '\'',
            // The point of Catalan names.
            '\u{2027}' | '\u{2219}' | '\u{22c5}' => '\u{b7}',
            dash if is_dash(dash) => '-',
            other if other.is_whitespace() => ' ',
            other => other,
        })
        .filter(|character| {
            character.is_alphabetic()
                || is_combining_mark(*character)
                || "-'\u{b7}\u{30fb}\u{5f3}\u{5f4} ".contains(*character)
        })
        .nfc()
        .collect();
    let name = kept
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    if !name.chars().any(char::is_alphabetic) {
        Err(text::REQUIRED)
    } else if name.chars().count() > LONGEST_NAME {
        Err(text::TOO_LONG)
    } else {
        Ok(name)
    }
}

fn month(entered: Option<i64>) -> Checked<i64> {
    entered
        .filter(|month| (1..=12).contains(month))
        .ok_or(if entered.is_none() { text::REQUIRED } else { text::MONTH })
}

/// 1 to the number of days in the month, with February 29, because there is no year. Without a valid month: 1 to 31.
fn day(month: Option<i64>, entered: Option<i64>) -> Checked<i64> {
    let last = match month {
        Some(2) => 29,
        Some(4 | 6 | 9 | 11) => 30,
        _ => 31,
    };
    entered
        .filter(|day| (1..=last).contains(day))
        .ok_or(if entered.is_none() { text::REQUIRED } else { text::DAY })
}

/// At least one word character. The exact format depends on the country.
pub(super) fn postal_code(entered: &str) -> Checked<String> {
    let visible = visible(entered);
    let code = visible.trim();
    if code.is_empty() {
        Err(text::REQUIRED)
    } else if code.chars().count() > LONGEST_POSTAL_CODE
        || code.contains(char::is_control)
        || !code.contains(|c: char| c.is_ascii_alphanumeric() || c == '_')
    {
        Err(text::POSTAL_CODE)
    } else {
        Ok(code.to_owned())
    }
}

/// A friend's code in its stored spelling. An impossible code counts as none: the friend loses a reward, but the new
/// customer still gets an account.
fn referral_code(entered: Option<&str>) -> Option<String> {
    let code = visible(entered?).trim().trim_start_matches('#').to_ascii_uppercase();
    let possible =
        !code.is_empty() && code.len() <= LONGEST_REFERRAL_CODE && code.bytes().all(|b| b.is_ascii_alphanumeric());
    possible.then_some(code)
}

/// For codes that people read to each other: only one of each group of similar characters (0 O, 1 I L, 2 Z, 5 S, 8 B),
/// and no vowels, so that they don't form words.
pub(super) const REFERRAL_ALPHABET: &str = "23456789CDFGHJKMNPQRTVWX";
pub(super) const REFERRAL_LENGTH: usize = 7;

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Entries<'static> {
        Entries {
            first_name: "Ann",
            last_name: "O'Neil-Smith",
            email: "ann@example.com",
            birthday_month: Some(2),
            birthday_day: Some(29),
            zip_postal_code: "85004",
            cell_phone_number: "(602) 555-0143",
            referral_code: Some("#k7qpm2x"),
            password: "Bubbles-42",
        }
    }

    #[test]
    fn valid_entries_are_cleaned() {
        let profile = check(entries(), "US").unwrap();
        assert_eq!(profile.cell_phone_number, "6025550143");
        assert_eq!(profile.referral_code.as_deref(), Some("K7QPM2X"));
        assert_eq!(profile.last_name, "O'Neil-Smith");
    }

    #[test]
    fn every_invalid_field_is_named() {
        let nothing = Entries {
            first_name: "",
            last_name: " ",
            email: "",
            birthday_month: None,
            birthday_day: None,
            zip_postal_code: "",
            cell_phone_number: "",
            referral_code: None,
            password: "",
        };
        let errors = check(nothing, "US").unwrap_err();
        assert_eq!(errors.len(), 8);
        assert!(errors.values().all(|message| *message == text::REQUIRED), "{errors:?}");
    }

    #[test]
    fn names_keep_only_letters() {
        for (entered, kept) in [
            ("  Ann   Mary ", "Ann Mary"),
            ("<script>alert(1)</script>", "scriptalertscript"),
            ("D\u{2019}Arcy", "D'Arcy"),
            ("Zoë", "Zoë"),
            ("محمد\u{202e}", "محمد"),
            ("李\u{200b}雷", "李雷"),
            ("Ann 🚗", "Ann"),
            ("R2-D2", "R-D"),
            ("Ann\r\nBcc: x", "Ann Bcc x"),
            ("Be\u{301}langer", "B\u{e9}langer"),
            ("प्रिया", "प्रिया"),
            ("Nguye\u{302}\u{303}n", "Nguy\u{1ec5}n"),
        ] {
            assert_eq!(name(entered).as_deref(), Ok(kept), "{entered}");
        }
        for nothing in ["", "123", "- '", "🚗", "\u{202e}", "\u{301}"] {
            assert_eq!(name(nothing), Err(text::REQUIRED), "{nothing}");
        }
        assert!(name(&"a".repeat(60)).is_ok());
        assert_eq!(name(&"a".repeat(10_000)), Err(text::TOO_LONG));
    }

    #[test]
    fn birthdays_are_valid_dates() {
        assert_eq!(month(Some(0)), Err(text::MONTH));
        assert_eq!(month(Some(13)), Err(text::MONTH));
        assert_eq!(month(Some(12)), Ok(12));
        for (month, last) in [(1, 31), (2, 29), (4, 30), (6, 30), (9, 30), (11, 30), (12, 31)] {
            assert_eq!(day(Some(month), Some(last)), Ok(last));
            assert_eq!(day(Some(month), Some(last + 1)), Err(text::DAY));
        }
        assert_eq!(day(Some(1), Some(0)), Err(text::DAY));
        assert_eq!(day(Some(13), Some(31)), Ok(31));
    }

    #[test]
    fn postal_codes_contain_a_letter_or_digit() {
        for good in ["85004", "K1A 0B1", "LS1 4DY", "_"] {
            assert!(postal_code(good).is_ok(), "{good}");
        }
        for bad in ["-", "<>", "85004\u{0}", &"1".repeat(17)] {
            assert_eq!(postal_code(bad), Err(text::POSTAL_CODE), "{bad}");
        }
    }

    #[test]
    fn invalid_referral_codes_are_ignored() {
        for none in ["", "#", "<script>", "a b", &"A".repeat(41)] {
            assert_eq!(referral_code(Some(none)), None, "{none}");
        }
    }
}
