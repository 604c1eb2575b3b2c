//! Generic cell rate algorithm (ITU-T I.371): one number per key, the time when its quota is full again.

use super::Quota;

/// New time (ms), or the time until the quota is available again (ms).
pub(super) fn take(quota: Quota, full_at: Option<i64>, now: i64) -> Result<i64, i64> {
    let per = i64::try_from(quota.per.as_millis()).unwrap_or(i64::MAX);
    let one = per / i64::from(quota.count.max(1));
    // An instant further away than a full quota was written before the clock was set back. This use replaces it, so the next one
    // waits as usual.
    let full_at = match full_at {
        Some(at) if at > now.saturating_add(per) => now.saturating_add(per - one),
        Some(at) => at.max(now),
        None => now,
    };
    let next = full_at.saturating_add(one);
    let wait = next.saturating_sub(now).saturating_sub(per);
    if wait > 0 { Err(wait) } else { Ok(next) }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    const QUOTA: Quota = Quota {
        name: "test",
        count: 3,
        per: SignedDuration::from_secs(60),
    };

    #[test]
    fn three_at_once_then_one_every_twenty_seconds() {
        let mut full_at = None;
        for _ in 0..3 {
            full_at = Some(take(QUOTA, full_at, 1_000).unwrap());
        }
        assert_eq!(take(QUOTA, full_at, 1_000), Err(20_000));
        assert_eq!(take(QUOTA, full_at, 20_999), Err(1));
        full_at = Some(take(QUOTA, full_at, 21_000).unwrap());
        assert_eq!(take(QUOTA, full_at, 21_000), Err(20_000));
        assert!(take(QUOTA, full_at, 81_000).is_ok());
    }

    #[test]
    fn clock_that_was_set_back_blocks_no_use() {
        let full_at = Some(take(QUOTA, Some(10_000_000), 1_000).unwrap());
        assert_eq!(take(QUOTA, full_at, 1_000), Err(20_000));
        assert!(take(QUOTA, full_at, 21_000).is_ok());
    }

    #[test]
    fn scale_multiplies_limits() {
        assert_eq!(QUOTA.times(100).count, 300);
        assert_eq!(QUOTA.times(u32::MAX).count, u32::MAX);
    }
}
