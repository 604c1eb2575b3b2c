use platform::text::{is_dash, is_invisible};

/// A number without spaces, dashes and invisible characters between its digits: `1048-2259 7316` becomes `104822597316`.
pub fn ungrouped(entered: &str) -> String {
    let is_between = |c: char| c.is_whitespace() || is_dash(c) || is_invisible(c);
    entered.chars().filter(|c| !is_between(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_numbers_are_cleaned() {
        assert_eq!(ungrouped(" 1234-5678 "), "12345678");
        assert_eq!(ungrouped("1048 2259\u{a0}7316"), "104822597316");
        assert_eq!(ungrouped("1048\u{2011}2259\u{2013}7316\u{200b}"), "104822597316");
        assert_eq!(ungrouped("12x"), "12x");
    }
}
