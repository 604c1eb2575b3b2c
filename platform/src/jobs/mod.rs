//! Work that must follow a commit: a row written in the same transaction, run by an idempotent, retrying runner.

mod rules;
mod runner;
mod store;

pub use runner::{Handlers, JobError, Runner, Schedule};

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::{Database, DbError, TenantWrite};

/// A job about to be enqueued.
pub struct NewJob<'a> {
    pub kind: &'static str,
    /// Work that must exist at most once carries a key; a second row with the same key is not written.
    pub key: Option<&'a str>,
    pub due_at: Timestamp,
}

/// A job as its handler sees it.
#[derive(Clone, Debug)]
pub struct Job {
    pub id: i64,
    pub kind: String,
    /// Whether a second job like it is not written while its row stands.
    has_key: bool,
    pub payload: String,
    /// Attempts before this one.
    pub attempts: i64,
}

impl Job {
    /// The payload that was enqueued.
    ///
    /// # Errors
    /// When it is of another shape than `T`.
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T, JobError> {
        serde_json::from_str(&self.payload).map_err(|error| JobError::Permanent(error.to_string()))
    }
}

/// Writes a job with the transaction `db`; it runs after the commit, at `job.due_at` or as soon as possible after it.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue<T: Serialize>(
    db: &mut TenantWrite,
    now: Timestamp,
    job: NewJob<'_>,
    payload: &T,
) -> Result<(), sqlx::Error> {
    let payload = serde_json::to_string(payload).map_err(|error| sqlx::Error::Encode(error.into()))?;
    store::insert(db, &job, &payload, now.as_millisecond()).await?;
    db.enqueued(job.due_at.as_millisecond());
    Ok(())
}

/// Takes back the job of `kind` with `key`, if it waits: its reason has gone.
///
/// # Errors
/// When the database refuses.
pub async fn withdraw(db: &mut TenantWrite, kind: &str, key: &str) -> Result<(), sqlx::Error> {
    store::delete_by_key(db, kind, key).await
}

/// When the site's next job is due, if one waits.
pub(crate) async fn earliest(database: &Database) -> Result<Option<Timestamp>, DbError> {
    let mut db = database.read().await?;
    let earliest = store::earliest(&mut db).await?;
    Ok(earliest.and_then(|ms| Timestamp::from_millisecond(ms).ok()))
}
