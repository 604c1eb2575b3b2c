use crate::db::{TenantRead, TenantWrite};

pub(super) async fn full_at(db: &mut TenantRead, name: &str, key: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT full_at FROM quotas WHERE name = ? AND key = ?", name, key)
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn set_full_at(db: &mut TenantWrite, name: &str, key: &str, full_at: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO quotas (name, key, full_at) VALUES (?, ?, ?)
         ON CONFLICT (name, key) DO UPDATE SET full_at = excluded.full_at",
        name,
        key,
        full_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Full quotas don't need a row.
pub(super) async fn delete_full(db: &mut TenantWrite, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM quotas WHERE full_at <= ?", now)
        .execute(db.conn())
        .await?;
    Ok(())
}

pub(super) async fn delete(db: &mut TenantWrite, name: &str, key: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM quotas WHERE name = ? AND key = ?", name, key)
        .execute(db.conn())
        .await?;
    Ok(())
}
