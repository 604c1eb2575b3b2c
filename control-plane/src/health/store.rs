//! SQL of build health.

use jiff::Timestamp;

use super::Counts;
use super::tally::{CrashOfBuild, Place};
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

/// Adds to the reports of a crash in the minute of `now`.
pub(super) async fn add_crash(
    db: &mut ControlWrite,
    crash: &CrashOfBuild,
    now: Timestamp,
    count: i64,
) -> Result<(), sqlx::Error> {
    let minute = now.as_millisecond().div_euclid(MINUTE) * MINUTE;
    sqlx::query!(
        "INSERT INTO build_crashes (environment, version, site, crash, minute, count) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (environment, version, site, crash, minute) DO UPDATE
         SET count = build_crashes.count + excluded.count",
        crash.environment,
        crash.build,
        crash.place.site,
        crash.place.crash,
        minute,
        count
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// The crash of a build that most visitors of an environment reported since the minute of `from`, and how many did.
pub async fn worst_crash(
    db: &mut ControlConn,
    environment: &str,
    version: &str,
    from: Timestamp,
) -> Result<Option<(Place, i64)>, sqlx::Error> {
    let from = from.as_millisecond().div_euclid(MINUTE) * MINUTE;
    let row = sqlx::query!(
        r#"SELECT site, crash, SUM(count) AS "count!: i64" FROM build_crashes
           WHERE environment = $1 AND version = $2 AND minute >= $3
           GROUP BY site, crash ORDER BY SUM(count) DESC, site, crash LIMIT 1"#,
        environment,
        version,
        from
    )
    .fetch_optional(db.conn())
    .await?;
    let place = |site, crash| Place { site, crash };
    Ok(row.map(|row| (place(row.site, row.crash), row.count)))
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
    sqlx::query!("DELETE FROM build_crashes WHERE minute < $1", until)
        .execute(db.conn())
        .await?;
    Ok(())
}
