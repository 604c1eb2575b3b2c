use platform::db::TenantWrite;

use super::proof::Solved;

/// Notes that a puzzle was used; answers whether it may be: for the first time, or once more with the same idempotency key.
pub(super) async fn use_up(
    db: &mut TenantWrite,
    solved: &Solved,
    repeatable: Option<&str>,
) -> Result<bool, sqlx::Error> {
    let expires_at = solved.expires_at.as_millisecond();
    let noted = sqlx::query!(
        "INSERT INTO identity_captchas (nonce, repeatable, expires_at) VALUES (?, ?, ?)
         ON CONFLICT (nonce) DO UPDATE SET expires_at = excluded.expires_at
           WHERE identity_captchas.repeatable = excluded.repeatable",
        solved.nonce,
        repeatable,
        expires_at
    )
    .execute(db.conn())
    .await?;
    Ok(noted.rows_affected() == 1)
}

/// A puzzle that has expired is refused without its row.
pub(super) async fn delete_expired(db: &mut TenantWrite, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_captchas WHERE expires_at <= ?", now)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// When the last row expires, if there is one.
pub(super) async fn latest_expiry(db: &mut TenantWrite) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT MAX(expires_at) AS "expires_at: i64" FROM identity_captchas"#)
        .fetch_one(db.conn())
        .await
}
