//! Charges that waited for an unresolved order or for a processor.

use super::*;

#[test]
fn unresolved_order_is_not_downtime() {
    let zone = phoenix();
    let dues = member(date(2026, 11, 20));
    let due = instant(date(2026, 12, 20), &zone).unwrap();
    let hours = |hours| due + SignedDuration::from_hours(hours);
    let wait = |since, until| Wait {
        since: hours(since),
        until: hours(until),
    };
    let start = |waits: &[Wait], now| match step(&dues, None, waits, hours(now), &zone).unwrap() {
        Step::Charge { start, .. } => start,
        other => panic!("{other:?}"),
    };
    let (scheduled, later) = (date(2026, 12, 20), date(2026, 12, 22));
    assert_eq!(start(&[wait(-1, 48)], 49), scheduled);
    assert_eq!(start(&[wait(-1, 20), wait(21, 48)], 49), scheduled);
    assert_eq!(start(&[wait(-1, 24)], 49), later, "a day after it was settled");
    assert_eq!(start(&[wait(47, 48)], 49), later, "ordered after the downtime");
    assert_eq!(start(&[], 49), later);
}

#[test]
fn outage_of_months_costs_only_the_current_period() {
    let mut dues = member(date(2027, 1, 31));
    // Until the second half of April.
    let outage = [Some(Failure::Unreachable); 284];
    let done = live(&mut dues, date(2027, 6, 1), &outage, &phoenix());
    let paid: Vec<Date> = done
        .iter()
        .filter(|(_, what)| *what == "paid")
        .map(|(day, _)| *day)
        .collect();
    assert_eq!(paid, [date(2027, 4, 20), date(2027, 4, 30), date(2027, 5, 31)]);
    assert_eq!(dues.membership.anchor, date(2027, 1, 31));
    assert_eq!(dues.unpaid_since, None);
}
