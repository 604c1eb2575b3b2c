//! Amounts in the processors' notation: decimals of the account's currency without grouping.

/// Fraction digits of a merchant account's currency: two, unless the account's ID ends with the code of another one, as in `1013-JPY`.
fn fraction_digits(merchant: &str) -> usize {
    match merchant.rsplit_once('-').map(|(_, code)| code) {
        Some("JPY" | "KRW") => 0,
        Some("KWD" | "BHD") => 3,
        _ => 2,
    }
}

/// Writes minor units of a merchant account's currency.
pub(crate) fn decimal(merchant: &str, minor: i64) -> String {
    let digits = fraction_digits(merchant);
    let text = format!("{minor:0width$}", width = digits + 1);
    match text.split_at(text.len() - digits) {
        (whole, "") => whole.to_owned(),
        (whole, fraction) => format!("{whole}.{fraction}"),
    }
}

/// Reads an amount with exactly the fraction digits of a merchant account's currency. The result is in minor units.
pub(crate) fn parse_decimal(merchant: &str, text: &str) -> Option<i64> {
    let digits = fraction_digits(merchant);
    let (whole, fraction) = match digits {
        0 => (text, ""),
        _ => text.split_once('.')?,
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || fraction.len() != digits || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    format!("{whole}{fraction}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_the_fraction_digits_of_the_account() {
        for (merchant, text, minor) in [
            ("worldpay:1013", "0.00", 0),
            ("worldpay:1013", "12.99", 1299),
            ("worldpay:1013", "1000.05", 100_005),
            ("worldpay:1013-USD", "0.05", 5),
            ("worldpay:1013-JPY", "2824", 2824),
            ("worldpay:1013-JPY", "0", 0),
            ("moneris:store5-KWD", "1.250", 1250),
            ("moneris:store5-KWD", "0.005", 5),
        ] {
            assert_eq!(parse_decimal(merchant, text), Some(minor), "{merchant}");
            assert_eq!(decimal(merchant, minor), text, "{merchant}");
        }
        for text in ["", "12", "12.9", "12.999", ".99", "-1.00", "1,000.00", "1e3.00"] {
            assert_eq!(parse_decimal("worldpay:1013", text), None, "{text}");
        }
        for text in ["", "12.00", "12.", "-1", "1e3"] {
            assert_eq!(parse_decimal("worldpay:1013-JPY", text), None, "{text}");
        }
    }
}
