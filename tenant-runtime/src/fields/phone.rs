//! Phone numbers by country. Pure. The forms have the same rule (`web/src/shared/format/phone-rules.ts`); both sides test the
//! same cases.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization as _;

use super::Checked;
use super::text::{PHONE, REQUIRED};

/// Numbering plan of a country (ITU-T E.164).
struct Plan {
    countries: &'static [&'static str],
    /// Country code.
    code: &'static str,
    /// Prefix of calls abroad.
    exit: &'static str,
    /// Digit in front of the area code in numbers as people write them within the country.
    trunk: &'static str,
    /// Number of digits, including the trunk digit. Some are written without it.
    digits: RangeInclusive<usize>,
    /// Groups of digits, each with the text before it. Empty where groups vary.
    groups: &'static [(&'static str, usize)],
}

const fn plan(
    countries: &'static [&'static str],
    [code, exit, trunk]: [&'static str; 3],
    digits: RangeInclusive<usize>,
    groups: &'static [(&'static str, usize)],
) -> Plan {
    Plan {
        countries,
        code,
        exit,
        trunk,
        digits,
        groups,
    }
}

const PLANS: &[Plan] = &[
    plan(
        &["US", "CA", "PR"],
        ["1", "011", ""],
        10..=10,
        &[("(", 3), (") ", 3), ("-", 4)],
    ),
    plan(&["GB"], ["44", "00", "0"], 10..=11, &[("", 5), (" ", 6)]),
    plan(&["IE"], ["353", "00", "0"], 9..=10, &[]),
    plan(
        &["FR"],
        ["33", "00", "0"],
        10..=10,
        &[("", 2), (" ", 2), (" ", 2), (" ", 2), (" ", 2)],
    ),
    plan(&["DE"], ["49", "00", "0"], 7..=12, &[]),
    plan(&["AT"], ["43", "00", "0"], 7..=14, &[]),
    plan(
        &["CH"],
        ["41", "00", "0"],
        10..=10,
        &[("", 3), (" ", 3), (" ", 2), (" ", 2)],
    ),
    plan(&["BE"], ["32", "00", "0"], 9..=10, &[]),
    plan(&["LU"], ["352", "00", ""], 6..=11, &[]),
    plan(&["ES"], ["34", "00", ""], 9..=9, &[("", 3), (" ", 3), (" ", 3)]),
    plan(&["MX"], ["52", "00", ""], 10..=10, &[]),
    plan(&["AU"], ["61", "0011", "0"], 10..=10, &[]),
    plan(&["NZ"], ["64", "00", "0"], 9..=11, &[]),
];

/// Up to 15 digits, with or without a country code.
const ELSEWHERE: Plan = plan(&[], ["", "", ""], 7..=15, &[]);

/// More digits are never a number.
const MOST_DIGITS: usize = 24;

fn plan_of(country: &str) -> &'static Plan {
    let known = PLANS.iter().find(|plan| plan.countries.contains(&country));
    known.unwrap_or(&ELSEWHERE)
}

impl Plan {
    /// Digits as written within the country; `None` with another country's code.
    fn national(&self, entered: &str) -> Option<String> {
        let mut is_international = false;
        let mut digits = String::new();
        for c in entered.nfkc() {
            is_international |= c == '+' && digits.is_empty();
            if c.is_ascii_digit() && digits.len() < MOST_DIGITS {
                digits.push(c);
            }
        }
        let abroad = if is_international {
            Some(digits.as_str())
        } else {
            digits.strip_prefix(self.exit)
        };
        let subscriber = abroad.and_then(|number| number.strip_prefix(self.code));
        if self.code.is_empty() {
            return Some(digits);
        }
        match subscriber {
            // '+44 (0)113 …' has both prefixes.
            Some(number) => Some(format!(
                "{}{}",
                self.trunk,
                number.strip_prefix(self.trunk).unwrap_or(number)
            )),
            None if is_international => None,
            None => Some(self.without_long_distance(&digits).to_owned()),
        }
    }

    /// North American numbers are also written with their country code alone: '1-602-555-0143'.
    fn without_long_distance<'a>(&self, digits: &'a str) -> &'a str {
        let number = digits.strip_prefix(self.code).filter(|_| self.code == "1");
        number
            .filter(|number| self.digits.contains(&number.len()))
            .unwrap_or(digits)
    }
}

