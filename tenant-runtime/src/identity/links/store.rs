use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::{Kind, Link};

/// A link with the content of its email.
pub(super) struct Addressed {
    pub(super) kind: Kind,
    pub(super) customer_id: i64,
    pub(super) email: String,
    pub(super) first_name: String,
    pub(super) expires_at: Timestamp,
    /// The link was used, or its purpose was achieved another way.
    pub(super) is_pointless: bool,
}

pub(super) async fn insert_link(
    db: &mut TenantWrite,
    kind: &str,
    customer_id: i64,
    email_key: &str,
    now: i64,
    expires_at: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO identity_mailed_links (kind, customer_id, email_key, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        kind,
        customer_id,
        email_key,
        now,
        expires_at
    )
    .fetch_one(db.conn())
    .await
}

/// Links to an account's current address.
pub(super) async fn links(db: &mut TenantRead, kind: &str, email_key: &str) -> Result<Vec<Link>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT identity_mailed_links.id AS "id!", customer_id, expires_at, used_at
           FROM identity_mailed_links JOIN customers ON customers.id = customer_id
           WHERE kind = ? AND customers.email_key = ? AND identity_mailed_links.email_key = customers.email_key"#,
        kind,
        email_key
    )
    .fetch_all(db.conn())
    .await?;
    let link = |id, customer_id, expires_at, used: bool| Link {
        id,
        customer_id,
        expires_at: instant(expires_at),
        used,
    };
    Ok(rows
        .into_iter()
        .map(|row| link(row.id, row.customer_id, row.expires_at, row.used_at.is_some()))
        .collect())
}

/// The link for its email, unless the account's address has changed.
pub(super) async fn addressed(db: &mut TenantRead, link_id: i64) -> Result<Option<Addressed>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT kind, customer_id, expires_at, used_at, email AS "email!", first_name AS "first_name!",
             email_confirmed_at
           FROM identity_mailed_links JOIN customers ON customers.id = customer_id
           WHERE identity_mailed_links.id = ? AND identity_mailed_links.email_key = customers.email_key"#,
        link_id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.and_then(|row| {
        let kind = row.kind.parse().ok()?;
        Some(Addressed {
            kind,
            customer_id: row.customer_id,
            email: row.email,
            first_name: row.first_name,
            expires_at: instant(row.expires_at),
            is_pointless: row.used_at.is_some()
                || (kind == Kind::EmailConfirmation && row.email_confirmed_at.is_some()),
        })
    }))
}

/// Updates the expiry of a link.
pub(super) async fn set_expiry(db: &mut TenantWrite, link_id: i64, expires_at: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE identity_mailed_links SET expires_at = ? WHERE id = ?",
        expires_at,
        link_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Marks a link as used. The first time is kept.
pub(super) async fn use_link(db: &mut TenantWrite, link_id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE identity_mailed_links SET used_at = COALESCE(used_at, ?) WHERE id = ?",
        now,
        link_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_links(db: &mut TenantWrite, kind: &str, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM identity_mailed_links WHERE kind = ? AND customer_id = ?",
        kind,
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

fn instant(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MIN)
}
