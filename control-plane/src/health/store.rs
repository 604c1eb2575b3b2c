//! SQL of build health.

use jiff::Timestamp;

use super::Counts;
use crate::db::{ControlConn, ControlWrite};

const MINUTE: i64 = 60_000;

/// Adds to the counts of the minute of `now`.
pub async fn add(
    db: &mut ControlWrite,
    environment: &str,
    version: &str,
    now: Timestamp,
    counts: Counts,
) -> Result<(), sqlx::Error> {
    let minute = now.as_millisecond().div_euclid(MINUTE) * MINUTE;
    sqlx::query!(
        "INSERT INTO build_health (environment, version, minute, requests, errors, crashes) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (environment, version, minute) DO UPDATE
         SET requests = build_health.requests + excluded.requests, errors = build_health.errors + excluded.errors,
             crashes = build_health.crashes + excluded.crashes",
        environment,
        version,
        minute,
        counts.requests,
        counts.errors,
        counts.crashes
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Counters of a build in an environment since the minute of `from`.
pub async fn since(
    db: &mut ControlConn,
    environment: &str,
    version: &str,
    from: Timestamp,
) -> Result<Counts, sqlx::Error> {
    let from = from.as_millisecond().div_euclid(MINUTE) * MINUTE;
    let row = sqlx::query!(
        r#"SELECT COALESCE(SUM(requests), 0) AS "requests!: i64", COALESCE(SUM(errors), 0) AS "errors!: i64",
                  COALESCE(SUM(crashes), 0) AS "crashes!: i64"
           FROM build_health WHERE environment = $1 AND version = $2 AND minute >= $3"#,
        environment,
        version,
        from
    )
    .fetch_one(db.conn())
    .await?;
    Ok(Counts {
        requests: row.requests,
        errors: row.errors,
        crashes: row.crashes,
    })
}

/// Deletes the counts before `until`.
pub async fn forget_before(db: &mut ControlWrite, until: Timestamp) -> Result<(), sqlx::Error> {
    let until = until.as_millisecond();
    sqlx::query!("DELETE FROM build_health WHERE minute < $1", until)
        .execute(db.conn())
        .await?;
    Ok(())
}
