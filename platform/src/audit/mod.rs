//! Append-only record of who changed what, in the transaction of the change.

mod rules;
mod store;

use jiff::Timestamp;
use serde_json::Value;

use crate::db::{TenantRead, TenantWrite};

pub use rules::Change;
pub use store::{Filter, Recorded};

/// One entry. `actor` and `subject` are ids such as `staff:3`, never personal data.
pub struct Entry<'a> {
    pub actor: &'a str,
    pub action: &'static str,
    pub subject: &'a str,
    pub detail: Value,
}

/// Writes `entry` with the transaction `db`: with its request, and with the role of who made that, if the actor did.
///
/// # Errors
/// When the database refuses.
pub async fn record(db: &mut TenantWrite, now: Timestamp, entry: Entry<'_>) -> Result<(), sqlx::Error> {
    let Entry {
        actor,
        action,
        subject,
        detail,
    } = entry;
    note(db, now, actor, action, subject, Change::default().with(detail)).await
}

/// Writes that `actor` has done `action` to `subject`, and what that changed, with the transaction `db`.
///
/// # Errors
/// When the database refuses.
pub async fn note(
    db: &mut TenantWrite,
    now: Timestamp,
    actor: &str,
    action: &'static str,
    subject: &str,
    change: Change,
) -> Result<(), sqlx::Error> {
    store::insert(db, now.as_millisecond(), (actor, action, subject), &change).await
}

/// Entries that were made in a role, the newest first.
///
/// # Errors
/// When the database refuses.
pub async fn entries(db: &mut TenantRead, filter: &Filter) -> Result<Vec<Recorded>, sqlx::Error> {
    store::entries(db, filter).await
}

/// All that was done to `subject`, in a role or in none, the newest first; at most `limit` entries. The role of those in none is empty.
///
/// # Errors
/// When the database refuses.
pub async fn trail(db: &mut TenantRead, subject: &str, limit: i64) -> Result<Vec<Recorded>, sqlx::Error> {
    store::trail(db, subject, limit).await
}

/// How many entries `filter` lets through on all pages.
///
/// # Errors
/// When the database refuses.
pub async fn count(db: &mut TenantRead, filter: &Filter) -> Result<i64, sqlx::Error> {
    store::count(db, filter).await
}

/// Who did anything in a role at this site.
///
/// # Errors
/// When the database refuses.
pub async fn actors(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    store::actors(db).await
}

/// What was done in a role at this site, without repetition and by name: the choices of a filter.
///
/// # Errors
/// When the database refuses.
pub async fn actions(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    store::actions(db).await
}
