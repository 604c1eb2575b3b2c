//! Amounts of money in integer minor units, and the number of minor units per currency unit.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An active ISO 4217 currency, such as `USD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency(&'static str);

/// ISO 4217, list one, by number of decimal places.
const BY_FRACTION_DIGITS: [(u8, &[&str]); 3] = [
    (
        0,
        &[
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
            "XPF",
        ],
    ),
    (
        2,
        &[
            "AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BMD", "BND",
            "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CNY", "COP", "CRC", "CUP", "CVE",
            "CZK", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD",
            "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IRR", "JMD", "KES", "KGS", "KHR", "KPW",
            "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU",
            "MUR", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "PAB", "PEN", "PGK",
            "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE",
            "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TOP", "TRY", "TTD", "TWD", "TZS",
            "UAH", "USD", "UYU", "UZS", "VES", "WST", "XCD", "XCG", "YER", "ZAR", "ZMW", "ZWG",
        ],
    ),
    (3, &["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]),
];

/// Currencies whose cash amounts are rounded, by step in minor units: `cashRounding` and `cashDigits` in Unicode's CLDR, and
/// New Zealand, which has no coins below 10 cents.
const CASH_STEPS: [(i64, &[&str]); 4] = [
    (5, &["AUD", "CAD", "CHF"]),
    (10, &["NZD"]),
    (50, &["DKK"]),
    (
        100,
        &[
            "AMD", "COP", "CRC", "CZK", "GYD", "HUF", "IDR", "MNT", "MUR", "NOK", "PKR", "SEK", "TWD", "TZS", "UZS",
        ],
    ),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an ISO 4217 currency code")]
pub struct InvalidCurrency;

impl Currency {
    pub const USD: Self = Self("USD");

    /// All active currencies.
    pub fn all() -> impl Iterator<Item = Self> {
        BY_FRACTION_DIGITS
            .iter()
            .flat_map(|(_, codes)| codes.iter())
            .map(|code| Self(code))
    }

    pub fn code(&self) -> &'static str {
        self.0
    }

    /// Smallest step of cash amounts, in minor units: 5 for CAD, 100 for SEK, 1 where each minor unit can be paid in cash.
    pub fn cash_step(&self) -> i64 {
        let step = CASH_STEPS.iter().find(|(_, codes)| codes.contains(&self.0));
        step.map_or(1, |(step, _)| *step)
    }

    /// Number of decimal places: 2 for USD, 0 for JPY.
    pub fn fraction_digits(&self) -> u8 {
        BY_FRACTION_DIGITS
            .iter()
            .find(|(_, codes)| codes.contains(&self.0))
            .map_or(2, |(digits, _)| *digits)
    }
}

impl FromStr for Currency {
    type Err = InvalidCurrency;

    fn from_str(text: &str) -> Result<Self, InvalidCurrency> {
        Self::all().find(|currency| currency.0 == text).ok_or(InvalidCurrency)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Machine-readable amount: `1299` in USD is `12.99`. Without symbol or grouping.
pub fn decimal(minor_units: i64, currency: &Currency) -> String {
    let digits = usize::from(currency.fraction_digits());
    let sign = if minor_units < 0 { "-" } else { "" };
    let padded = format!("{:0width$}", minor_units.unsigned_abs(), width = digits + 1);
    let (whole, fraction) = padded.split_at(padded.len() - digits);
    if digits == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{fraction}")
    }
}

/// Parses an amount in the format of [`decimal`] into minor units. Missing decimal places count as zeros.
///
/// `None` for anything else: too many decimal places, grouping, exponents, a sign without digits, overflow.
pub fn parse_decimal(text: &str, currency: &Currency) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((_, "")) => return None,
        Some((whole, fraction)) => (whole, fraction),
        None => (digits, ""),
    };
    let wanted = usize::from(currency.fraction_digits());
    let only_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !only_digits(whole) || !only_digits(fraction) || fraction.len() > wanted {
        return None;
    }
    let sign = if negative { "-" } else { "" };
    format!("{sign}{whole}{fraction:0<wanted$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn currency(code: &str) -> Currency {
        code.parse().unwrap()
    }

    #[test]
    fn amounts_are_formatted() {
        for (minor, code, text) in [
            (1299, "USD", "12.99"),
            (5, "USD", "0.05"),
            (0, "EUR", "0.00"),
            (-5, "GBP", "-0.05"),
            (-123_456, "CAD", "-1234.56"),
            (1299, "JPY", "1299"),
            (0, "JPY", "0"),
            (1299, "KWD", "1.299"),
            (i64::MIN, "USD", "-92233720368547758.08"),
            (i64::MAX, "USD", "92233720368547758.07"),
        ] {
            assert_eq!(decimal(minor, &currency(code)), text);
            assert_eq!(parse_decimal(text, &currency(code)), Some(minor));
        }
    }

    #[test]
    fn short_fractions_are_padded() {
        assert_eq!(parse_decimal("12", &currency("USD")), Some(1200));
        assert_eq!(parse_decimal("12.5", &currency("USD")), Some(1250));
        assert_eq!(parse_decimal("007.10", &currency("USD")), Some(710));
    }

    #[test]
    fn invalid_amounts_are_rejected() {
        for text in [
            "",
            "-",
            ".",
            ".5",
            "5.",
            "1.999",
            "1,299.00",
            "1e3",
            "+1",
            " 1",
            "--1",
            "1.-1",
            "٣",
            "92233720368547758.08",
        ] {
            assert_eq!(parse_decimal(text, &currency("USD")), None, "{text}");
        }
        assert_eq!(parse_decimal("1.0", &currency("JPY")), None);
    }

    #[test]
    fn currencies_match_iso_4217() {
        assert_eq!("usd".parse::<Currency>(), Err(InvalidCurrency));
        assert_eq!("XXX".parse::<Currency>(), Err(InvalidCurrency));
        for (code, digits) in [("USD", 2), ("JPY", 0), ("KRW", 0), ("KWD", 3), ("BHD", 3), ("TND", 3)] {
            assert_eq!(currency(code).fraction_digits(), digits, "{code}");
        }
        for (code, step) in [
            ("USD", 1),
            ("EUR", 1),
            ("CAD", 5),
            ("NZD", 10),
            ("DKK", 50),
            ("SEK", 100),
        ] {
            assert_eq!(currency(code).cash_step(), step, "{code}");
        }
        for code in CASH_STEPS.iter().flat_map(|(_, codes)| codes.iter()) {
            assert_eq!(currency(code).fraction_digits(), 2, "{code}");
        }
        assert_eq!(serde_json::to_string(&currency("CAD")).unwrap(), "\"CAD\"");
        assert!(serde_json::from_str::<Currency>("\"QQQ\"").is_err());
    }
}
