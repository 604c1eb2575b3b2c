use super::IdempotencyKey;
use crate::db::{TenantRead, TenantWrite};

pub(super) struct Found {
    pub(super) fingerprint: Vec<u8>,
    pub(super) answer: Option<String>,
}

pub(super) async fn find(db: &mut TenantRead, scope: &str, key: &str) -> Result<Option<Found>, sqlx::Error> {
    sqlx::query_as!(
        Found,
        "SELECT fingerprint, answer FROM idempotency_keys WHERE scope = ? AND key = ?",
        scope,
        key
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn insert(
    db: &mut TenantWrite,
    key: &IdempotencyKey,
    created_at: i64,
    expires_at: Option<i64>,
) -> Result<(), sqlx::Error> {
    let fingerprint = key.fingerprint.as_slice();
    sqlx::query!(
        "INSERT INTO idempotency_keys (scope, key, fingerprint, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
        key.scope,
        key.key,
        fingerprint,
        created_at,
        expires_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn set_answer(db: &mut TenantWrite, scope: &str, key: &str, answer: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE idempotency_keys SET answer = ? WHERE scope = ? AND key = ?",
        answer,
        scope,
        key
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deletes a few at a time, so that no request has to delete many.
pub(super) async fn delete_expired(db: &mut TenantWrite, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM idempotency_keys WHERE (scope, key) IN
           (SELECT scope, key FROM idempotency_keys WHERE expires_at <= ? LIMIT 8)",
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
