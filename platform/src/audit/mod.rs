//! Append-only audit log, written in the transaction of the change.

mod rules;
mod store;

use jiff::Timestamp;
use serde_json::Value;

use crate::db::{TenantRead, TenantWrite};

pub use rules::Change;
pub use store::{Filter, Recorded};

/// An entry. `actor` and `subject` are IDs such as `staff:3`, never personal data.
pub struct Entry<'a> {
    pub actor: &'a str,
    pub action: &'static str,
    pub subject: &'a str,
    pub detail: Value,
}

/// Records `entry` in the transaction `db`, with its request and, for a caller with a role, their role.
pub async fn record(db: &mut TenantWrite, now: Timestamp, entry: Entry<'_>) -> Result<(), sqlx::Error> {
    let Entry {
        actor,
        action,
        subject,
        detail,
    } = entry;
    note(db, now, actor, action, subject, Change::default().with(detail)).await
}

/// Records that `actor` has done `action` to `subject`, with the changes, in the transaction `db`.
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

/// Entries by people with a role, newest first.
pub async fn entries(db: &mut TenantRead, filter: &Filter) -> Result<Vec<Recorded>, sqlx::Error> {
    store::entries(db, filter).await
}

/// All entries about `subject`, newest first; at most `limit`. Entries without a role have an empty one.
pub async fn trail(db: &mut TenantRead, subject: &str, limit: i64) -> Result<Vec<Recorded>, sqlx::Error> {
    store::trail(db, subject, limit).await
}

/// Number of entries that match `filter`.
pub async fn count(db: &mut TenantRead, filter: &Filter) -> Result<i64, sqlx::Error> {
    store::count(db, filter).await
}

/// Actors with a role at this site.
pub async fn actors(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    store::actors(db).await
}

/// Distinct actions by people with a role, by name, for a filter.
pub async fn actions(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    store::actions(db).await
}
