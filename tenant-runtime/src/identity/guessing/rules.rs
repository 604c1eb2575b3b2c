//! Delay before the next password attempt. Pure.

use jiff::{SignedDuration, Timestamp};

/// Number of wrong passwords before the next attempt must wait.
pub const FREE: i64 = 5;

/// Time for which wrong passwords are remembered.
pub const REMEMBERED: SignedDuration = SignedDuration::from_hours(24);

/// Wrong passwords since the last correct one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    pub count: i64,
    pub last_at: Timestamp,
}

/// Wait until the next attempt: 2 s after the fifth failure, doubled after each further one, at most a minute. Accounts
/// are never locked (docs/RULES.md#limits).
pub fn wait(failures: Option<Failures>, now: Timestamp) -> Option<SignedDuration> {
    let Failures { count, last_at } = failures?;
    let beyond = u32::try_from(count - FREE).ok()?;
    let whole = SignedDuration::from_secs(2_i64.saturating_pow(beyond + 1).min(60));
    // A time in the future was written before the clock was set back. This attempt replaces it, so the next one waits as usual.
    if last_at > now {
        return None;
    }
    let left = whole - now.duration_since(last_at);
    left.is_positive().then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last() -> Timestamp {
        "2030-01-01T00:00:00Z".parse().unwrap()
    }

    fn failed(count: i64) -> Option<Failures> {
        Some(Failures { count, last_at: last() })
    }

    #[test]
    fn wait_grows_from_the_fifth_failure_to_a_minute() {
        let waits: Vec<i64> = [1, 4, 5, 6, 7, 8, 9, 10, 11, 1000]
            .map(|count| wait(failed(count), last()).map_or(0, |wait| wait.as_secs()))
            .to_vec();
        assert_eq!(waits, [0, 0, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(wait(None, last()), None);
    }

    #[test]
    fn wait_expires() {
        let after = |ms| wait(failed(6), last() + SignedDuration::from_millis(ms));
        assert_eq!(after(1500), Some(SignedDuration::from_millis(2500)));
        assert_eq!(after(4000), None);
    }

    #[test]
    fn clock_that_was_set_back_blocks_no_login() {
        for ahead in [
            SignedDuration::from_secs(5),
            SignedDuration::from_hours(2),
            SignedDuration::from_hours(8760),
        ] {
            let now = last() - ahead;
            assert_eq!(wait(failed(9), now), None);
            // The attempt is counted at the right time.
            let next = Failures {
                count: 10,
                last_at: now,
            };
            assert_eq!(wait(Some(next), now), Some(SignedDuration::from_secs(60)));
        }
    }
}
