//! When a month of a club is charged, tried again and given up (docs/RULES.md#billing). Pure.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, Timestamp};

use crate::clubs::rules::following;
use crate::clubs::rules::pause::Pause;
use crate::clubs::rules::standing::{BillingState, EndReason, Status};
use crate::clubs::{Dues, OpenPeriod, Owed};
use crate::domain::Failure;

/// Local hour from which a day's charges are made.
const HOUR: i8 = 2;

/// Days after the first decline on which a card is tried again that may do later.
const RETRY_DAYS: [i32; 4] = [1, 3, 5, 7];

/// Days after the first decline for which the club may still be used.
const GRACE_DAYS: i32 = 3;

/// Days after the first decline on which a month that nobody paid ends the membership.
const LAST_DAY: i32 = 7;

/// Days before its last one from which on the card that pays a club is said to expire.
const CARD_WARNING_DAYS: i32 = -14;

/// When a charge is tried again of which the bank was not asked: that is nobody's fault.
const NOT_ASKED: SignedDuration = SignedDuration::from_hours(1);

/// How often a charge under way is looked after. It is settled by itself, which is then known at once.
const UNDER_WAY: SignedDuration = SignedDuration::from_hours(1);

/// What is to be done about a membership now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Never again anything.
    Rest,
    /// Nothing before this instant.
    Wait(Timestamp),
    /// The month that begins on `start`, and the next on `end`.
    Charge {
        start: Date,
        end: Date,
    },
    Suspend,
    /// The pause ended on that day.
    Resume(Date),
    /// The card is good to that day only.
    WarnOfCard(Date),
    End(EndReason),
}

/// What follows from a charge that was not made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unpaid {
    /// Nothing is wrong with the card.
    Again(Timestamp),
    Owed(Owed),
    /// Nobody has paid for too long, or it was cancelled meanwhile.
    Over(EndReason),
}

/// The instant at which what is due on `day` is done. Where the clock skips that hour, the one after it.
///
/// # Errors
/// Beyond the calendar's end.
pub(super) fn instant(day: Date, zone: &TimeZone) -> Result<Timestamp, jiff::Error> {
    Ok(day.at(HOUR, 0, 0, 0).to_zoned(zone.clone())?.timestamp())
}

fn later(day: Date, days: i32) -> Result<Date, jiff::Error> {
    day.checked_add(Span::new().try_days(days)?)
}

