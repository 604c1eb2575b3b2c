//! Rules for club changes, and the credit for the rest of a paid period (docs/RULES.md#clubs). Pure.

use jiff::civil::Date;

use super::standing::{BillingState, Standing, Status};

/// Reason why a member can't change clubs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeRefusal {
    #[error("it's the member's current club")]
    SameClub,
    #[error("a period is unpaid or being charged")]
    Owed,
    #[error("the member's club is paused")]
    Paused,
    #[error("the member's club is canceled")]
    Cancelled,
}

/// When another club replaces the member's current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::clubs) enum Begins {
    AtOnce,
    /// When the paid month ends.
    NextMonth,
}

/// Whether staff can move a member to another club when the paid month ends. `owes`: a month is owed or being charged.
///
/// # Errors
/// The reason why not.
pub(in crate::clubs) fn may_be_moved(standing: Standing, owes: bool) -> Result<(), ChangeRefusal> {
    match (standing.status, standing.billing) {
        (_, BillingState::PastDue | BillingState::Suspended) => Err(ChangeRefusal::Owed),
        (_, BillingState::Paused) => Err(ChangeRefusal::Paused),
        (_, BillingState::Ok) if owes => Err(ChangeRefusal::Owed),
        (Status::EndBillingPending | Status::Inactive, BillingState::Ok) => Err(ChangeRefusal::Cancelled),
        (Status::Active, BillingState::Ok) => Ok(()),
    }
}

/// When a member can switch to a club that costs `then` per month. `owes`: a month is owed or being charged; `now`:
/// price of the member's next month. In minor units.
///
/// # Errors
/// The reason why it isn't possible.
pub(in crate::clubs) fn may_change(
    standing: Standing,
    owes: bool,
    now: i64,
    then: i64,
) -> Result<Begins, ChangeRefusal> {
    may_be_moved(standing, owes)?;
    Ok(if then <= now { Begins::NextMonth } else { Begins::AtOnce })
}

/// A paid month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::clubs) struct PaidMonth {
    pub(in crate::clubs) start: Date,
    /// First day after the period.
    pub(in crate::clubs) end: Date,
    /// Minor units: payment and credit, including tax if the club was sold at a gross price.
    pub(in crate::clubs) worth: i64,
}

impl PaidMonth {
    /// Value of the remaining days of the period on `today`, in minor units, rounded down. `until`: first unpaid day,
    /// which a pause moves.
    pub(in crate::clubs) fn unused(self, today: Date, until: Date) -> i64 {
        let length = days(self.start, self.end);
        if length <= 0 {
            return 0;
        }
        let left = days(today, until).clamp(0, length);
        let unused = i128::from(self.worth) * i128::from(left) / i128::from(length);
        i64::try_from(unused).unwrap_or(self.worth)
    }
}

fn days(from: Date, to: Date) -> i32 {
    from.until(to).map_or(0, |span| span.get_days())
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn november() -> PaidMonth {
        PaidMonth {
            start: date(2026, 11, 20),
            end: date(2026, 12, 20),
            worth: 2500,
        }
    }

    #[test]
    fn remaining_days_include_today() {
        let month = november();
        let until = month.end;
        assert_eq!(month.unused(date(2026, 11, 20), until), 2500, "nothing of it was used");
        // 20 of 30 days: 1666.67, rounded down.
        assert_eq!(month.unused(date(2026, 11, 30), until), 1666);
        assert_eq!(month.unused(date(2026, 12, 19), until), 83);
        assert_eq!(month.unused(date(2026, 12, 20), until), 0);
        assert_eq!(month.unused(date(2027, 3, 1), until), 0);
        // A week's pause moved its end.
        assert_eq!(month.unused(date(2026, 12, 7), date(2026, 12, 27)), 1666);
    }

    #[test]
    fn only_members_without_debt_change_and_only_upgrades_are_immediate() {
        use BillingState::{Ok as Paid, PastDue, Paused, Suspended};
        let of = |status, billing| Standing { status, billing };
        let active = of(Status::Active, Paid);
        assert_eq!(may_change(active, false, 2500, 4000), Ok(Begins::AtOnce));
        assert_eq!(may_change(active, true, 2500, 4000), Err(ChangeRefusal::Owed));
        for then in [2500, 900] {
            assert_eq!(may_change(active, false, 2500, then), Ok(Begins::NextMonth));
        }
        for (standing, refusal) in [
            (of(Status::Active, PastDue), ChangeRefusal::Owed),
            (of(Status::Active, Suspended), ChangeRefusal::Owed),
            (of(Status::Active, Paused), ChangeRefusal::Paused),
            (of(Status::EndBillingPending, Paid), ChangeRefusal::Cancelled),
        ] {
            assert_eq!(may_change(standing, false, 2500, 4000), Err(refusal));
        }
    }

    proptest! {
        #[test]
        fn credit_is_given_once_and_never_exceeds_the_payment(
            worth in 0_i64..10_000_000,
            length in 28_i32..=31,
            begun in 0_i32..=31,
            later in 0_i32..=31,
        ) {
            let start = date(2026, 11, 20);
            let end = start.checked_add(length.days()).unwrap();
            let month = PaidMonth { start, end, worth };
            let unused = |day: i32| month.unused(start.checked_add(day.days()).unwrap(), end);
            let (at_first, then) = (unused(begun), unused(begun + later));
            prop_assert!((0..=worth).contains(&at_first));
            prop_assert!(then <= at_first, "a day that passes gives nothing back");
            prop_assert_eq!(unused(0), worth);
            prop_assert_eq!(unused(length), 0);
            // To the cent: used days are paid in full, and rounding costs less than a cent.
            let used = i64::from(begun.min(length)) * worth;
            let paid_for_them = (worth - at_first) * i64::from(length);
            prop_assert!((used..used + i64::from(length)).contains(&paid_for_them));
        }
    }
}
