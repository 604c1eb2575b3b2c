use jiff::Timestamp;

use super::{JobReport, JobState};
use crate::db::{TenantRead, TenantWrite};

/// A job to enqueue. Times are Unix ms.
pub(super) struct NewRow<'a> {
    pub(super) kind: &'a str,
    pub(super) unique_key: Option<String>,
    pub(super) payload: String,
    pub(super) due_at: i64,
    pub(super) created_at: i64,
    pub(super) request_id: Option<String>,
    /// The span that enqueued it.
    pub(super) trace_parent: Option<String>,
}

/// A job as the runner reads it.
pub(super) struct Row {
    pub(super) id: i64,
    /// Number of times it was rescheduled.
    pub(super) revision: i64,
    pub(super) kind: String,
    /// Whether another job with the same key can't be enqueued while its row exists.
    pub(super) has_key: bool,
    pub(super) payload: String,
    /// Attempts before this one.
    pub(super) attempts: i64,
    /// Of the request that led to it, directly or through other jobs.
    pub(super) request_id: Option<String>,
    /// The span that enqueued it.
    pub(super) trace_parent: Option<String>,
}

pub(super) async fn insert(db: &mut TenantWrite, row: &NewRow<'_>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO jobs (kind, unique_key, payload, due_at, created_at, request_id, trace_parent)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (unique_key) DO NOTHING",
        row.kind,
        row.unique_key,
        row.payload,
        row.due_at,
        row.created_at,
        row.request_id,
        row.trace_parent
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Inserts a job, or reschedules the one with the same key as if it were new.
pub(super) async fn upsert(db: &mut TenantWrite, row: &NewRow<'_>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO jobs (kind, unique_key, payload, due_at, created_at, request_id, trace_parent)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (unique_key) DO UPDATE SET payload = excluded.payload, due_at = excluded.due_at, attempts = 0,
             crashes = 0, dead = 0, last_error = NULL, request_id = excluded.request_id, trace_parent = excluded.trace_parent,
             revision = revision + 1",
        row.kind,
        row.unique_key,
        row.payload,
        row.due_at,
        row.created_at,
        row.request_id,
        row.trace_parent
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Makes the waiting jobs of a type due at `now`.
pub(super) async fn hasten(db: &mut TenantWrite, kind: &str, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE jobs SET due_at = ?1, revision = revision + 1 WHERE kind = ?2 AND dead = 0 AND due_at > ?1",
        now,
        kind
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Type and payload of a job.
pub(super) async fn work_of(db: &mut TenantRead, id: i64) -> Result<Option<(String, String)>, sqlx::Error> {
    let row = sqlx::query!("SELECT kind, payload FROM jobs WHERE id = ?", id)
        .fetch_optional(db.conn())
        .await?;
    Ok(row.map(|row| (row.kind, row.payload)))
}

pub(super) async fn delete_by_key(db: &mut TenantWrite, kind: &str, unique_key: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM jobs WHERE kind = ? AND unique_key = ?", kind, unique_key)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Up to `limit` jobs of these `kinds` (a JSON array) that are due at `now`, longest overdue first.
pub(super) async fn due(db: &mut TenantRead, now: i64, kinds: &str, limit: i64) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", revision, kind, unique_key IS NOT NULL AS "has_key!: bool", payload, attempts, request_id,
             trace_parent
           FROM jobs WHERE dead = 0 AND due_at <= ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY due_at, id LIMIT ?"#,
        now,
        kinds,
        limit
    )
    .fetch_all(db.conn())
    .await
}

/// Types of jobs that are due at `now`.
pub(super) async fn due_kinds(db: &mut TenantRead, now: i64) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT DISTINCT kind FROM jobs WHERE dead = 0 AND due_at <= ?", now)
        .fetch_all(db.conn())
        .await
}

/// When the next job becomes due after `now`.
pub(super) async fn next_after(db: &mut TenantRead, now: i64) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT MIN(due_at) AS "due_at: i64" FROM jobs WHERE dead = 0 AND due_at > ?"#,
        now
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn earliest(db: &mut TenantRead) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT MIN(due_at) AS "due_at: i64" FROM jobs WHERE dead = 0"#)
        .fetch_one(db.conn())
        .await
}

/// Type of a job and how often the server crashed while it ran. `None`: it is done, rescheduled or dead.
pub(super) async fn crashes(db: &mut TenantRead, run: Run) -> Result<Option<(String, i64)>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT kind, crashes FROM jobs WHERE id = ? AND revision = ? AND dead = 0",
        run.id,
        run.revision
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(|row| (row.kind, row.crashes)))
}

