use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;

use super::proof::Solved;
use super::vendor::CaptchaManifest;

/// Marks a puzzle as used. Returns whether it may be: for the first time, or again with the same idempotency key.
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

/// Expired puzzles are rejected even without their row.
pub(super) async fn delete_expired(db: &mut TenantWrite, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_captchas WHERE expires_at <= ?", now)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Expiry of the last row, if any.
pub(super) async fn latest_expiry(db: &mut TenantWrite) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT MAX(expires_at) AS "expires_at: i64" FROM identity_captchas"#)
        .fetch_one(db.conn())
        .await
}

/// Whether a puzzle or token was used and is still stored.
pub(super) async fn is_used(db: &mut TenantRead, nonce: &str) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!("SELECT nonce FROM identity_captchas WHERE nonce = ?", nonce)
        .fetch_optional(db.conn())
        .await?;
    Ok(found.is_some())
}

#[derive(Serialize)]
pub(super) struct VendorRow {
    pub(super) vendor: String,
    pub(super) endpoints: String,
    pub(super) site_key: String,
    pub(super) secret_sealed: Vec<u8>,
}

pub(super) async fn find_vendor(db: &mut TenantRead) -> Result<Option<VendorRow>, sqlx::Error> {
    sqlx::query_as!(
        VendorRow,
        "SELECT vendor, endpoints, site_key, secret_sealed FROM identity_captcha_vendor WHERE id = 1"
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn set_vendor(
    db: &mut TenantWrite,
    settings: &CaptchaManifest,
    secret_sealed: &[u8],
    now: i64,
) -> Result<(), sqlx::Error> {
    let (vendor, endpoints) = (settings.vendor.into_str(), settings.endpoints.into_str());
    sqlx::query!(
        "INSERT INTO identity_captcha_vendor (id, vendor, endpoints, site_key, secret_sealed, updated_at)
         VALUES (1, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET vendor = excluded.vendor, endpoints = excluded.endpoints,
            site_key = excluded.site_key, secret_sealed = excluded.secret_sealed, updated_at = excluded.updated_at",
        vendor,
        endpoints,
        settings.site_key,
        secret_sealed,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_vendor(db: &mut TenantWrite) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_captcha_vendor")
        .execute(db.conn())
        .await?;
    Ok(())
}
