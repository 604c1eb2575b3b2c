//! Clock. Injected, so that tests control the time.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// Returns the current time.
///
/// Instants are whole milliseconds, as in storage, so that a written value equals the one read back.
pub trait Clock: Debug + Send + Sync {
    fn now(&self) -> Timestamp;
}

/// Tolerated difference if the clock is set back.
pub const LEEWAY: SignedDuration = SignedDuration::from_secs(60);

/// Whether something that is valid for `lifetime` and ends at `ends_at` is valid. If it ends later than it can, it was created while
/// the clock was wrong, and would be valid for much longer than intended.
pub fn is_valid_until(ends_at: Timestamp, lifetime: SignedDuration, now: Timestamp) -> bool {
    now < ends_at && ends_at <= now + lifetime + LEEWAY
}

pub type SharedClock = Arc<dyn Clock>;

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the machine")]
    fn now(&self) -> Timestamp {
        whole_milliseconds(Timestamp::now())
    }
}

/// Clock that only moves when advanced. Clones share the time.
#[derive(Debug, Clone)]
pub struct TestClock(Arc<Mutex<Timestamp>>);

impl TestClock {
    pub fn at(now: Timestamp) -> Self {
        Self(Arc::new(Mutex::new(whole_milliseconds(now))))
    }

    /// Jumps to an instant, also backwards.
    pub fn set(&self, now: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = whole_milliseconds(now);
    }

    pub fn advance(&self, by: SignedDuration) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *now = whole_milliseconds(*now + by);
    }

    pub fn shared(&self) -> SharedClock {
        Arc::new(self.clone())
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn whole_milliseconds(instant: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(instant.as_millisecond()).unwrap_or(instant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_clock_only_moves_when_advanced() {
        let start: Timestamp = "2030-01-01T00:00:00.0009Z".parse().unwrap();
        let clock = TestClock::at(start);
        let shared = clock.shared();
        assert_eq!(shared.now().to_string(), "2030-01-01T00:00:00Z");
        clock.advance(SignedDuration::from_secs(20));
        assert_eq!(shared.now().to_string(), "2030-01-01T00:00:20Z");
        clock.set("2029-12-31T23:59:59Z".parse().unwrap());
        assert_eq!(shared.now().to_string(), "2029-12-31T23:59:59Z");
    }

    #[test]
    fn system_clock_has_millisecond_precision() {
        assert_eq!(SystemClock.now().subsec_nanosecond() % 1_000_000, 0);
    }

    #[test]
    fn what_was_created_in_the_future_is_invalid() {
        let now: Timestamp = "2026-11-20T15:00:00Z".parse().unwrap();
        let hour = SignedDuration::from_hours(1);
        let is_valid = |ends_in: SignedDuration| is_valid_until(now + ends_in, hour, now);
        assert!(is_valid(SignedDuration::from_secs(1)) && is_valid(hour) && is_valid(hour + LEEWAY));
        assert!(!is_valid(SignedDuration::ZERO));
        assert!(!is_valid(hour + LEEWAY + SignedDuration::from_secs(1)));
        assert!(!is_valid(SignedDuration::from_hours(87_600)));
    }
}
