//! Phone numbers by country: digits of a national number.

use super::text;
use crate::fields::Checked;

/// Lengths of a national number as commonly written there, including a leading 0.
struct Plan {
    country: &'static str,
    least: usize,
    most: usize,
}

/// National numbering plans (ITU E.164, section "national number"). Others: [`ELSEWHERE`].
const PLANS: &[Plan] = &[
    Plan {
        country: "US",
        least: 10,
        most: 10,
    },
    Plan {
        country: "CA",
        least: 10,
        most: 10,
    },
    Plan {
        country: "GB",
        least: 10,
        most: 11,
    },
    Plan {
        country: "IE",
        least: 9,
        most: 10,
    },
    Plan {
        country: "FR",
        least: 10,
        most: 10,
    },
    Plan {
        country: "DE",
        least: 10,
        most: 12,
    },
    Plan {
        country: "AU",
        least: 10,
        most: 10,
    },
    Plan {
        country: "NZ",
        least: 9,
        most: 11,
    },
];

/// E.164 numbers have at most 15 digits.
const ELSEWHERE: Plan = Plan {
    country: "",
    least: 7,
    most: 15,
};

/// Digits of the entry.
pub(in crate::identity) fn check(entered: &str, country: &str) -> Checked<String> {
    let plan = PLANS.iter().find(|plan| plan.country == country).unwrap_or(&ELSEWHERE);
    let digits: String = entered
        .chars()
        .filter(char::is_ascii_digit)
        .take(plan.most + 1)
        .collect();
    if entered.trim().is_empty() {
        Err(text::REQUIRED)
    } else if (plan.least..=plan.most).contains(&digits.len()) {
        Ok(digits)
    } else {
        Err(text::PHONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_counted_by_country() {
        for (entered, country, digits) in [
            ("(602) 555-0143", "US", "6025550143"),
            ("604 555 0143", "CA", "6045550143"),
            ("0113 496 0143", "GB", "01134960143"),
            ("113 496 0143", "GB", "1134960143"),
            ("01 23 45 67 89", "FR", "0123456789"),
            ("1234567", "XX", "1234567"),
        ] {
            assert_eq!(check(entered, country).as_deref(), Ok(digits));
        }
        for (entered, country) in [
            ("602555014", "US"),
            ("16025550143", "US"),
            ("letters", "US"),
            ("٠١٢٣٤٥٦٧٨٩", "US"),
            ("123456789", "GB"),
            ("012345678901", "GB"),
            ("123456", "XX"),
            (&*"1".repeat(10_000), "XX"),
        ] {
            assert_eq!(check(entered, country), Err(text::PHONE), "{entered} in {country}");
        }
        assert_eq!(check("  ", "US"), Err(text::REQUIRED));
    }
}
