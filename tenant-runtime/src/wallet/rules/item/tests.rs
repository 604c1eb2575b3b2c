use jiff::civil::date;
use jiff::tz::TimeZone;
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn at(now: Timestamp) -> Moment {
    Moment {
        now,
        today: now.to_zoned(TimeZone::UTC).date(),
    }
}

fn begin() -> Timestamp {
    "2026-11-20T15:00:00Z".parse().unwrap()
}

fn wash(max_uses: i64) -> Item {
    Item {
        state: State::Active,
        uses: 0,
        max_uses,
        expires_on: None,
    }
}

#[test]
fn late_confirmation_counts_while_a_use_is_left() {
    let late = begin() + SignedDuration::from_hours(20);
    let mut item = wash(1);
    item.reserve("a", at(begin())).unwrap();
    assert_eq!(item.clone().confirm("a", late), Ok(()));
    // It had expired, and another kiosk held and released it.
    item.reserve("b", at(begin() + HELD_FOR)).unwrap();
    item.release("b");
    assert_eq!(item.clone().confirm("a", late), Ok(()));
    // Another kiosk holds it, or used it.
    item.reserve("c", at(late)).unwrap();
    assert_eq!(item.confirm("a", late), Err(Refusal::Reserved));
    assert_eq!(item.confirm("c", late), Ok(()));
    assert_eq!(item.confirm("a", late), Err(Refusal::Used));
}

#[test]
fn last_day_is_complete_and_includes_reservations() {
    let mut item = wash(1);
    item.expires_on = Some(date(2026, 11, 20));
    let midnight: Timestamp = "2026-11-21T00:00:00Z".parse().unwrap();
    let before = midnight - SignedDuration::from_secs(1);
    item.reserve("a", at(before)).unwrap();
    assert_eq!(item.clone().confirm("a", midnight), Ok(()));
    item.release("a");
    assert_eq!(item.is_free(at(before)), Ok(()));
    assert_eq!(item.is_free(at(midnight)), Err(Refusal::Expired));
}

#[test]
fn open_order_holds_its_discount() {
    let much_later = begin() + SignedDuration::from_hours(24 * 365);
    let mut item = wash(1);
    // A kiosk that never responded is too late for it.
    item.reserve("kiosk", at(begin())).unwrap();
    item.release("kiosk");
    item.hold("order");
    assert_eq!(item.is_free(at(much_later)), Err(Refusal::Reserved));
    assert_eq!(item.clone().confirm("kiosk", much_later), Err(Refusal::Reserved));
    let mut declined = item.clone();
    declined.release("another order");
    assert_eq!(declined, item);
    declined.release("order");
    assert_eq!(declined, wash(1));
    item.spend();
    assert_eq!((item.state.clone(), item.uses), (State::Used, 1));
    item.give_back();
    assert_eq!(item, wash(1));
    let mut twice = wash(2);
    twice.hold("order");
    twice.spend();
    assert_eq!((twice.state, twice.uses), (State::Active, 1));
}

/// Action of a kiosk or merchant on a started redemption, by number.
#[derive(Clone, Debug)]
enum Step {
    Reserve,
    Confirm(usize),
    Cancel(usize),
    Wait(i64),
    Revoke,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => Just(Step::Reserve),
        4 => (0..6_usize).prop_map(Step::Confirm),
        2 => (0..6_usize).prop_map(Step::Cancel),
        3 => prop_oneof![1..30_i64, 110..130_i64, 3600..40_000_i64].prop_map(Step::Wait),
        1 => prop::bool::weighted(0.1).prop_map(|is_so| if is_so { Step::Revoke } else { Step::Reserve }),
    ];
    vec(step, 1..60)
}

/// A redemption from its kiosk's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Redemption {
    Open { until: Timestamp },
    Confirmed,
    Cancelled,
}

proptest! {
    /// However kiosks race, stall and report late: no use is counted too often, no kiosk gets an item another one
    /// holds, and no timely request is rejected.
    #[test]
    fn every_use_is_counted_once(max_uses in 1..4_i64, steps in steps()) {
        let mut item = wash(max_uses);
        let mut now = begin();
        let mut redemptions: Vec<Redemption> = Vec::new();
        let mut is_revoked = false;
        for step in steps {
            let holder = match item.seen(at(now)) {
                State::Reserved(hold) => Some(hold.by),
                _ => None,
            };
            match step {
                Step::Reserve => {
                    let by = redemptions.len().to_string();
                    match item.reserve(&by, at(now)) {
                        Ok(until) => {
                            prop_assert_eq!(&holder, &None);
                            prop_assert_eq!(until, now + HELD_FOR);
                            redemptions.push(Redemption::Open { until });
                        }
                        Err(Refusal::Reserved) => prop_assert!(holder.is_some()),
                        Err(Refusal::Used) => prop_assert_eq!(item.uses, max_uses),
                        Err(Refusal::Revoked) => prop_assert!(is_revoked),
                        Err(Refusal::Expired) => prop_assert!(false, "it has no last day"),
                    }
                }
                Step::Confirm(number) => {
                    let Some(Redemption::Open { until }) = redemptions.get(number).copied() else { continue };
                    let uses = item.uses;
                    let confirmed = item.confirm(&number.to_string(), now);
                    prop_assert_eq!(item.uses - uses, i64::from(confirmed.is_ok()));
                    match confirmed {
                        Ok(()) => {
                            prop_assert!(holder.is_none_or(|holder| holder == number.to_string()));
                            redemptions[number] = Redemption::Confirmed;
                        }
                        Err(refusal) => {
                            prop_assert!(is_revoked || until <= now, "in time, and refused: {:?}", refusal);
                        }
                    }
                }
                Step::Cancel(number) => {
                    let Some(Redemption::Open { .. }) = redemptions.get(number) else { continue };
                    item.release(&number.to_string());
                    redemptions[number] = Redemption::Cancelled;
                    // Any other holder keeps it.
                    if holder.as_ref().is_some_and(|holder| *holder != number.to_string()) {
                        prop_assert_eq!(item.is_free(at(now)), Err(Refusal::Reserved));
                    }
                }
                Step::Wait(seconds) => now += SignedDuration::from_secs(seconds),
                Step::Revoke => {
                    // Like a refund: a used-up item stays so.
                    if item.state != State::Used {
                        item.state = State::Revoked;
                        is_revoked = true;
                    }
                }
            }
            let confirmed = redemptions.iter().filter(|one| **one == Redemption::Confirmed).count();
            prop_assert_eq!(item.uses, i64::try_from(confirmed).unwrap());
            prop_assert!(item.uses <= max_uses);
            prop_assert_eq!(item.state == State::Used, item.uses == max_uses && !is_revoked);
        }
        // The rest is available once all holds are over.
        now += HELD_FOR;
        let free = item.is_free(at(now));
        prop_assert_eq!(free.is_ok(), item.uses < max_uses && !is_revoked);
    }
}
