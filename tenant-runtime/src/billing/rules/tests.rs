mod waits;

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

/// Joined on `anchor` with the first month paid.
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
            washes: Vec::new(),
            plate: None,
            anchor,
            next_billing_date: following(anchor, anchor).unwrap(),
        },
        product_id: 1,
        monthly_price: Price::Net(2500),
        unpaid_since: None,
        warned_of_card: None,
        announced: Vec::new(),
        pause: None,
        canceled_pause_until: None,
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
        order_line_id: None,
        next_attempt_at: None,
        last_try_on: None,
        not_asked_since: None,
    });
}

fn pay(dues: &mut Dues) {
    let period = dues.open.take().unwrap();
    dues.membership.next_billing_date = period.end;
    dues.membership.standing = dues.membership.standing.after(Event::Renewed).unwrap();
    dues.unpaid_since = None;
}

/// Records a failed charge and returns the effect on the month.
fn fail(dues: &mut Dues, failure: Failure, now: Timestamp, zone: &TimeZone) -> &'static str {
    let (next, not_asked_since, became) = match unpaid(dues, failure, now, zone).unwrap() {
        Unpaid::Again { at, since } => (Some(at), Some(since), "put off"),
        Unpaid::Owed(owed) => {
            dues.unpaid_since = Some(owed.since);
            dues.membership.standing = dues.membership.standing.after(Event::Declined).unwrap();
            (owed.again.map(|(at, _)| at), None, "declined")
        }
        Unpaid::Over(_) => {
            dues.membership.standing = dues.membership.standing.after(Event::Ended).unwrap();
            (None, None, "given up")
        }
    };
    let open = dues.open.as_mut().unwrap();
    (open.next_attempt_at, open.not_asked_since) = (next, not_asked_since);
    became
}

