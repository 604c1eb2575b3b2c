//! Limits that survive a restart, counted in the tenant's database in the same transaction as the limited effect.

mod rules;
mod store;

use jiff::{SignedDuration, Timestamp};

use crate::db::{TenantRead, TenantWrite};

/// Rate limit: `count` uses at once, replenished over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    pub name: &'static str,
    pub count: u32,
    pub per: SignedDuration,
}

impl Quota {
    /// The quota multiplied by `scale`.
    #[must_use]
    pub const fn times(self, scale: u32) -> Self {
        Self {
            count: self.count.saturating_mul(scale),
            ..self
        }
    }
}

/// The quota is used up for this long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait(pub SignedDuration);

impl Wait {
    /// Whole seconds, rounded up, at least one, for `Retry-After`.
    pub fn as_seconds(self) -> u64 {
        u64::try_from(self.0.as_millis()).unwrap_or(0).div_ceil(1000).max(1)
    }
}

/// Counts one use by `key`, an ID without personal data. A rejected use isn't counted, nor is one whose transaction is
/// rolled back.
pub async fn take(
    db: &mut TenantWrite,
    quota: Quota,
    key: &str,
    now: Timestamp,
) -> Result<Result<(), Wait>, sqlx::Error> {
    let full_at = store::full_at(db, quota.name, key).await?;
    match rules::take(quota, full_at, now.as_millisecond()) {
        Ok(full_at) => {
            store::delete_full(db, now.as_millisecond()).await?;
            store::set_full_at(db, quota.name, key, full_at).await?;
            Ok(Ok(()))
        }
        Err(wait_ms) => Ok(Err(Wait(SignedDuration::from_millis(wait_ms)))),
    }
}

/// Remaining time for which a use by `key` would be rejected. Counts nothing.
pub async fn used_up(
    db: &mut TenantRead,
    quota: Quota,
    key: &str,
    now: Timestamp,
) -> Result<Option<Wait>, sqlx::Error> {
    let full_at = store::full_at(db, quota.name, key).await?;
    let taken = rules::take(quota, full_at, now.as_millisecond());
    Ok(taken.err().map(|wait_ms| Wait(SignedDuration::from_millis(wait_ms))))
}

/// Resets the quota of `key`.
pub async fn restore(db: &mut TenantWrite, quota: Quota, key: &str) -> Result<(), sqlx::Error> {
    store::delete(db, quota.name, key).await
}
