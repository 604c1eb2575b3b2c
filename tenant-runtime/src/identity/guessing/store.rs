use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::rules::Failures;

pub(super) async fn failures(db: &mut TenantRead, target: &str) -> Result<Option<Failures>, sqlx::Error> {
    let row = sqlx::query!("SELECT count, last_at FROM identity_guesses WHERE target = ?", target)
        .fetch_optional(db.conn())
        .await?;
    Ok(row.map(|row| Failures {
        count: row.count,
        last_at: Timestamp::from_millisecond(row.last_at).unwrap_or(Timestamp::MIN),
    }))
}

pub(super) async fn note_failure(db: &mut TenantWrite, target: &str, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO identity_guesses (target, count, last_at) VALUES (?, 1, ?)
         ON CONFLICT (target) DO UPDATE SET count = count + 1, last_at = excluded.last_at",
        target,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn forget(db: &mut TenantWrite, target: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_guesses WHERE target = ?", target)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Deletes a few at a time, so that no request has to delete many.
pub(super) async fn forget_before(db: &mut TenantWrite, last_at: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM identity_guesses WHERE target IN
           (SELECT target FROM identity_guesses WHERE last_at <= ? LIMIT 8)",
        last_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
