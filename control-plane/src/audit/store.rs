//! The audit trail's SQL: it only ever inserts.

use super::AuditEntry;
use crate::db::ControlWrite;

/// Adds a row in the transaction of what it tells.
///
/// # Errors
/// On a database failure.
pub async fn append(db: &mut ControlWrite, entry: &AuditEntry) -> Result<(), sqlx::Error> {
    let (id, at, details) = (
        entry.id.to_string(),
        entry.at.as_millisecond(),
        entry.details.to_string(),
    );
    sqlx::query!(
        "INSERT INTO audit (id, at, actor, action, subject, details) VALUES ($1, $2, $3, $4, $5, $6)",
        id,
        at,
        entry.actor,
        entry.action,
        entry.subject,
        details
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
