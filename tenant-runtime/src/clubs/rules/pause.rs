//! Pauses of a membership (docs/RULES.md#billing). Pure.

use jiff::Span;
use jiff::civil::Date;

/// Maximum length of a pause, in months.
const LONGEST: i64 = 6;

/// Days without charges, during which the club can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    pub from: Date,
    /// First day after the period.
    pub until: Date,
}

/// Reason why a pause is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::clubs) enum PauseRefusal {
    /// It would end today or earlier.
    Over,
    TooLong,
}

impl Pause {
    /// Pause from `today` on.
    ///
    /// # Errors
    /// [`PauseRefusal`] unless it ends tomorrow at the earliest and in six months at the latest.
    pub(in crate::clubs) fn new(today: Date, until: Date) -> Result<Self, PauseRefusal> {
        if until <= today {
            return Err(PauseRefusal::Over);
        }
        let last = Span::new()
            .try_months(LONGEST)
            .and_then(|months| today.checked_add(months))
            .map_err(|_| PauseRefusal::TooLong)?;
        if until > last {
            return Err(PauseRefusal::TooLong);
        }
        Ok(Self { from: today, until })
    }

    /// Start of a membership's next month after a pause that ended on `day`, or by itself before: days that were paid
    /// for and not used aren't lost. `None` after the end of the calendar.
    pub(in crate::clubs) fn moved(self, next_billing_date: Date, day: Date) -> Option<Date> {
        let days = self.from.until(day.clamp(self.from, self.until)).ok()?.get_days();
        next_billing_date.checked_add(Span::new().try_days(days).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn pause_lasts_from_a_day_to_six_months() {
        let today = date(2026, 8, 31);
        for past in [today, date(2026, 8, 30), date(2020, 1, 1)] {
            assert_eq!(Pause::new(today, past), Err(PauseRefusal::Over));
        }
        assert!(Pause::new(today, date(2026, 9, 1)).is_ok());
        assert!(Pause::new(today, date(2027, 2, 28)).is_ok());
        assert_eq!(Pause::new(today, date(2027, 3, 1)), Err(PauseRefusal::TooLong));
    }

    #[test]
    fn paid_days_follow_the_pause() {
        let pause = Pause::new(date(2026, 11, 25), date(2027, 1, 25)).unwrap();
        let due = date(2026, 12, 20);
        // After 61 days, regardless of when it is read; earlier if resumed.
        for day in [date(2027, 1, 25), date(2027, 6, 1)] {
            assert_eq!(pause.moved(due, day), Some(date(2027, 2, 19)));
        }
        assert_eq!(pause.moved(due, date(2026, 11, 30)), Some(date(2026, 12, 25)));
        assert_eq!(pause.moved(due, date(2026, 11, 25)), Some(due));
    }
}
