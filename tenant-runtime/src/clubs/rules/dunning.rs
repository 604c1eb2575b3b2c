//! End of retries for a declined billing period (docs/RULES.md#billing). Pure.

use jiff::Span;
use jiff::civil::Date;

/// Days after the first decline from which another one ends the membership.
const LAST_DAY: i32 = 7;

/// Days until the extra retry that staff can allow before a decline ends the membership.
const ONE_MORE_TRY: i32 = 3;

/// Local day from which a decline ends the membership. `since`: day of the first one; `last_try_on`: day chosen by
/// staff.
///
/// # Errors
/// After the end of the calendar.
pub fn last_day(since: Date, last_try_on: Option<Date>) -> Result<Date, jiff::Error> {
    let last = since.checked_add(Span::new().try_days(LAST_DAY)?)?;
    Ok(last_try_on.map_or(last, |day| day.max(last)))
}

/// Local day of the extra retry that staff allow on `today`.
///
/// # Errors
/// After the end of the calendar.
pub(in crate::clubs) fn one_more_try(today: Date) -> Result<Date, jiff::Error> {
    today.checked_add(Span::new().try_days(ONE_MORE_TRY)?)
}

/// Whether a decline on `today` ends the membership. `unpaid_since`: day of the first one; `None`: nothing was
/// declined.
///
/// # Errors
/// After the end of the calendar.
pub(in crate::clubs) fn ends_if_declined(
    unpaid_since: Option<Date>,
    last_try_on: Option<Date>,
    today: Date,
) -> Result<bool, jiff::Error> {
    match unpaid_since {
        Some(since) => Ok(last_day(since, last_try_on)? <= today),
        None => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn membership_ends_a_week_after_the_first_decline() {
        let since = date(2026, 12, 20);
        let ends = |day, last_try| ends_if_declined(Some(since), last_try, date(2026, 12, day)).unwrap();
        assert!(!ends(26, None));
        assert!(ends(27, None));
        let last_try = Some(one_more_try(date(2026, 12, 27)).unwrap());
        assert!(!ends(29, last_try));
        assert!(ends(30, last_try));
        assert!(!ends_if_declined(None, None, since).unwrap());
    }
}
