//! Idempotency keys: a repeated request gets the first response. Key and effect share one transaction.

mod store;

use jiff::{SignedDuration, Timestamp};

use crate::db::TenantWrite;

/// Default retention of a key.
const KEPT: SignedDuration = SignedDuration::from_hours(48);

/// Retention for senders that may be offline for weeks.
const KEPT_LONG: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Idempotency key of a request.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    /// Route and caller. The site is implied by the database.
    pub scope: String,
    /// 1–128 visible ASCII characters, opaque to the server.
    pub key: String,
    /// Of method, path and body. The same key with a different request is rejected.
    pub fingerprint: [u8; 32],
}

/// Retention of a key.
#[derive(Clone, Copy, Debug)]
pub enum Keep {
    /// At least a day.
    Days,
    /// Thirty days.
    Month,
    ForGood,
}

/// State of a key.
#[derive(Debug)]
pub enum Claim {
    /// New: the caller continues and calls [`IdempotencyKey::finish`] in the transaction of its effect.
    Fresh,
    /// In progress, or interrupted by a crash.
    Running,
    /// The stored result as JSON.
    Finished(String),
    /// Used with a different request.
    Reused,
}

impl IdempotencyKey {
    /// Claims the key within `db`. A rollback undoes it, so a rejected request doesn't use up its key.
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

    /// Stored response of any request with the key. An unused key is used up: a later request gets [`Claim::Reused`],
    /// unless it has this key's fingerprint.
    pub async fn retire(&self, db: &mut TenantWrite, now: Timestamp) -> Result<Option<String>, sqlx::Error> {
        if let Some(found) = store::find(db, &self.scope, &self.key).await? {
            return Ok(found.answer);
        }
        store::insert(db, self, now.as_millisecond(), Some((now + KEPT).as_millisecond())).await?;
        Ok(None)
    }

    /// Stores the response as JSON in the transaction of the effect.
    pub async fn finish(&self, db: &mut TenantWrite, answer: &str) -> Result<(), sqlx::Error> {
        store::set_answer(db, &self.scope, &self.key, answer).await
    }
}
