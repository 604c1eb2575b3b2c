//! Headings, expiry and texts of gifts. Pure.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan as _};

/// Time a gift waits for an account with its recipient's address (docs/RULES.md#gifts).
pub const HELD: SignedDuration = SignedDuration::from_hours(24 * 365);

/// Default heading of a gift: 'A Gift For You'.
pub(super) const NO_HEADER: i64 = 3;

/// Headings by number (docs/RULES.md#gifts).
const HEADERS: [&str; 9] = [
    "Happy Birthday!",
    "Congratulations!",
    "Good Luck!",
    "A Gift For You",
    "Thank You!",
    "For You!",
    "Happy Thanksgiving!",
    "Merry Christmas!",
    "Happy Holidays!",
];

/// The heading with this number.
pub(super) fn header(number: i64) -> &'static str {
    let known = usize::try_from(number).ok().and_then(|index| HEADERS.get(index));
    known.unwrap_or(&HEADERS[3])
}

/// End of the waiting period of a gift sent at `now`.
pub(super) fn held_until(now: Timestamp) -> Timestamp {
    now + HELD
}

/// Last whole day of a gift that waits until `expires_at`, for texts that include the day.
pub(super) fn last_day(expires_at: Timestamp, zone: TimeZone) -> Date {
    expires_at.to_zoned(zone).date().saturating_sub(1.day())
}

/// Lines of a gift message for an email, without characters that would break its layout.
pub(super) fn message_lines(message: &str) -> Vec<String> {
    message
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_control()).collect::<String>())
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

/// Sender's name for the recipient; `None` if the sender's account was deleted.
pub fn full_name(first: Option<&str>, last: Option<&str>) -> Option<String> {
    let name = format!("{} {}", first.unwrap_or_default(), last.unwrap_or_default());
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_match_the_specification() {
        let texts: Vec<_> = (0..9).map(header).collect();
        assert_eq!(
            texts,
            [
                "Happy Birthday!",
                "Congratulations!",
                "Good Luck!",
                "A Gift For You",
                "Thank You!",
                "For You!",
                "Happy Thanksgiving!",
                "Merry Christmas!",
                "Happy Holidays!"
            ]
        );
        assert_eq!(header(NO_HEADER), "A Gift For You");
        assert_eq!(header(99), "A Gift For You");
    }

    #[test]
    fn gifts_wait_for_365_days() {
        let now: Timestamp = "2027-11-20T15:00:00Z".parse().unwrap();
        // Includes a leap day.
        assert_eq!(held_until(now).to_string(), "2028-11-19T15:00:00Z");
    }

    #[test]
    fn last_day_of_a_gift_is_complete() {
        let last =
            |instant: &str| last_day(instant.parse().unwrap(), TimeZone::get("America/Phoenix").unwrap()).to_string();
        assert_eq!(last("2028-11-19T15:00:00Z"), "2028-11-18");
        // In Phoenix it is still November 18.
        assert_eq!(last("2028-11-19T05:00:00Z"), "2028-11-17");
        assert_eq!(last("2028-11-19T07:00:00Z"), "2028-11-18");
    }

    #[test]
    fn gift_messages_are_plain_lines() {
        assert_eq!(
            message_lines("  Dear Bob,\r\n\n\thave \u{7}fun \n"),
            ["Dear Bob,", "have fun"]
        );
        assert!(message_lines(" \n ").is_empty());
    }

    #[test]
    fn names_are_joined() {
        assert_eq!(full_name(Some("Ada"), Some("O'Neil")).as_deref(), Some("Ada O'Neil"));
        assert_eq!(full_name(Some("Ada"), None).as_deref(), Some("Ada"));
        assert_eq!(full_name(None, None), None);
    }
}
