//! SQL of the audit log: inserts and reads only.

use super::rules::span;
use super::{Asked, AuditActor, AuditEntry, AuditRecord};
use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

/// Adds a row in the same transaction as the change it records.
pub async fn append(db: &mut ControlWrite, entry: &AuditEntry) -> Result<(), sqlx::Error> {
    let (id, at, details) = (
        entry.id.to_string(),
        entry.at.as_millisecond(),
        entry.details.to_string(),
    );
    sqlx::query!(
        "INSERT INTO audit (id, at, actor, action, environment, subject, details)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id,
        at,
        entry.actor,
        entry.action,
        entry.environment,
        entry.subject,
        details
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Up to `limit` rows that concern `environment` (`None`: all), newest first.
pub async fn list(
    db: &mut ControlConn,
    environment: Option<&str>,
    asked: &Asked,
    limit: i64,
) -> Result<Vec<AuditRecord>, sqlx::Error> {
    let (from, until) = span(asked);
    let rows = sqlx::query!(
        r#"SELECT audit.id, audit.at, audit.actor, staff.email AS "actor_email?", audit.action, audit.environment,
                  audit.subject, audit.details
           FROM audit LEFT JOIN staff ON staff.id = audit.actor
           WHERE ($1 IS NULL OR audit.environment IS NULL OR audit.environment = $1)
             AND ($2 IS NULL OR audit.actor = $2)
             AND ($3 IS NULL OR audit.subject = $3)
             AND ($6 IS NULL OR audit.action = $6)
             AND ($7 IS NULL OR audit.at >= $7)
             AND ($8 IS NULL OR audit.at < $8)
             AND ($4 IS NULL OR (audit.at, audit.id) < (SELECT at, id FROM audit WHERE id = $4))
           ORDER BY audit.at DESC, audit.id DESC LIMIT $5"#,
        environment,
        asked.actor,
        asked.subject,
        asked.cursor,
        limit,
        asked.action,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(AuditRecord {
                id: parsed("audit.id", &row.id)?,
                at: instant("audit.at", row.at)?,
                actor: row.actor,
                actor_email: row.actor_email,
                action: row.action,
                environment: row.environment,
                subject: row.subject,
                details: parsed("audit.details", &row.details)?,
            })
        })
        .collect()
}

/// Actors of events that affect `environment`: the command line, then staff by email address.
pub async fn actors(db: &mut ControlConn, environment: Option<&str>) -> Result<Vec<AuditActor>, sqlx::Error> {
    sqlx::query_as!(
        AuditActor,
        r#"SELECT audit.actor AS "id!", staff.email AS "email?"
           FROM audit LEFT JOIN staff ON staff.id = audit.actor
           WHERE ($1 IS NULL OR audit.environment IS NULL OR audit.environment = $1)
           GROUP BY audit.actor, staff.email, staff.email_key
           ORDER BY staff.email IS NOT NULL, staff.email_key, audit.actor"#,
        environment
    )
    .fetch_all(db.conn())
    .await
}

/// The actions that occur in the audit log of `environment`.
pub async fn actions(db: &mut ControlConn, environment: Option<&str>) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT DISTINCT action FROM audit WHERE ($1 IS NULL OR environment IS NULL OR environment = $1) ORDER BY action",
        environment
    )
    .fetch_all(db.conn())
    .await
}
