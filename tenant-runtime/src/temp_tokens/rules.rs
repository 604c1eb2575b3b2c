//! Lifecycle of a token (docs/RULES.md#tokens): transitions and states. Pure.

use jiff::{SignedDuration, Timestamp};
use platform::clock::LEEWAY;
use strum::{EnumString, IntoStaticStr};

use crate::checkout::Charged;
use crate::site::config::AirPayLimits;
use crate::wallet::CodeRefusal;
use crate::wallet::rules::CodeClass;

/// Lifetime of a token.
const GOOD_FOR: SignedDuration = SignedDuration::from_secs(30);

/// Additional time for the request of a kiosk that scanned a token in time.
const GRACE: SignedDuration = SignedDuration::from_secs(2);

/// Purpose of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Kind {
    /// A use of the club.
    Club,
    /// A charge of the card on file.
    AirPay,
}

impl Kind {
    /// Class of its codes, the first digit.
    pub const fn class(self) -> CodeClass {
        match self {
            Self::Club => CodeClass::Club,
            Self::AirPay => CodeClass::AirPay,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum State {
    /// Until it expires.
    Live,
    Consumed,
    Expired,
    /// Replaced by another one of its customer.
    Superseded,
}

/// A token as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub state: State,
    pub issued_at: Timestamp,
    pub expires_at: Timestamp,
}

/// Scan of a token by a kiosk.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// When its request arrived, by our clock.
    pub arrived_at: Timestamp,
    /// When the token was scanned, by the kiosk's clock.
    pub scanned_at: Option<Timestamp>,
}

/// Reason why a token is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Used,
    /// Also if a newer one replaced it.
    Expired,
}

impl From<Refusal> for CodeRefusal {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Used => Self::Used,
            Refusal::Expired => Self::Expired,
        }
    }
}

impl Token {
    pub fn issued(now: Timestamp) -> Self {
        Self {
            state: State::Live,
            issued_at: now,
            expires_at: now + GOOD_FOR,
        }
    }

    /// Whether it can be used. Our clock decides. A request that arrives just too late is accepted if it states that
    /// the token was scanned in time.
    ///
    /// # Errors
    /// The reason why not.
    pub fn is_good(&self, reading: Reading) -> Result<(), Refusal> {
        match self.state {
            State::Live => {}
            State::Consumed => return Err(Refusal::Used),
            State::Expired | State::Superseded => return Err(Refusal::Expired),
        }
        // Issued while the clock was ahead: it would be valid until then.
        if self.issued_at > reading.arrived_at + LEEWAY {
            return Err(Refusal::Expired);
        }
        let was_read_in_time = |at: Timestamp| (self.issued_at..self.expires_at).contains(&at);
        let in_time = reading.arrived_at < self.expires_at
            || (reading.arrived_at < self.expires_at + GRACE && reading.scanned_at.is_some_and(was_read_in_time));
        if in_time { Ok(()) } else { Err(Refusal::Expired) }
    }

    /// Uses it once.
    ///
    /// # Errors
    /// Like [`Token::is_good`].
    pub fn consume(&mut self, reading: Reading) -> Result<(), Refusal> {
        self.is_good(reading)?;
        self.state = State::Consumed;
        Ok(())
    }

    /// Replaced by the customer's next token.
    pub fn give_way(&mut self, now: Timestamp) {
        if self.state == State::Live {
            self.state = if now < self.expires_at {
                State::Superseded
            } else {
                State::Expired
            };
        }
    }
}

/// Whether a card with these kiosk charges today may be charged another `amount` minor units.
pub fn may_be_charged(limits: AirPayLimits, today: Charged, amount: i64) -> bool {
    today.count < i64::from(limits.charges_per_day) && amount <= i64::from(limits.amount_per_day) - today.amount
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn begin() -> Timestamp {
        "2026-11-20T15:00:00Z".parse().unwrap()
    }

    fn after(ms: i64) -> Timestamp {
        begin() + SignedDuration::from_millis(ms)
    }

    fn reading(arrived: i64, scanned: Option<i64>) -> Reading {
        Reading {
            arrived_at: after(arrived),
            scanned_at: scanned.map(after),
        }
    }

    #[test]
    fn token_of_a_clock_that_was_ahead_is_expired() {
        let token = Token::issued(after(3_600_000));
        assert_eq!(token.is_good(reading(0, None)), Err(Refusal::Expired));
        assert_eq!(
            token.is_good(reading(3_600_000 - 60_000, None)),
            Ok(()),
            "set back a little"
        );
    }

    #[test]
    fn token_is_valid_for_30_seconds() {
        let token = Token::issued(begin());
        for (arrived, scanned, answer) in [
            (0, None, Ok(())),
            (29_999, None, Ok(())),
            (30_000, None, Err(Refusal::Expired)),
            (31_000, Some(29_999), Ok(())),
            (31_999, Some(0), Ok(())),
            (32_000, Some(29_999), Err(Refusal::Expired)),
            (31_000, Some(30_000), Err(Refusal::Expired)),
            (31_000, Some(-1), Err(Refusal::Expired)),
            // A kiosk whose clock is fast.
            (20_000, Some(40_000), Ok(())),
        ] {
            assert_eq!(
                token.is_good(reading(arrived, scanned)),
                answer,
                "{arrived} {scanned:?}"
            );
        }
    }

    #[test]
    fn daily_charges_and_amount_are_limited() {
        let allowed = |count, charged, amount| {
            may_be_charged(AirPayLimits::default(), Charged { count, amount: charged }, amount)
        };
        assert!(allowed(9, 0, 20_000));
        assert!(!allowed(10, 0, 1));
        assert!(!allowed(1, 19_999, 2));
        assert!(allowed(1, 19_999, 1));
        assert!(!allowed(0, 0, i64::MAX));
        let none = AirPayLimits {
            charges_per_day: 0,
            amount_per_day: 0,
        };
        assert!(!may_be_charged(none, Charged::default(), 1));
    }

    #[derive(Clone, Debug)]
    enum Step {
        /// Milliseconds since the kiosk scanned the token, by its own clock.
        Consume(Option<i64>),
        GiveWay,
        Wait(i64),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            3 => proptest::option::of(-5_000..40_000_i64).prop_map(Step::Consume),
            1 => Just(Step::GiveWay),
            3 => (0..12_000_i64).prop_map(Step::Wait),
        ];
        vec(step, 1..20)
    }

    proptest! {
        /// Used at most once, never after it was replaced or after the grace period. An ended token never becomes
        /// usable again.
        #[test]
        fn token_is_used_once_and_in_time(steps in steps()) {
            let mut token = Token::issued(begin());
            let (mut now, mut uses, mut gone) = (0, 0, false);
            for step in steps {
                let before = token;
                match step {
                    Step::Wait(ms) => now += ms,
                    Step::GiveWay => {
                        token.give_way(after(now));
                        gone = true;
                        prop_assert_ne!(token.state, State::Live);
                    }
                    Step::Consume(ago) => {
                        let scanned = ago.map(|ago| now - ago);
                        if token.consume(reading(now, scanned)).is_ok() {
                            uses += 1;
                            let in_time = now < 30_000
                                || (now < 32_000 && scanned.is_some_and(|at| (0..30_000).contains(&at)));
                            prop_assert!(!gone && in_time, "{now} {scanned:?}");
                        }
                    }
                }
                prop_assert!(uses <= 1);
                if before.state != State::Live {
                    prop_assert_eq!(before, token);
                }
            }
        }
    }
}