/// Runs until the membership ends or `until`, with `outcomes` for its charges and approvals after that. Returns what
/// was done by local day.
fn live(dues: &mut Dues, until: Date, outcomes: &[Option<Failure>], zone: &TimeZone) -> Vec<(Date, &'static str)> {
    let (mut now, mut done) = (instant(dues.membership.anchor, zone).unwrap(), Vec::new());
    let (until, mut outcomes) = (instant(until, zone).unwrap(), outcomes.iter());
    while now < until {
        let day = now.to_zoned(zone.clone()).date();
        match step(dues, None, &[], now, zone).unwrap() {
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
            Step::Charge { start, end, anchor } => {
                if dues.open.is_none_or(|open| open.start != start) {
                    open(dues, start, end);
                    dues.membership.anchor = anchor;
                }
                if let Some(failure) = outcomes.next().copied().flatten() {
                    let became = fail(dues, failure, now, zone);
                    done.push((day, became));
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
fn soft_decline_is_retried_on_five_days_and_suspends_on_the_fourth() {
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
fn extra_retry_is_automatic_and_final() {
    let zone = phoenix();
    let mut dues = member(date(2027, 1, 15));
    open(&mut dues, date(2027, 2, 15), date(2027, 3, 15));
    dues.unpaid_since = Some(date(2027, 2, 15));
    dues.open.as_mut().unwrap().last_try_on = Some(date(2027, 3, 3));
    let declined_on = |day| {
        let now = instant(day, &zone).unwrap();
        unpaid(&dues, Failure::Soft, now, &zone).unwrap()
    };
    let Unpaid::Owed(owed) = declined_on(date(2027, 2, 28)) else {
        panic!("it is tried once more")
    };
    assert_eq!(owed.again.map(|(_, day)| day), Some(date(2027, 3, 3)));
    assert!(matches!(
        declined_on(date(2027, 3, 3)),
        Unpaid::Over(EndReason::Nonpayment)
    ));
}

#[test]
fn payment_on_the_last_day_keeps_the_anchor() {
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
fn hard_decline_is_not_retried_and_ends_on_the_same_day() {
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
fn outage_is_not_a_decline() {
    let mut dues = member(date(2027, 1, 15));
    let outage = [Some(Failure::Unreachable); 30];
    let done = live(&mut dues, date(2027, 3, 1), &outage, &phoenix());
    assert_eq!(done.len(), 31);
    assert_eq!(done[30], (date(2027, 2, 16), "paid"), "an hour after the outage");
    assert_eq!(dues.unpaid_since, None);
}

#[test]
fn long_outage_is_retried_every_six_hours_without_dunning() {
    let mut dues = member(date(2027, 1, 15));
    let outage = [Some(Failure::Unreachable); 48 + 4 * 8];
    let done = live(&mut dues, date(2027, 3, 1), &outage, &phoenix());
    assert_eq!(done.len(), outage.len() + 1);
    assert_eq!(done.last(), Some(&(date(2027, 2, 25), "paid")));
    assert_eq!(dues.unpaid_since, None);
}

#[test]
fn card_unknown_to_the_processor_is_dunned_after_two_days() {
    let mut dues = member(date(2027, 1, 15));
    let refused = [Some(Failure::NotAsked); 1000];
    let done = live(&mut dues, date(2027, 12, 1), &refused, &phoenix());
    assert_eq!(
        done[..48],
        [(date(2027, 2, 15), "put off")]
            .repeat(22)
            .into_iter()
            .chain([(date(2027, 2, 16), "put off")].repeat(24))
            .chain([(date(2027, 2, 17), "put off")].repeat(2))
            .collect::<Vec<_>>()[..]
    );
    assert_eq!(
        done[48],
        (date(2027, 2, 17), "declined"),
        "the member is asked for a card"
    );
    assert!(done.contains(&(date(2027, 2, 20), "suspended")));
    let (last_day, last) = *done.last().unwrap();
    assert!(last_day <= date(2027, 2, 27), "{last_day}");
    assert_eq!(last, "given up");
}

#[test]
fn period_after_downtime_starts_on_its_charge_date() {
    let zone = phoenix();
    let dues = member(date(2027, 1, 31));
    let charged = |now: Timestamp| step(&dues, None, &[], now, &zone).unwrap();
    let due = instant(date(2027, 2, 28), &zone).unwrap();
    let on_its_day = Step::Charge {
        start: date(2027, 2, 28),
        end: date(2027, 3, 31),
        anchor: date(2027, 1, 31),
    };
    assert_eq!(charged(due), on_its_day);
    assert_eq!(charged(due + LATE - SignedDuration::from_secs(1)), on_its_day);
    let later = Step::Charge {
        start: date(2027, 6, 10),
        end: date(2027, 7, 10),
        anchor: date(2027, 6, 10),
    };
    assert_eq!(charged(instant(date(2027, 6, 10), &zone).unwrap()), later);
}

#[test]
fn declined_period_retried_after_downtime_starts_then() {
    let zone = phoenix();
    let mut dues = member(date(2026, 10, 1));
    open(&mut dues, date(2026, 11, 1), date(2026, 12, 1));
    let declined_at = instant(date(2026, 11, 1), &zone).unwrap();
    fail(&mut dues, Failure::Soft, declined_at, &zone);
    let back = instant(date(2027, 1, 31), &zone).unwrap();
    let charged = Step::Charge {
        start: date(2027, 1, 31),
        end: date(2027, 2, 28),
        anchor: date(2027, 1, 31),
    };
    assert_eq!(step(&dues, None, &[], back, &zone).unwrap(), charged);
}

#[test]
fn canceled_club_ends_on_its_date() {
    let (zone, mut dues) = (phoenix(), member(date(2027, 1, 31)));
    dues.membership.standing = dues
        .membership
        .standing
        .after(Event::Cancelled { charging: false })
        .unwrap();
    let due = instant(date(2027, 2, 28), &zone).unwrap();
    assert_eq!(
        step(&dues, None, &[], due - SignedDuration::from_secs(1), &zone).unwrap(),
        Step::Wait(due)
    );
    assert_eq!(
        step(&dues, None, &[], due, &zone).unwrap(),
        Step::End(EndReason::Cancelled)
    );
}

#[test]
fn paused_membership_only_waits_for_its_end() {
    let zone = phoenix();
    let mut dues = member(date(2026, 11, 20));
    let (from, until) = (date(2026, 12, 1), date(2027, 2, 1));
    dues.pause = Some(Pause { from, until });
    let end = instant(until, &zone).unwrap();
    let due = instant(date(2026, 12, 20), &zone).unwrap();
    assert_eq!(step(&dues, None, &[], due, &zone).unwrap(), Step::Wait(end));
    assert_eq!(step(&dues, None, &[], end, &zone).unwrap(), Step::Resume(until));
}

#[test]
fn card_expiry_is_announced_once_two_weeks_before() {
    let zone = phoenix();
    let mut dues = member(date(2026, 11, 30));
    let due = instant(date(2026, 12, 30), &zone).unwrap();
    let last_day = date(2026, 12, 31);
    let told_at = instant(date(2026, 12, 17), &zone).unwrap();
    let before = told_at - SignedDuration::from_secs(1);
    assert_eq!(
        step(&dues, Some(last_day), &[], before, &zone).unwrap(),
        Step::Wait(told_at)
    );
    assert_eq!(
        step(&dues, Some(last_day), &[], told_at, &zone).unwrap(),
        Step::WarnOfCard(last_day)
    );
    dues.warned_of_card = Some(last_day);
    assert_eq!(
        step(&dues, Some(last_day), &[], told_at, &zone).unwrap(),
        Step::Wait(due)
    );
    // Another card, valid for longer than the month.
    let other = date(2027, 1, 31);
    assert_eq!(step(&dues, Some(other), &[], told_at, &zone).unwrap(), Step::Wait(due));
}

#[test]
fn billing_hour_occurs_once_a_day_despite_clock_changes() {
    let zone = new_york();
    // March 14, 2027 has no 2 a.m.; November 7, 2027 has it twice.
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
        1 => Just(Some(Failure::Unreachable)),
    ];
    proptest::collection::vec(outcome, 0..60)
}

proptest! {
    #[test]
    fn paid_period_is_almost_complete(
        joined in 0_i32..730,
        hours in 0_i64..10_000,
        zone in prop_oneof![Just(phoenix()), Just(new_york()), Just(TimeZone::get("Europe/Paris").unwrap())],
    ) {
        let dues = member(later(date(2026, 11, 20), joined).unwrap());
        let due = dues.membership.next_billing_date;
        let now = instant(due, &zone).unwrap() + SignedDuration::from_hours(hours);
        let Step::Charge { start, end, .. } = step(&dues, None, &[], now, &zone).unwrap() else {
            panic!("the month is due")
        };
        let today = now.to_zoned(zone).date();
        prop_assert!(start >= due && start <= today && today < end);
        prop_assert!(today.until(end).unwrap().get_days() >= 27, "{} of {} to {}", today, start, end);
    }

    #[test]
    fn no_period_is_paid_twice_or_owed_for_more_than_a_week(
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
                    prop_assert!(day < last_day(since, None).unwrap());
                }
                "put off" => {}
                "suspended" => prop_assert!(owed.is_some_and(|since| day >= later(since, GRACE_DAYS).unwrap())),
                _ => prop_assert!(owed.is_some_and(|since| day >= last_day(since, None).unwrap())),
            }
        }
    }
}
