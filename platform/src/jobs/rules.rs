use jiff::SignedDuration;

/// After this many failures, a job waits for staff. That takes five days, as for mail servers (RFC 5321, section
/// 4.5.4.1), so a weekend's outage loses nothing.
pub(super) const MAX_ATTEMPTS: i64 = 1450;

/// A job is reported after this many failures, and again after each further such number.
const TOLD_EVERY: i64 = 40;

/// Delay before another look at a job of an unknown kind: a later version wrote it, and may be deployed again.
pub(super) const UNKNOWN_KIND: SignedDuration = SignedDuration::from_mins(15);

/// Number of server crashes during a job's runs after which the job is quarantined.
pub(super) const MAX_CRASHES: i64 = 3;

/// Delay before a job that never fails permanently is retried after [`MAX_CRASHES`].
pub(super) const AFTER_CRASHES: SignedDuration = SignedDuration::from_hours(1);

/// Whether to alert staff about failure number `attempts`.
pub(super) const fn is_told(attempts: i64) -> bool {
    attempts % TOLD_EVERY == 0
}

/// Delay after the `attempts`-th failure (1-based): 2 s, doubling up to 5 minutes, so that a backlog drains within 5
/// minutes after an outage (docs/RULES.md#promises, 6).
pub(super) fn backoff(attempts: i64) -> SignedDuration {
    let exponent = u32::try_from(attempts.clamp(1, 9)).unwrap_or(9);
    SignedDuration::from_secs(2_i64.pow(exponent).min(300))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_doubles_up_to_five_minutes() {
        let seconds: Vec<_> = (1..=10).map(|n| backoff(n).as_secs()).collect();
        assert_eq!(seconds, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    }

    #[test]
    fn job_is_retried_for_five_days() {
        let waited: i64 = (1..MAX_ATTEMPTS).map(|n| backoff(n).as_secs()).sum();
        assert_eq!(waited / 86_400, 5);
    }

    #[test]
    fn repeated_failure_is_logged_at_intervals() {
        let told: Vec<_> = (1..=100).filter(|attempts| is_told(*attempts)).collect();
        assert_eq!(told, [40, 80]);
    }
}
