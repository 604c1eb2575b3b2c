//! Amounts as the processors write them: two decimals, no grouping.

/// Writes minor units.
pub(crate) fn decimal(minor: i64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

/// Reads an amount with exactly two decimals. The result is in minor units.
pub(crate) fn parse_decimal(text: &str) -> Option<i64> {
    let (whole, cents) = text.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || cents.len() != 2 || !digits(whole) || !digits(cents) {
        return None;
    }
    Some(whole.parse::<i64>().ok()? * 100 + cents.parse::<i64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_two_decimals() {
        for (text, minor) in [("0.00", 0), ("12.99", 1299), ("1000.05", 100_005)] {
            assert_eq!(parse_decimal(text), Some(minor));
            assert_eq!(decimal(minor), text);
        }
        for text in ["", "12", "12.9", "12.999", ".99", "-1.00", "1,000.00", "1e3.00"] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
    }
}
