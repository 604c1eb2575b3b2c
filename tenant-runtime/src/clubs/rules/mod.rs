//! Billing periods and uses of a membership (docs/RULES.md#clubs). Pure.

pub mod dunning;
pub mod pause;
pub mod plan_change;
pub mod plates;
pub mod standing;
pub mod uses;

use jiff::Span;
use jiff::civil::Date;
use platform::http::Text;

use crate::catalog::{LimitPeriod, UseLimit};

/// Uses for display, such as `3 of 8 this month`.
pub fn use_count_display(limit: Option<UseLimit>, used: i64) -> Text {
    let Some(UseLimit { count, per }) = limit else {
        return Text::new("Unlimited");
    };
    let text = match per {
        LimitPeriod::Day => "{used} of {count} today",
        LimitPeriod::Month => "{used} of {count} this month",
    };
    Text::new(text).with("used", used).with("count", count)
}

/// Start of the period after the one that starts on `start`: the anchor's day in the next month, or that month's last
/// day. The anchor is kept, so that a short month doesn't move later ones. `None` after the end of the calendar.
pub fn following(anchor: Date, start: Date) -> Option<Date> {
    let month = |date: Date| i64::from(date.year()) * 12 + i64::from(date.month());
    let months = month(start) - month(anchor) + 1;
    anchor.checked_add(Span::new().try_months(months).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::language::Locale;

    /// First days of the periods after the first one.
    fn periods(anchor: Date, count: usize) -> Vec<String> {
        std::iter::successors(following(anchor, anchor), |start| following(anchor, *start))
            .take(count)
            .map(|date| date.to_string())
            .collect()
    }

    #[test]
    fn end_of_a_short_month_keeps_the_anchor() {
        assert_eq!(
            periods(date(2027, 1, 31), 5),
            ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30"]
        );
        assert_eq!(periods(date(2028, 1, 30), 2), ["2028-02-29", "2028-03-30"]);
        assert_eq!(
            periods(date(2028, 2, 29), 3),
            ["2028-03-29", "2028-04-29", "2028-05-29"]
        );
    }

    #[test]
    fn billing_dates_cross_the_year() {
        assert_eq!(periods(date(2026, 12, 15), 2), ["2027-01-15", "2027-02-15"]);
        let thirteenth = periods(date(2026, 10, 31), 13).pop();
        assert_eq!(thirteenth.as_deref(), Some("2027-11-30"));
        // After 366 months it is still the 31st in months that have one.
        assert_eq!(periods(date(2026, 8, 31), 366).pop().as_deref(), Some("2057-02-28"));
    }

    #[test]
    fn end_of_the_calendar_is_handled() {
        assert_eq!(following(date(9999, 12, 31), date(9999, 12, 31)), None);
    }

    #[test]
    fn uses_are_described_by_the_plans_period() {
        let monthly = UseLimit::of_columns(Some(8), Some("month"));
        let shown = |limit, used| Locale::english().say(use_count_display(limit, used));
        assert_eq!(shown(monthly, 3), "3 of 8 this month");
        let daily = UseLimit::of_columns(Some(1), Some("day"));
        assert_eq!(shown(daily, 0), "0 of 1 today");
        assert_eq!(shown(UseLimit::of_columns(None, None), 40), "Unlimited");
    }
}
