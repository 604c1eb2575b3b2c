//! Idempotency keys: a repeated request gets the first response. Key and effect share one transaction.

mod store;

use jiff::{SignedDuration, Timestamp};

use crate::db::TenantWrite;

/// How long a key is kept unless its effect asks for longer.
const KEPT: SignedDuration = SignedDuration::from_hours(48);

/// How long one is kept whose sender may be cut off for weeks.
const KEPT_LONG: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A key as a request carries it.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    /// Route and caller; the site is the database.
    pub scope: String,
    /// 1–128 visible ASCII characters, opaque.
    pub key: String,
    /// Of method, path and body: the same key with another request is refused.
    pub fingerprint: [u8; 32],
}

/// How long a key is remembered.
#[derive(Clone, Copy, Debug)]
pub enum Keep {
    /// At least a day.
    Days,
    /// Thirty days.
    Month,
    ForGood,
}

/// What is known of a key.
#[derive(Debug)]
pub enum Claim {
    /// First seen: the caller goes on and calls [`IdempotencyKey::finish`] with the transaction of its effect.
    Fresh,
    /// Under way, or cut off by a crash.
    Running,
    /// The stored answer, as JSON.
    Finished(String),
    /// Seen with another request.
    Reused,
}

impl IdempotencyKey {
    /// Claims the key within `db`. Rolled back with it: a refused request does not use its key up.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn claim(&self, db: &mut TenantWrite, now: Timestamp, keep: Keep) -> Result<Claim, sqlx::Error> {
        let now_ms = now.as_millisecond();
        store::delete_expired(db, now_ms).await?;
        if let Some(found) = store::find(db, &self.scope, &self.key).await? {
            return Ok(match found {
                store::Found { fingerprint, .. } if fingerprint != self.fingerprint => Claim::Reused,
                store::Found { answer: None, .. } => Claim::Running,
                store::Found {
                    answer: Some(answer), ..
                } => Claim::Finished(answer),
            });
        }
        let expires_at = match keep {
            Keep::Days => Some((now + KEPT).as_millisecond()),
            Keep::Month => Some((now + KEPT_LONG).as_millisecond()),
            Keep::ForGood => None,
        };
        store::insert(db, self, now_ms, expires_at).await?;
        Ok(Claim::Fresh)
    }

    /// The stored answer of whatever request came with the key. A key that none came with is used up: one that comes later is
    /// [`Claim::Reused`], unless its fingerprint is this key's.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn retire(&self, db: &mut TenantWrite, now: Timestamp) -> Result<Option<String>, sqlx::Error> {
        if let Some(found) = store::find(db, &self.scope, &self.key).await? {
            return Ok(found.answer);
        }
        store::insert(db, self, now.as_millisecond(), Some((now + KEPT).as_millisecond())).await?;
        Ok(None)
    }

    /// Stores the answer, as JSON, within the transaction of the effect.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn finish(&self, db: &mut TenantWrite, answer: &str) -> Result<(), sqlx::Error> {
        store::set_answer(db, &self.scope, &self.key, answer).await
    }
}
