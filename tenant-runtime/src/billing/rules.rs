//! Schedule of charges and retries for a club's billing period (docs/RULES.md#billing). Pure.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, Timestamp};

use crate::checkout::Wait;
use crate::clubs::rules::dunning::last_day;
use crate::clubs::rules::following;
use crate::clubs::rules::pause::Pause;
use crate::clubs::rules::standing::{BillingState, EndReason, Status};
use crate::clubs::{Dues, OpenPeriod, Owed};
use crate::domain::Failure;

/// Local hour from which a day's charges run.
const HOUR: i8 = 2;

/// Days after the first decline on which a card that may work later is retried.
const RETRY_DAYS: [i32; 4] = [1, 3, 5, 7];

/// Days after the first decline during which the club still works.
const GRACE_DAYS: i32 = 3;

/// Relative to the last day of a card: from then on, the member is warned that it expires.
const CARD_WARNING_DAYS: i32 = -14;

/// Delay before another attempt if the bank wasn't asked.
const NOT_ASKED: SignedDuration = SignedDuration::from_hours(1);

/// Time after which a responding processor that doesn't ask the bank counts as a decline.
const OUTAGE_WINDOW: SignedDuration = SignedDuration::from_hours(48);

/// Delay of a retry if the processor has been unavailable for longer than [`OUTAGE_WINDOW`].
const LONG_OUTAGE: SignedDuration = SignedDuration::from_hours(6);

/// Interval for checking a charge in progress. Its result is known immediately once it settles.
const UNDER_WAY: SignedDuration = SignedDuration::from_hours(1);

/// Maximum delay of a charge for its period to start on schedule. A later one follows a downtime.
const LATE: SignedDuration = SignedDuration::from_hours(24);

/// Next action for a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing more to do.
    Rest,
    /// Nothing to do before this time.
    Wait(Timestamp),
    /// Charge the period from `start` to `end`. Later periods are counted from `anchor`: after downtime, the day of the
    /// charge, which is also `start`.
    Charge {
        start: Date,
        end: Date,
        anchor: Date,
    },
    Suspend,
    /// The pause ended on that day.
    Resume(Date),
    /// The card is valid until this day.
    WarnOfCard(Date),
    End(EndReason),
}

/// Consequence of an unpaid charge.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unpaid {
    /// The bank wasn't asked, and hasn't been since `since`.
    Again {
        at: Timestamp,
        since: Timestamp,
    },
    Owed(Owed),
    /// Unpaid for too long, or canceled in the meantime.
    Over(EndReason),
}

/// Time for what is due on `day`. If the clock skips that hour, the next one is used.
///
/// # Errors
/// After the end of the calendar.
pub(super) fn instant(day: Date, zone: &TimeZone) -> Result<Timestamp, jiff::Error> {
    Ok(day.at(HOUR, 0, 0, 0).to_zoned(zone.clone())?.timestamp())
}

fn later(day: Date, days: i32) -> Result<Date, jiff::Error> {
    day.checked_add(Span::new().try_days(days)?)
}

/// Action at `now` for the membership with `dues`. `card`: last day of the card on file. `waits`: times when the member's orders or
/// refunds were in doubt, by their start.
///
/// # Errors
/// The date is out of range.
pub(super) fn step(
    dues: &Dues,
    card: Option<Date>,
    waits: &[Wait],
    now: Timestamp,
    zone: &TimeZone,
) -> Result<Step, jiff::Error> {
    let membership = &dues.membership;
    let due = instant(membership.next_billing_date, zone)?;
    if let Some(pause) = dues.pause {
        return resumed(pause, now, zone);
    }
    match (membership.standing.status, dues.open) {
        (Status::Inactive, _) => Ok(Step::Rest),
        (_, Some(open)) if open.is_under_way => Ok(Step::Wait(now + UNDER_WAY)),
        (Status::EndBillingPending, _) if due <= now => Ok(Step::End(EndReason::Cancelled)),
        (Status::Active, Some(open)) => owed(dues, open, waits, now, zone),
        (Status::Active, None) if due <= now => {
            let start = membership.next_billing_date;
            let end = end_of(membership.anchor, start)?;
            charge((start, end), membership.anchor, waited(due, waits), now, zone)
        }
        (Status::Active, None) => match card.filter(|last_day| dues.warned_of_card != Some(*last_day)) {
            None => Ok(Step::Wait(due)),
            Some(last_day) => warn_of_card(last_day, due, now, zone),
        },
        (Status::EndBillingPending, _) => Ok(Step::Wait(due)),
    }
}

fn resumed(pause: Pause, now: Timestamp, zone: &TimeZone) -> Result<Step, jiff::Error> {
    let at = instant(pause.until, zone)?;
    if at <= now {
        Ok(Step::Resume(pause.until))
    } else {
        Ok(Step::Wait(at))
    }
}

fn warn_of_card(last_day: Date, due: Timestamp, now: Timestamp, zone: &TimeZone) -> Result<Step, jiff::Error> {
    let at = instant(later(last_day, CARD_WARNING_DAYS)?, zone)?;
    if at <= now {
        Ok(Step::WarnOfCard(last_day))
    } else {
        Ok(Step::Wait(due.min(at)))
    }
}

