//! Remaining uses of a membership (docs/RULES.md#clubs). Pure.

use jiff::civil::Date;

use super::standing::{BillingState, Standing};
use crate::catalog::{LimitPeriod, UseLimit};

/// Reason why a club can't be used now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UseRefusal {
    #[error("no club, or it has ended")]
    NoMember,
    #[error("the club is past due")]
    Suspended,
    #[error("it is paused")]
    Paused,
    #[error("the usage limit is reached")]
    LimitReached,
    #[error("it's for other locations")]
    Elsewhere,
}

/// Uses that count toward a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    pub used: i64,
    /// Held by kiosks during a wash.
    pub reserved: i64,
}

/// Local days whose uses are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::clubs) struct Counted {
    pub(in crate::clubs) from: Date,
    /// The first day after them. `None`: not known yet.
    pub(in crate::clubs) before: Option<Date>,
}

impl Counted {
    /// The days counted together with `day` for `limit`. `start`: of the period of that day; `next`: of the following
    /// one.
    pub(in crate::clubs) fn of(limit: Option<UseLimit>, (start, next): (Date, Option<Date>), day: Date) -> Self {
        match limit.map(|limit| limit.per) {
            Some(LimitPeriod::Day) => Self {
                from: day,
                before: day.tomorrow().ok(),
            },
            Some(LimitPeriod::Month) | None => Self {
                from: start,
                before: next,
            },
        }
    }
}

/// Whether a member with this status can use the club.
///
/// # Errors
/// [`UseRefusal::NoMember`], [`UseRefusal::Suspended`] or [`UseRefusal::Paused`].
pub(in crate::clubs) fn is_usable(standing: Standing) -> Result<(), UseRefusal> {
    match standing.billing {
        _ if !standing.is_live() => Err(UseRefusal::NoMember),
        BillingState::Suspended => Err(UseRefusal::Suspended),
        BillingState::Paused => Err(UseRefusal::Paused),
        BillingState::Ok | BillingState::PastDue => Ok(()),
    }
}

/// Whether `limit` allows another use.
///
/// # Errors
/// [`UseRefusal::LimitReached`]
pub(in crate::clubs) fn has_use_left(limit: Option<UseLimit>, uses: Uses) -> Result<(), UseRefusal> {
    match limit {
        Some(limit) if uses.used + uses.reserved >= limit.count => Err(UseRefusal::LimitReached),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::clubs::rules::standing::Status;

    #[test]
    fn club_is_usable_while_active_or_in_grace() {
        use BillingState::{Ok as Paid, PastDue, Paused, Suspended};
        for (billing, usable) in [
            (Paid, Ok(())),
            (PastDue, Ok(())),
            (Suspended, Err(UseRefusal::Suspended)),
            (Paused, Err(UseRefusal::Paused)),
        ] {
            for status in [Status::Active, Status::EndBillingPending] {
                assert_eq!(is_usable(Standing { status, billing }), usable);
            }
            let status = Status::Inactive;
            assert_eq!(is_usable(Standing { status, billing }), Err(UseRefusal::NoMember));
        }
    }

    #[test]
    fn uses_held_by_kiosks_count() {
        let limit = UseLimit::of_columns(Some(3), Some("month"));
        let uses = |used, reserved| Uses { used, reserved };
        for (uses, left) in [
            (uses(0, 2), Ok(())),
            (uses(2, 0), Ok(())),
            (uses(1, 2), Err(UseRefusal::LimitReached)),
        ] {
            assert_eq!(has_use_left(limit, uses), left);
        }
        assert_eq!(has_use_left(None, uses(1000, 1000)), Ok(()));
    }

    #[test]
    fn uses_are_counted_by_local_day_or_billing_period() {
        let (start, next, day) = (date(2026, 11, 20), date(2026, 12, 20), date(2026, 11, 30));
        let daily = UseLimit::of_columns(Some(1), Some("day"));
        let monthly = UseLimit::of_columns(Some(1), Some("month"));
        let counted = |from, before| Counted { from, before };
        assert_eq!(
            Counted::of(daily, (start, Some(next)), day),
            counted(day, Some(date(2026, 12, 1)))
        );
        assert_eq!(
            Counted::of(monthly, (start, Some(next)), day),
            counted(start, Some(next))
        );
        assert_eq!(Counted::of(monthly, (start, None), day), counted(start, None));
    }
}