/// What is to be done at `now` about the membership that owes `dues`. `card`: the last day of the card that pays it.
///
/// # Errors
/// Beyond the calendar's end.
pub(super) fn step(dues: &Dues, card: Option<Date>, now: Timestamp, zone: &TimeZone) -> Result<Step, jiff::Error> {
    let membership = &dues.membership;
    let due = instant(membership.next_billing_date, zone)?;
    if let Some(pause) = dues.pause {
        return resumed(pause, now, zone);
    }
    match (membership.standing.status, dues.open) {
        (Status::Inactive, _) => Ok(Step::Rest),
        (_, Some(open)) if open.is_under_way => Ok(Step::Wait(now + UNDER_WAY)),
        (Status::EndBillingPending, _) if due <= now => Ok(Step::End(EndReason::Cancelled)),
        (Status::Active, Some(open)) => owed(dues, open, now, zone),
        (Status::Active, None) if due <= now => charge(dues, now, zone),
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

/// The month in which `now` lies. Those that passed while nobody could be billed are not charged afterwards.
fn charge(dues: &Dues, now: Timestamp, zone: &TimeZone) -> Result<Step, jiff::Error> {
    let mut start = dues.membership.next_billing_date;
    while let Some(end) = following(dues.membership.anchor, start) {
        if now < instant(end, zone)? {
            return Ok(Step::Charge { start, end });
        }
        start = end;
    }
    Err(jiff::Error::from_args(format_args!("the calendar ends")))
}

/// What is to be done about a month that was not paid so far.
fn owed(dues: &Dues, open: OpenPeriod, now: Timestamp, zone: &TimeZone) -> Result<Step, jiff::Error> {
    if open.next_attempt_at.is_some_and(|at| at <= now) {
        let OpenPeriod { start, end, .. } = open;
        return Ok(Step::Charge { start, end });
    }
    let turn = match (dues.unpaid_since, dues.membership.standing.billing) {
        (None, _) => None,
        (Some(since), BillingState::PastDue) => Some((instant(later(since, GRACE_DAYS)?, zone)?, Step::Suspend)),
        // However late it comes, as after an outage of the processor.
        (Some(_), _) if open.next_attempt_at.is_some() => None,
        (Some(since), _) => {
            let last = instant(later(since, LAST_DAY)?, zone)?;
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

/// What follows from `failure` at `now`.
///
/// # Errors
/// Beyond the calendar's end.
pub(super) fn unpaid(dues: &Dues, failure: Failure, now: Timestamp, zone: &TimeZone) -> Result<Unpaid, jiff::Error> {
    if dues.membership.standing.status != Status::Active {
        return Ok(Unpaid::Over(EndReason::Cancelled));
    }
    if failure == Failure::NotAsked {
        return Ok(Unpaid::Again(now + NOT_ASKED));
    }
    let today = now.to_zoned(zone.clone()).date();
    let since = dues.unpaid_since.unwrap_or(today);
    let day = since.until(today)?.get_days();
    if day >= LAST_DAY {
        return Ok(Unpaid::Over(EndReason::Nonpayment));
    }
    let again = match RETRY_DAYS.into_iter().find(|retry| *retry > day) {
        Some(retry) if failure == Failure::Soft => {
            let day = later(since, retry)?;
            Some((instant(day, zone)?, day))
        }
        _ => None,
    };
    Ok(Unpaid::Owed(Owed {
        since,
        again,
        suspended_on: later(since, GRACE_DAYS)?,
    }))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;
    use crate::catalog::tax::Price;
    use crate::clubs::Membership;
    use crate::clubs::rules::standing::{Event, Standing};

    fn phoenix() -> TimeZone {
        TimeZone::get("America/Phoenix").unwrap()
    }

    fn new_york() -> TimeZone {
        TimeZone::get("America/New_York").unwrap()
    }

    /// Joined on `anchor`, with the first month paid.
    fn member(anchor: Date) -> Dues {
        Dues {
            membership: Membership {
                id: 1,
                customer_id: 1,
                name: "Glow Club".to_owned(),
                standing: Standing {
                    status: Status::Active,
                    billing: BillingState::Ok,
                },
                limit: None,
                locations: Vec::new(),
                license: None,
                anchor,
                next_billing_date: following(anchor, anchor).unwrap(),
            },
            product_id: 1,
            monthly_price: Price::Net(2500),
            unpaid_since: None,
            warned_of_card: None,
            next_price: None,
            pause: None,
            open: None,
        }
    }

    fn open(dues: &mut Dues, start: Date, end: Date) {
        dues.membership.next_billing_date = start;
        dues.open = Some(OpenPeriod {
            id: 1,
            start,
            end,
            is_under_way: false,
            next_attempt_at: None,
        });
    }

    fn pay(dues: &mut Dues) {
        let period = dues.open.take().unwrap();
        dues.membership.next_billing_date = period.end;
        dues.membership.standing = dues.membership.standing.after(Event::Renewed).unwrap();
        dues.unpaid_since = None;
    }

    /// As the outcome of a charge is written.
    fn fail(dues: &mut Dues, failure: Failure, now: Timestamp, zone: &TimeZone) {
        let next = match unpaid(dues, failure, now, zone).unwrap() {
            Unpaid::Again(at) => Some(at),
            Unpaid::Owed(owed) => {
                dues.unpaid_since = Some(owed.since);
                dues.membership.standing = dues.membership.standing.after(Event::Declined).unwrap();
                owed.again.map(|(at, _)| at)
            }
            Unpaid::Over(_) => {
                dues.membership.standing = dues.membership.standing.after(Event::Ended).unwrap();
                None
            }
        };
        dues.open.as_mut().unwrap().next_attempt_at = next;
    }

    /// Lives on to the end of the membership or `until`, with `outcomes` for its charges, then approvals; answers what was
    /// done, by local day.
    fn live(dues: &mut Dues, until: Date, outcomes: &[Option<Failure>], zone: &TimeZone) -> Vec<(Date, &'static str)> {
        let (mut now, mut done) = (instant(dues.membership.anchor, zone).unwrap(), Vec::new());
        let (until, mut outcomes) = (instant(until, zone).unwrap(), outcomes.iter());
        while now < until {
            let day = now.to_zoned(zone.clone()).date();
            match step(dues, None, now, zone).unwrap() {
                Step::Rest => break,
                Step::Wait(next) => {
                    assert!(next > now, "time goes on");
                    now = next;
                }
                Step::Suspend => {
                    dues.membership.standing = dues.membership.standing.after(Event::GraceOver).unwrap();
                    done.push((day, "suspended"));
                }
                Step::Resume(_) | Step::WarnOfCard(_) => unreachable!("there is neither pause nor card"),
                Step::End(_) => {
                    dues.membership.standing = dues.membership.standing.after(Event::Ended).unwrap();
                    done.push((day, "ended"));
                }
                Step::Charge { start, end } => {
                    if dues.open.is_none() {
                        open(dues, start, end);
                    }
                    if let Some(failure) = outcomes.next().copied().flatten() {
                        fail(dues, failure, now, zone);
                        let is_over = !dues.membership.standing.is_live();
                        done.push(match failure {
                            _ if is_over => (day, "given up"),
                            Failure::NotAsked => (day, "put off"),
                            Failure::Soft | Failure::Hard => (day, "declined"),
                        });
                    } else {
                        pay(dues);
                        done.push((day, "paid"));
                    }
                }
            }
        }
        done
    }

    #[test]
    fn a_soft_decline_is_tried_on_five_days_and_suspends_on_the_fourth() {
        let mut dues = member(date(2027, 1, 31));
        let declines = [Some(Failure::Soft); 5];
        assert_eq!(
            live(&mut dues, date(2027, 12, 1), &declines, &phoenix()),
            [
                (date(2027, 2, 28), "declined"),
                (date(2027, 3, 1), "declined"),
                (date(2027, 3, 3), "declined"),
                (date(2027, 3, 3), "suspended"),
                (date(2027, 3, 5), "declined"),
                (date(2027, 3, 7), "given up"),
            ]
        );
    }

    #[test]
    fn a_payment_on_the_last_day_keeps_the_anchor() {
        let mut dues = member(date(2027, 1, 31));
        let declines = [Some(Failure::Soft); 4];
        let done = live(&mut dues, date(2027, 5, 1), &declines, &phoenix());
        let (last, rest) = (&done[5..], &done[..5]);
        assert_eq!(rest.len(), 5);
        assert_eq!(
            last,
            [
                (date(2027, 3, 7), "paid"),
                (date(2027, 3, 31), "paid"),
                (date(2027, 4, 30), "paid")
            ]
        );
    }

    #[test]
    fn a_hard_decline_is_not_tried_again_and_ends_on_the_same_day() {
        let mut dues = member(date(2027, 1, 15));
        let done = live(&mut dues, date(2027, 12, 1), &[Some(Failure::Hard)], &phoenix());
        assert_eq!(
            done,
            [
                (date(2027, 2, 15), "declined"),
                (date(2027, 2, 18), "suspended"),
                (date(2027, 2, 22), "ended"),
            ]
        );
    }

    #[test]
    fn an_outage_is_nobodys_fault() {
        let mut dues = member(date(2027, 1, 15));
        let outage = [Some(Failure::NotAsked); 30];
        let done = live(&mut dues, date(2027, 3, 1), &outage, &phoenix());
        assert_eq!(done.len(), 31);
        assert_eq!(done[30], (date(2027, 2, 16), "paid"), "an hour after the outage");
        assert_eq!(dues.unpaid_since, None);
    }

    #[test]
    fn one_month_is_charged_after_a_downtime() {
        let zone = phoenix();
        let dues = member(date(2027, 1, 31));
        let now = instant(date(2027, 6, 10), &zone).unwrap();
        let charged = Step::Charge {
            start: date(2027, 5, 31),
            end: date(2027, 6, 30),
        };
        assert_eq!(step(&dues, None, now, &zone).unwrap(), charged);
    }

    #[test]
    fn a_cancelled_club_ends_on_its_day() {
        let (zone, mut dues) = (phoenix(), member(date(2027, 1, 31)));
        dues.membership.standing = dues
            .membership
            .standing
            .after(Event::Cancelled { charging: false })
            .unwrap();
        let due = instant(date(2027, 2, 28), &zone).unwrap();
        assert_eq!(
            step(&dues, None, due - SignedDuration::from_secs(1), &zone).unwrap(),
            Step::Wait(due)
        );
        assert_eq!(step(&dues, None, due, &zone).unwrap(), Step::End(EndReason::Cancelled));
    }

    #[test]
    fn nothing_is_due_in_a_pause_but_its_end() {
        let zone = phoenix();
        let mut dues = member(date(2026, 11, 20));
        let (from, until) = (date(2026, 12, 1), date(2027, 2, 1));
        dues.pause = Some(Pause { from, until });
        let end = instant(until, &zone).unwrap();
        let due = instant(date(2026, 12, 20), &zone).unwrap();
        assert_eq!(step(&dues, None, due, &zone).unwrap(), Step::Wait(end));
        assert_eq!(step(&dues, None, end, &zone).unwrap(), Step::Resume(until));
    }

    #[test]
    fn a_card_is_warned_of_two_weeks_before_its_last_day_and_once() {
        let zone = phoenix();
        let mut dues = member(date(2026, 11, 30));
        let due = instant(date(2026, 12, 30), &zone).unwrap();
        let last_day = date(2026, 12, 31);
        let told_at = instant(date(2026, 12, 17), &zone).unwrap();
        let before = told_at - SignedDuration::from_secs(1);
        assert_eq!(step(&dues, Some(last_day), before, &zone).unwrap(), Step::Wait(told_at));
        assert_eq!(
            step(&dues, Some(last_day), told_at, &zone).unwrap(),
            Step::WarnOfCard(last_day)
        );
        dues.warned_of_card = Some(last_day);
        assert_eq!(step(&dues, Some(last_day), told_at, &zone).unwrap(), Step::Wait(due));
        // Another card, and one that lasts longer than the month.
        let other = date(2027, 1, 31);
        assert_eq!(step(&dues, Some(other), told_at, &zone).unwrap(), Step::Wait(due));
    }

    #[test]
    fn two_in_the_morning_comes_once_a_day_whatever_the_clock_does() {
        let zone = new_york();
        // 14 March 2027: two is skipped. 7 November 2027: one comes twice.
        for (day, utc) in [
            (date(2027, 3, 13), "2027-03-13T07:00:00Z"),
            (date(2027, 3, 14), "2027-03-14T07:00:00Z"),
            (date(2027, 3, 15), "2027-03-15T06:00:00Z"),
            (date(2027, 11, 7), "2027-11-07T07:00:00Z"),
        ] {
            assert_eq!(instant(day, &zone).unwrap().to_string(), utc);
        }
    }

    fn outcomes() -> impl Strategy<Value = Vec<Option<Failure>>> {
        let outcome = prop_oneof![
            4 => Just(None),
            3 => Just(Some(Failure::Soft)),
            1 => Just(Some(Failure::Hard)),
            1 => Just(Some(Failure::NotAsked)),
        ];
        proptest::collection::vec(outcome, 0..60)
    }

    proptest! {
        #[test]
        fn no_month_is_paid_twice_and_nobody_owes_for_more_than_a_week(
            outcomes in outcomes(),
            days in 0_i32..730,
            zone in prop_oneof![Just(phoenix()), Just(new_york()), Just(TimeZone::get("Europe/Paris").unwrap())],
        ) {
            let anchor = later(date(2026, 11, 20), days).unwrap();
            let mut dues = member(anchor);
            let until = later(anchor, 500).unwrap();
            let done = live(&mut dues, until, &outcomes, &zone);
            let mut month = following(anchor, anchor).unwrap();
            let mut owed: Option<Date> = None;
            for (day, what) in done {
                prop_assert!(day >= month, "{} on {} before {}", what, day, month);
                match what {
                    "paid" => {
                        month = following(anchor, month).unwrap();
                        owed = None;
                    }
                    "declined" => {
                        let since = *owed.get_or_insert(day);
                        prop_assert!(day < later(since, LAST_DAY).unwrap());
                    }
                    "put off" => {}
                    "suspended" => prop_assert!(owed.is_some_and(|since| day >= later(since, GRACE_DAYS).unwrap())),
                    _ => prop_assert!(owed.is_some_and(|since| day >= later(since, LAST_DAY).unwrap())),
                }
            }
        }
    }
}