/// Counts a failed attempt of a job that was running when the server crashed.
pub(super) async fn crash(db: &mut TenantWrite, run: Run, due_at: i64, dead: bool) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE jobs SET attempts = attempts + 1, crashes = crashes + 1, due_at = ?, dead = ?,
             last_error = 'The server ended while this job ran.'
         WHERE id = ? AND revision = ?",
        due_at,
        dead,
        run.id,
        run.revision
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A finished job and the revision that ran. If it was rescheduled since, it stays unchanged.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) id: i64,
    pub(super) revision: i64,
}

pub(super) async fn delete(db: &mut TenantWrite, run: Run) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM jobs WHERE id = ? AND revision = ?", run.id, run.revision)
        .execute(db.conn())
        .await?;
    Ok(())
}

pub(super) async fn fail(
    db: &mut TenantWrite,
    run: Run,
    due_at: i64,
    dead: bool,
    error: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE jobs SET attempts = attempts + 1, due_at = ?, dead = ?, last_error = ? WHERE id = ? AND revision = ?",
        due_at,
        dead,
        error,
        run.id,
        run.revision
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn erase_payload(db: &mut TenantWrite, run: Run) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE jobs SET payload = '{}' WHERE id = ? AND revision = ?",
        run.id,
        run.revision
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn postpone(db: &mut TenantWrite, run: Run, due_at: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE jobs SET due_at = ? WHERE id = ? AND revision = ?",
        due_at,
        run.id,
        run.revision
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A job for [`JobReport`]. Times are Unix ms.
struct ReportRow {
    id: i64,
    kind: String,
    dead: bool,
    attempts: i64,
    due_at: i64,
    created_at: i64,
    last_error: Option<String>,
}

impl From<ReportRow> for JobReport {
    fn from(row: ReportRow) -> Self {
        let instant = |ms| Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
        Self {
            id: row.id,
            kind: row.kind,
            state: if row.dead { JobState::Dead } else { JobState::Waiting },
            attempts: row.attempts,
            due_at: instant(row.due_at),
            created_at: instant(row.created_at),
            last_error: row.last_error,
        }
    }
}

pub(super) async fn list(db: &mut TenantRead, dead: Option<bool>) -> Result<Vec<JobReport>, sqlx::Error> {
    let rows = sqlx::query_as!(
        ReportRow,
        r#"SELECT id AS "id!", kind, dead AS "dead!: bool", attempts, due_at, created_at, last_error
           FROM jobs WHERE ?1 IS NULL OR dead = ?1 ORDER BY due_at, id"#,
        dead
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(JobReport::from).collect())
}

/// Jobs with one of `ids` (a JSON array) in this payload field.
pub(super) async fn about(db: &mut TenantRead, field: &str, ids: &str) -> Result<Vec<JobReport>, sqlx::Error> {
    let rows = sqlx::query_as!(
        ReportRow,
        r#"SELECT id AS "id!", kind, dead AS "dead!: bool", attempts, due_at, created_at, last_error
           FROM jobs WHERE payload ->> ?1 IN (SELECT value FROM json_each(?2)) ORDER BY id"#,
        field,
        ids
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(JobReport::from).collect())
}

/// Reschedules failed jobs at `due_at`: one by ID, or all.
pub(super) async fn revive(db: &mut TenantWrite, id: Option<i64>, due_at: i64) -> Result<Vec<JobReport>, sqlx::Error> {
    let rows = sqlx::query_as!(
        ReportRow,
        r#"UPDATE jobs SET dead = 0, attempts = 0, crashes = 0, due_at = ?2 WHERE dead = 1 AND (?1 IS NULL OR id = ?1)
           RETURNING id AS "id!", kind, dead AS "dead!: bool", attempts, due_at, created_at, last_error"#,
        id,
        due_at
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(JobReport::from).collect())
}

pub(super) async fn delete_dead(db: &mut TenantWrite, id: i64) -> Result<Option<JobReport>, sqlx::Error> {
    let row = sqlx::query_as!(
        ReportRow,
        r#"DELETE FROM jobs WHERE dead = 1 AND id = ?
           RETURNING id AS "id!", kind, dead AS "dead!: bool", attempts, due_at, created_at, last_error"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(JobReport::from))
}
