//! Whether the machine's clock agrees with the instants that the installation has written. Pure.

use jiff::{SignedDuration, Timestamp};

/// Longest time without a written instant. After it, the clock may be wrong, or the server was down for longer.
pub const LONGEST_GAP: SignedDuration = SignedDuration::from_hours(24);
/// Tolerated difference if the clock is behind. Time synchronization adjusts a running clock by less.
pub const LEEWAY: SignedDuration = SignedDuration::from_mins(1);

/// Comparison of the clock with the newest written instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Plausible,
    /// Far ahead of the newest instant.
    Ahead,
    /// Behind it: the clock is wrong now, or was ahead when it was written.
    Behind,
}

/// Compares `now` with the newest written instant. `None`: a new installation.
pub fn judge(newest: Option<Timestamp>, now: Timestamp) -> Verdict {
    let Some(newest) = newest else {
        return Verdict::Plausible;
    };
    let ahead = now.duration_since(newest);
    if ahead > LONGEST_GAP {
        Verdict::Ahead
    } else if ahead < -LEEWAY {
        Verdict::Behind
    } else {
        Verdict::Plausible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_is_compared_with_the_newest_instant() {
        let newest: Timestamp = "2026-11-25T12:00:00Z".parse().unwrap();
        let after = |by| judge(Some(newest), newest + by);
        assert_eq!(judge(None, newest), Verdict::Plausible);
        for by in [SignedDuration::ZERO, LONGEST_GAP, -LEEWAY] {
            assert_eq!(after(by), Verdict::Plausible, "{by}");
        }
        let second = SignedDuration::from_secs(1);
        assert_eq!(after(LONGEST_GAP + second), Verdict::Ahead);
        assert_eq!(after(SignedDuration::from_hours(87_600)), Verdict::Ahead);
        assert_eq!(after(-LEEWAY - second), Verdict::Behind);
    }
}
