//! Card numbers and amounts that determine the result of later charges, and the validation of a hosted page.

use serde::{Deserialize, Serialize};

/// Result of a charge on a card. Card setup always succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Behaviour {
    Approve,
    /// Declined for a reason that may pass (not enough money, try again later).
    DeclineSoft,
    /// Permanently declined (lost card, closed account).
    DeclineHard,
    /// No response while the client waits. A later lookup finds the charge approved.
    TimeOutThenApprove,
    /// Nothing is charged, and the answer claims an approval that does not belong to the request.
    BadSignature,
    /// Approved, but for one minor unit more than requested.
    WrongAmount,
    /// Approved, but answered with the numbers of the charge before it.
    RepeatedNumbers,
}

/// Behavior of a card number in later charges.
pub(crate) fn of_card(number: &str) -> Behaviour {
    match number {
        "4000000000000002" => Behaviour::DeclineSoft,
        "4000000000000069" => Behaviour::DeclineHard,
        "4000000000000127" => Behaviour::TimeOutThenApprove,
        "4000000000000119" => Behaviour::BadSignature,
        "4000000000000341" => Behaviour::WrongAmount,
        "4000000000000259" => Behaviour::RepeatedNumbers,
        _ => Behaviour::Approve,
    }
}

/// Behavior of an amount (minor units) on a card that would be approved. The last digits are those of the cards, and
/// the amounts are far above wash prices, so that real prices never match.
pub(crate) fn of_amount(amount: i64) -> Option<Behaviour> {
    match amount {
        900_002 => Some(Behaviour::DeclineSoft),
        900_069 => Some(Behaviour::DeclineHard),
        900_127 => Some(Behaviour::TimeOutThenApprove),
        900_119 => Some(Behaviour::BadSignature),
        900_341 => Some(Behaviour::WrongAmount),
        900_259 => Some(Behaviour::RepeatedNumbers),
        _ => None,
    }
}

/// The check digit rule of payment cards, over 12 to 19 digits.
pub(crate) fn luhn(number: &str) -> bool {
    if !(12..=19).contains(&number.len()) || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(index, byte)| {
            let digit = u32::from(byte - b'0');
            match (index % 2, digit * 2) {
                (0, _) => digit,
                (_, double) if double > 9 => double - 9,
                (_, double) => double,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

/// The network of a card, by its first digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Brand {
    Visa,
    Mastercard,
    Amex,
    Discover,
    Other,
}

impl Brand {
    pub fn of(number: &str) -> Self {
        let lead = |digits: usize| {
            number
                .get(..digits)
                .and_then(|text| text.parse::<u32>().ok())
                .unwrap_or(0)
        };
        match (lead(1), lead(2), lead(4)) {
            (4, _, _) => Self::Visa,
            (_, 51..=55, _) | (_, _, 2221..=2720) => Self::Mastercard,
            (_, 34 | 37, _) => Self::Amex,
            (_, 65, _) | (_, _, 6011) => Self::Discover,
            _ => Self::Other,
        }
    }
}

/// Month and year of a card's expiration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expiry {
    /// 1 to 12.
    pub month: u8,
    /// Four digits.
    pub year: u16,
}

impl Expiry {
    /// Reads `MM/YY`, `MMYY` or `MM/YYYY`, blanks allowed.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if text
            .chars()
            .any(|c| !c.is_ascii_digit() && c != '/' && !c.is_whitespace())
        {
            return None;
        }
        let (month, year) = digits.split_at_checked(2)?;
        let year = match year.len() {
            2 => 2000 + year.parse::<u16>().ok()?,
            4 => year.parse().ok()?,
            _ => return None,
        };
        let month = month.parse().ok().filter(|month| (1..=12).contains(month))?;
        Some(Self { month, year })
    }

    /// The last two digits of the year.
    pub fn short_year(self) -> u16 {
        self.year % 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_cards_are_valid_and_behave_as_documented() {
        for (number, behaviour) in [
            ("4242424242424242", Behaviour::Approve),
            ("4000000000000002", Behaviour::DeclineSoft),
            ("4000000000000069", Behaviour::DeclineHard),
            ("4000000000000127", Behaviour::TimeOutThenApprove),
            ("4000000000000119", Behaviour::BadSignature),
            ("4000000000000341", Behaviour::WrongAmount),
            ("4000000000000259", Behaviour::RepeatedNumbers),
        ] {
            assert!(luhn(number), "{number}");
            assert_eq!(of_card(number), behaviour, "{number}");
            assert_eq!(Brand::of(number), Brand::Visa, "{number}");
        }
    }

    #[test]
    fn luhn_rejects_typos_and_odd_lengths() {
        for number in [
            "4242424242424241",
            "42424242424",
            "4242 4242 4242 4242",
            "",
            "00000000000000000000",
            "424242424242424x",
        ] {
            assert!(!luhn(number), "{number}");
        }
    }

    #[test]
    fn brand_follows_from_the_prefix() {
        assert_eq!(Brand::of("5454545454545454"), Brand::Mastercard);
        assert_eq!(Brand::of("2223003122003222"), Brand::Mastercard);
        assert_eq!(Brand::of("373599005095005"), Brand::Amex);
        assert_eq!(Brand::of("6011000992927602"), Brand::Discover);
        assert_eq!(Brand::of("3530111333300000"), Brand::Other);
    }

    #[test]
    fn expiry_is_parsed_in_common_formats() {
        let expected = Some(Expiry { month: 7, year: 2031 });
        for text in ["07/31", "0731", "07 / 31", "07/2031"] {
            assert_eq!(Expiry::parse(text), expected, "{text}");
        }
        for text in ["", "7/31", "13/31", "00/31", "07-31", "07/311", "aa/bb"] {
            assert_eq!(Expiry::parse(text), None, "{text}");
        }
    }
}
