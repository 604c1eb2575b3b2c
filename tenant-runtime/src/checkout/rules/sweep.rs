//! What the sweep of an open order does with what it learnt of its payment. Pure.

use jiff::{SignedDuration, Timestamp};

use super::{Order, OrderState};
use crate::payments::Resolution;
use crate::payments::processor::Outcome;

/// How often a payment that is being settled is looked up while its customer waits at the screen.
const OFTEN: SignedDuration = SignedDuration::from_secs(30);

/// For how long its customer does.
const AT_THE_SCREEN: SignedDuration = SignedDuration::from_mins(10);

/// How often it is looked up after that: often enough for the five minutes after an outage within which it must be settled
/// (docs/RULES.md#promises, 4).
const SELDOM: SignedDuration = SignedDuration::from_mins(4);

/// How often an order that only a person can settle is reported.
const TOLD_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// When an unsettled order stops blocking its customer.
const IN_THE_WAY_FOR: SignedDuration = SignedDuration::from_hours(24);

/// What a sweep is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Step {
    /// Write how the payment went.
    Settle(Outcome),
    /// It stays open.
    Leave(Left),
}

/// An order that stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Left {
    pub(in crate::checkout) state: OrderState,
    /// Whether it is reported now.
    pub(in crate::checkout) told: bool,
    /// When it is swept again.
    pub(in crate::checkout) again: Timestamp,
}

/// Weighs what a look-up at `now` told.
pub(in crate::checkout) fn step(order: &Order, resolution: Resolution, now: Timestamp) -> Step {
    let age = now.duration_since(order.created_at);
    let state = state_at(age);
    Step::Leave(match resolution {
        Resolution::Settled(outcome) => return Step::Settle(outcome),
        Resolution::Wait => Left {
            state,
            told: state == OrderState::Flagged && (order.state != state || is_full_hour(age)),
            again: now + if age < AT_THE_SCREEN { OFTEN } else { SELDOM },
        },
        Resolution::NeedsReview => Left {
            state,
            told: true,
            again: next_hour(order, now),
        },
    })
}

/// What becomes of an order whose outcome is known but could not be written.
pub(in crate::checkout) fn unwritten(order: &Order, now: Timestamp) -> Left {
    let age = now.duration_since(order.created_at);
    Left {
        state: state_at(age),
        told: is_full_hour(age),
        again: now + if age < AT_THE_SCREEN { OFTEN } else { SELDOM },
    }
}

/// Where an open order of this age stands.
fn state_at(age: SignedDuration) -> OrderState {
    if age < IN_THE_WAY_FOR {
        OrderState::Unknown
    } else {
        OrderState::Flagged
    }
}

/// Once an hour, for what is looked up every four minutes.
fn is_full_hour(age: SignedDuration) -> bool {
    age.as_secs() % TOLD_EVERY.as_secs() < SELDOM.as_secs()
}

/// In an hour, or when it stops being in the way.
fn next_hour(order: &Order, now: Timestamp) -> Timestamp {
    let flagged_at = order.created_at + IN_THE_WAY_FOR;
    let hour = now + TOLD_EVERY;
    if flagged_at > now { hour.min(flagged_at) } else { hour }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::rules::tests::order;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_900_000_000 + second).unwrap()
    }

    fn left(state: OrderState, resolution: Resolution, second: i64) -> Left {
        let order = order(state, at(0));
        match step(&order, resolution, at(second)) {
            Step::Leave(left) => left,
            Step::Settle(outcome) => panic!("{outcome:?}"),
        }
    }

    #[test]
    fn what_is_being_asked_for_is_asked_again() {
        for (second, again) in [(60, 90), (599, 629), (600, 840), (80_000, 80_240)] {
            let expected = Left {
                state: OrderState::Unknown,
                told: false,
                again: at(again),
            };
            assert_eq!(left(OrderState::Pending, Resolution::Wait, second), expected);
        }
    }

    #[test]
    fn a_person_is_told_at_once_and_every_hour_after_it() {
        for state in [OrderState::Pending, OrderState::Unknown] {
            let told = left(state, Resolution::NeedsReview, 60);
            assert_eq!(
                (told.state, told.told, told.again),
                (OrderState::Unknown, true, at(3660))
            );
        }
        let last = left(OrderState::Unknown, Resolution::NeedsReview, 86_000);
        assert_eq!(last.again, at(86_400), "it is in the way for a day and no longer");

        let flagged = left(OrderState::Unknown, Resolution::NeedsReview, 86_400);
        assert_eq!(
            (flagged.state, flagged.told, flagged.again),
            (OrderState::Flagged, true, at(90_000))
        );
    }

    #[test]
    fn silence_of_a_day_is_told_too_and_asked_for_on() {
        let flagged = left(OrderState::Unknown, Resolution::Wait, 86_700);
        assert_eq!(
            (flagged.state, flagged.told, flagged.again),
            (OrderState::Flagged, true, at(86_940))
        );
        let told = (0..360_i64)
            .filter(|look| left(OrderState::Flagged, Resolution::Wait, 86_400 + look * 240).told)
            .count();
        assert_eq!(told, 24, "once an hour");
    }

    #[test]
    fn what_cannot_be_written_is_not_in_the_way_for_ever() {
        let pending = order(OrderState::Pending, at(0));
        assert_eq!(unwritten(&pending, at(60)).state, OrderState::Unknown);
        assert_eq!(unwritten(&pending, at(86_400)).state, OrderState::Flagged);
    }
}