/// Digits of a customer's number, without its country code.
///
/// # Errors
/// Message for the field.
pub fn phone(entered: &str, country: &str) -> Checked<String> {
    if entered.trim().is_empty() {
        return Err(REQUIRED);
    }
    let plan = plan_of(country);
    plan.national(entered)
        .filter(|digits| plan.digits.contains(&digits.len()))
        .ok_or(PHONE)
}

/// The number in the country's groups. One that doesn't fit, or whose groups vary, is unchanged.
pub fn grouped_phone(number: &str, country: &str) -> String {
    let plan = plan_of(country);
    let Ok(digits) = phone(number, country) else {
        return number.to_owned();
    };
    if plan.groups.is_empty() {
        return number.to_owned();
    }
    let mut rest = digits.as_str();
    let mut grouped = String::new();
    for (before, length) in plan.groups {
        if rest.is_empty() {
            break;
        }
        let (group, after) = rest.split_at_checked(*length).unwrap_or((rest, ""));
        grouped.push_str(before);
        grouped.push_str(group);
        rest = after;
    }
    grouped
}

/// Number of any country as it is dialed: without blanks and separators; other characters are kept.
pub fn dialed(entered: &str) -> String {
    entered.nfkc().filter(|c| !is_separator(*c)).collect()
}

/// Digits to find among stored numbers, if `words` may be part of one: without the country's prefixes, which not every number
/// has.
pub fn phone_search(words: &str, country: &str) -> Option<String> {
    let dialed = dialed(words);
    let digits = dialed.strip_prefix('+').unwrap_or(&dialed);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let plan = plan_of(country);
    let Some(national) = plan.national(&dialed) else {
        return Some(digits.to_owned());
    };
    let is_whole = plan.digits.contains(&national.len());
    let subscriber = national.strip_prefix(plan.trunk).filter(|_| is_whole);
    Some(subscriber.unwrap_or(&national).to_owned())
}

/// Characters that people and programs put between digits; `c` is normalized (NFKC).
fn is_separator(c: char) -> bool {
    platform::text::is_invisible(c) || platform::text::is_dash(c) || c.is_whitespace() || "()./".contains(c)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Cases {
        stored: Vec<[String; 3]>,
        rejected: Vec<[String; 2]>,
        shown: Vec<[String; 3]>,
    }

    fn cases() -> Cases {
        let json = include_str!("../../../web/src/shared/format/cases/phones.json");
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn numbers_are_parsed_as_in_the_forms() {
        for [entered, country, digits] in cases().stored {
            let read = phone(&entered, &country);
            assert_eq!(read.as_deref(), Ok(digits.as_str()), "{entered} in {country}");
        }
        for [entered, country] in cases().rejected {
            assert_eq!(phone(&entered, &country), Err(PHONE), "{entered} in {country}");
        }
        assert_eq!(phone(&"1".repeat(10_000), "XX"), Err(PHONE));
        assert_eq!(phone("  ", "US"), Err(REQUIRED));
    }

    #[test]
    fn numbers_are_formatted_as_on_the_pages() {
        for [number, country, shown] in cases().shown {
            assert_eq!(grouped_phone(&number, &country), shown, "{number} in {country}");
        }
    }

    #[test]
    fn stored_number_is_found_in_each_format() {
        let found = |words: &str, country: &str| phone_search(words, country);
        for words in [
            "(480) 555-7788",
            "+1 480 555 7788",
            "1-480-555-7788",
            "480\u{a0}555\u{a0}7788",
            "480\u{2011}555\u{2011}7788",
        ] {
            assert_eq!(found(words, "US").as_deref(), Some("4805557788"), "{words}");
        }
        for words in ["0113 496 0143", "113 496 0143", "+44 (0)113 496 0143"] {
            assert_eq!(found(words, "GB").as_deref(), Some("1134960143"), "{words}");
        }
        assert_eq!(found("555-01", "US").as_deref(), Some("55501"));
        assert_eq!(found("+1 480", "US").as_deref(), Some("480"));
        for none in ["602 Ada", "ada@example.com", "+", ""] {
            assert_eq!(found(none, "US"), None, "{none}");
        }
    }
}
