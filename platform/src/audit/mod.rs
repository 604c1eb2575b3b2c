//! Append-only record of who changed what, in the transaction of the change.

mod store;

use serde_json::Value;

use crate::db::TenantWrite;
use jiff::Timestamp;

/// One entry. `actor` and `subject` are ids such as `staff:3`, never personal data.
pub struct Entry<'a> {
    pub actor: &'a str,
    pub action: &'static str,
    pub subject: &'a str,
    pub detail: Value,
}

/// Writes `entry` with the transaction `db`.
///
/// # Errors
/// When the database refuses.
pub async fn record(db: &mut TenantWrite, now: Timestamp, entry: Entry<'_>) -> Result<(), sqlx::Error> {
    store::insert(db, now.as_millisecond(), &entry).await
}