/// Time from which a charge that was due at `due` could be sent. While an order or refund was in doubt, the club still worked, so
/// this isn't a downtime.
fn waited(due: Timestamp, waits: &[Wait]) -> Timestamp {
    waits.iter().fold(due, |due, wait| {
        if wait.since.duration_since(due) < LATE {
            due.max(wait.until)
        } else {
            due
        }
    })
}

/// Charges the period from `start` to `end` at `now`, which was due at `due`. If that is a day ago or more, Suds was
/// down or the site suspended, and no one could use the club: the period then starts today, so that members get what
/// they pay for.
fn charge(
    (start, end): (Date, Date),
    anchor: Date,
    due: Timestamp,
    now: Timestamp,
    zone: &TimeZone,
) -> Result<Step, jiff::Error> {
    if now.duration_since(due) < LATE {
        return Ok(Step::Charge { start, end, anchor });
    }
    let today = now.to_zoned(zone.clone()).date();
    Ok(Step::Charge {
        start: today,
        end: end_of(today, today)?,
        anchor: today,
    })
}

/// End of the period that starts on `start`.
fn end_of(anchor: Date, start: Date) -> Result<Date, jiff::Error> {
    following(anchor, start).ok_or_else(|| jiff::Error::from_args(format_args!("the calendar ends")))
}

/// The open period, or the current one if no attempt could be made until the open one was over: periods that could
/// never be charged aren't charged later.
fn unasked_period(dues: &Dues, open: OpenPeriod, now: Timestamp, zone: &TimeZone) -> Result<(Date, Date), jiff::Error> {
    let (mut start, mut end) = (open.start, open.end);
    if open.not_asked_since.is_none() || dues.unpaid_since.is_some() {
        return Ok((start, end));
    }
    while instant(end, zone)? <= now {
        (start, end) = (end, end_of(dues.membership.anchor, end)?);
    }
    Ok((start, end))
}

/// Action for an unpaid period.
fn owed(dues: &Dues, open: OpenPeriod, waits: &[Wait], now: Timestamp, zone: &TimeZone) -> Result<Step, jiff::Error> {
    if let Some(at) = open.next_attempt_at.filter(|at| *at <= now) {
        let period = unasked_period(dues, open, now, zone)?;
        return charge(period, dues.membership.anchor, waited(at, waits), now, zone);
    }
    let turn = match (dues.unpaid_since, dues.membership.standing.billing) {
        (None, _) => None,
        (Some(since), BillingState::PastDue) => Some((instant(later(since, GRACE_DAYS)?, zone)?, Step::Suspend)),
        // However late it is, for example after an outage of the processor.
        (Some(_), _) if open.next_attempt_at.is_some() => None,
        (Some(since), _) => {
            let last = instant(last_day(since, open.last_try_on)?, zone)?;
            Some((last, Step::End(EndReason::Nonpayment)))
        }
    };
    match turn {
        Some((at, step)) if at <= now => Ok(step),
        turn => {
            let next = [open.next_attempt_at, turn.map(|(at, _)| at)]
                .into_iter()
                .flatten()
                .min();
            Ok(Step::Wait(next.unwrap_or(now + UNDER_WAY)))
        }
    }
}

/// Consequence of `failure` at `now`.
///
/// # Errors
/// The date is out of range.
pub(super) fn unpaid(dues: &Dues, failure: Failure, now: Timestamp, zone: &TimeZone) -> Result<Unpaid, jiff::Error> {
    if dues.membership.standing.status != Status::Active {
        return Ok(Unpaid::Over(EndReason::Cancelled));
    }
    let since = dues.open.and_then(|open| open.not_asked_since).unwrap_or(now);
    let is_long = now.duration_since(since) >= OUTAGE_WINDOW;
    match failure {
        Failure::Unreachable => {
            let at = now + if is_long { LONG_OUTAGE } else { NOT_ASKED };
            return Ok(Unpaid::Again { at, since });
        }
        Failure::NotAsked if !is_long => {
            let at = now + NOT_ASKED;
            return Ok(Unpaid::Again { at, since });
        }
        Failure::NotAsked | Failure::Soft | Failure::Hard => {}
    }
    let today = now.to_zoned(zone.clone()).date();
    let since = dues.unpaid_since.unwrap_or(today);
    let day = since.until(today)?.get_days();
    let last_day = last_day(since, dues.open.and_then(|open| open.last_try_on))?;
    if today >= last_day {
        return Ok(Unpaid::Over(EndReason::Nonpayment));
    }
    let again = match RETRY_DAYS.into_iter().find(|retry| *retry > day) {
        _ if failure == Failure::Hard => None,
        Some(retry) => Some(later(since, retry)?),
        // Staff have allowed one more try.
        None => Some(last_day),
    };
    let again = match again {
        Some(day) => Some((instant(day, zone)?, day)),
        None => None,
    };
    Ok(Unpaid::Owed(Owed {
        since,
        again,
        suspended_on: later(since, GRACE_DAYS)?,
    }))
}

#[cfg(test)]
mod tests;
