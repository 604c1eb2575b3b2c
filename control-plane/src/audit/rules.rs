//! Time ranges of audit log filters.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::Asked;

/// Start (inclusive) and end (exclusive) in milliseconds. Days out of range are clamped to nothing or everything.
pub(super) fn span(asked: &Asked) -> (Option<i64>, Option<i64>) {
    let zone = asked.time_zone.clone().unwrap_or(TimeZone::UTC);
    let after = |day: Date| day.tomorrow().map_or(i64::MAX, |day| beginning(day, &zone));
    (asked.from.map(|day| beginning(day, &zone)), asked.to.map(after))
}

fn beginning(day: Date, zone: &TimeZone) -> i64 {
    let beyond = if day.year() < 0 { i64::MIN } else { i64::MAX };
    day.to_zoned(zone.clone())
        .map_or(beyond, |midnight| midnight.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(from: &str, to: &str, zone: &str) -> Asked {
        Asked {
            from: from.parse().ok(),
            to: to.parse().ok(),
            time_zone: TimeZone::get(zone).ok(),
            ..Asked::default()
        }
    }

    #[test]
    fn day_ends_at_the_next_midnight() {
        assert_eq!(span(&Asked::default()), (None, None));
        assert_eq!(
            span(&asked("1970-01-02", "1970-01-02", "UTC")),
            (Some(86_400_000), Some(172_800_000))
        );
        // The day on which clocks go forward has 23 hours.
        let (from, until) = span(&asked("2026-03-29", "2026-03-29", "Europe/Berlin"));
        assert_eq!(until.zip(from).map(|(until, from)| until - from), Some(23 * 3_600_000));
    }

    #[test]
    fn first_and_last_representable_days_are_accepted() {
        let (from, until) = span(&asked("-009999-01-01", "9999-12-31", "Pacific/Kiritimati"));
        assert!(from < Some(0) && until == Some(i64::MAX), "{from:?} {until:?}");
        assert_eq!(span(&asked("9999-12-31", "", "America/Los_Angeles")).0, Some(i64::MAX));
    }
}
