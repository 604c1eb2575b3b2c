use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

/// How many log-ins failed since the last good one, and when the latest did.
pub(super) async fn log_in_failures(db: &mut TenantRead, id: i64) -> Result<Option<(i64, Timestamp)>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT count, last_at FROM identity_log_in_failures WHERE customer_id = ?",
        id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(|row| {
        (
            row.count,
            Timestamp::from_millisecond(row.last_at).unwrap_or(Timestamp::MIN),
        )
    }))
}

pub(super) async fn note_log_in_failure(db: &mut TenantWrite, id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO identity_log_in_failures (customer_id, count, last_at) VALUES (?, 1, ?)
         ON CONFLICT (customer_id) DO UPDATE SET count = count + 1, last_at = excluded.last_at",
        id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::identity) async fn forget_log_in_failures(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_log_in_failures WHERE customer_id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}
