//! Work after a commit: a row written in the same transaction, run by an idempotent runner with retries.

mod crashes;
mod error;
mod executor;
mod handlers;
mod repeat;
mod report;
mod rules;
mod runner;
mod schedule;
mod side_by_side;
mod store;

pub use error::JobError;
pub use handlers::{Attempt, Handlers};
pub use repeat::{Repeatable, repeat, repeatable};
pub use report::{about, discard, list, retry};
pub use runner::Runner;
pub use schedule::Schedule;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::db::{Database, DbError, TenantWrite};
use crate::telemetry::links;

/// Jobs of a site that share resources. Lanes run in parallel, so that a slow processor doesn't delay emails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// Charges, refunds and other jobs that call a payment processor or move money.
    Money,
    /// Emails and push notifications. A few run at the same time, so that a slow recipient doesn't delay the others. In the other
    /// lanes, jobs run one after another.
    Mail,
    /// Everything else.
    Upkeep,
}

/// A job type. The value is its handler's input. It is stored as JSON, so earlier versions must stay readable. If
/// repeating the job isn't safe by itself, a field named `again` says whether it may be repeated ([`repeatable`]).
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    /// `domain.what_is_done`.
    const KIND: &'static str;

    /// The lane it runs in.
    const LANE: Lane = Lane::Upkeep;

    /// Whether it is retried for as long as that may help, because it owes money.
    const NEVER_GIVEN_UP: bool = false;

    /// Whether it contains personal data, which is erased when the job fails permanently.
    const ERASED_WHEN_GIVEN_UP: bool = false;

    /// Unique key among jobs of its kind: while its row exists, another job with the key isn't inserted.
    /// `None` for independent jobs.
    fn key(&self) -> Option<String> {
        None
    }
}

/// Whether a job is still to be done by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum JobState {
    Waiting,
    /// Failed permanently: needs attention.
    Dead,
}

/// One job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobReport {
    pub id: i64,
    pub kind: String,
    pub state: JobState,
    /// Number of failures since it was enqueued or retried by a person.
    pub attempts: i64,
    pub due_at: Timestamp,
    pub created_at: Timestamp,
    /// Last error.
    pub last_error: Option<String>,
}

/// The key of `job`, unique across all types.
fn unique_key<T: Job>(job: &T) -> Option<String> {
    job.key().map(|key| format!("{}:{key}", T::KIND))
}

/// Inserts a job in the transaction `db`; it runs after the commit, at `due_at` or as soon as possible after it.
pub async fn enqueue<T: Job>(
    db: &mut TenantWrite,
    now: Timestamp,
    due_at: Timestamp,
    job: &T,
) -> Result<(), sqlx::Error> {
    let row = new_row(db, now, due_at, job)?;
    store::insert(db, &row).await?;
    db.enqueued(row.due_at);
    Ok(())
}

/// Sets the time of the job with the key of `job`, or inserts the job. A run in progress doesn't count: the
/// job runs again afterward.
pub async fn reschedule<T: Job>(
    db: &mut TenantWrite,
    now: Timestamp,
    due_at: Timestamp,
    job: &T,
) -> Result<(), sqlx::Error> {
    let row = new_row(db, now, due_at, job)?;
    store::upsert(db, &row).await?;
    db.enqueued(row.due_at);
    Ok(())
}

/// Runs all waiting jobs of a type after the commit of `db`, because something that they wait for has changed. A run in
/// progress doesn't count.
pub async fn recheck<T: Job>(db: &mut TenantWrite, now: Timestamp) -> Result<(), sqlx::Error> {
    store::hasten(db, T::KIND, now.as_millisecond()).await?;
    db.enqueued(now.as_millisecond());
    Ok(())
}

fn new_row<T: Job>(
    db: &TenantWrite,
    now: Timestamp,
    due_at: Timestamp,
    job: &T,
) -> Result<store::NewRow<'static>, sqlx::Error> {
    Ok(store::NewRow {
        kind: T::KIND,
        unique_key: unique_key(job),
        payload: serde_json::to_string(job).map_err(|error| sqlx::Error::Encode(error.into()))?,
        due_at: due_at.as_millisecond(),
        created_at: now.as_millisecond(),
        request_id: db.request().map(|request| request.as_str().to_owned()),
        trace_parent: links::current(),
    })
}

/// Cancels the waiting job with the key of `job`. A job without a key can't be canceled.
pub async fn withdraw<T: Job>(db: &mut TenantWrite, job: &T) -> Result<(), sqlx::Error> {
    match unique_key(job) {
        Some(key) => store::delete_by_key(db, T::KIND, &key).await,
        None => Ok(()),
    }
}

/// When the site's next job is due, if it has any.
pub(crate) async fn earliest(database: &Database) -> Result<Option<Timestamp>, DbError> {
    let mut db = database.read().await?;
    let earliest = store::earliest(&mut db).await?;
    Ok(earliest.and_then(|ms| Timestamp::from_millisecond(ms).ok()))
}
