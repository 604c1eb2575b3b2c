use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::http::Role;

/// A pending invitation.
#[derive(Clone, Debug)]
pub(super) struct Invited {
    pub(super) id: i64,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: String,
    pub(super) email_key: String,
    pub(super) role: Role,
    pub(super) language: String,
    /// Company of the account, if the provider sent the invitation.
    pub(super) company: Option<String>,
    pub(super) sent_at: Timestamp,
    pub(super) expires_at: Timestamp,
}

pub(super) struct NewInvitation<'a> {
    pub(super) first_name: &'a str,
    pub(super) last_name: &'a str,
    pub(super) email: &'a str,
    pub(super) email_key: &'a str,
    pub(super) role: Role,
    pub(super) language: &'a str,
    /// Company of the account, if the provider sends the invitation.
    pub(super) company: Option<&'a str>,
    /// `None`: the provider invites.
    pub(super) invited_by: Option<i64>,
    pub(super) sent_at: i64,
    pub(super) expires_at: i64,
}

/// ID of a new invitation. `None`: the address already has one.
pub(super) async fn insert(db: &mut TenantWrite, new: &NewInvitation<'_>) -> Result<Option<i64>, sqlx::Error> {
    let role = new.role.into_str();
    sqlx::query_scalar!(
        r#"INSERT INTO staff_invitations
             (first_name, last_name, email, email_key, role, language, company, invited_by, sent_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email_key) DO NOTHING RETURNING id AS "id!""#,
        new.first_name,
        new.last_name,
        new.email,
        new.email_key,
        role,
        new.language,
        new.company,
        new.invited_by,
        new.sent_at,
        new.expires_at
    )
    .fetch_optional(db.conn())
    .await
}

/// All of them, or the one with this ID.
pub(super) async fn invitations(db: &mut TenantRead, id: Option<i64>) -> Result<Vec<Invited>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", first_name, last_name, email, email_key, role, language, company, sent_at, expires_at
           FROM staff_invitations WHERE ?1 IS NULL OR id = ?1 ORDER BY sent_at DESC, id DESC"#,
        id
    )
    .fetch_all(db.conn())
    .await?;
    let instant = |ms| Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MIN);
    let invited = rows.into_iter().filter_map(|row| {
        Some(Invited {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            email_key: row.email_key,
            role: row.role.parse().ok()?,
            language: row.language,
            company: row.company,
            sent_at: instant(row.sent_at),
            expires_at: instant(row.expires_at),
        })
    });
    Ok(invited.collect())
}

pub(super) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<Invited>, sqlx::Error> {
    Ok(invitations(db, Some(id)).await?.pop())
}

pub(super) async fn set_sent(db: &mut TenantWrite, id: i64, sent_at: i64, expires_at: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE staff_invitations SET sent_at = ?, expires_at = ? WHERE id = ?",
        sent_at,
        expires_at,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Sets the address (and its key) and the names of an invitation.
pub(super) async fn set_address(
    db: &mut TenantWrite,
    id: i64,
    (email, email_key): (&str, &str),
    (first_name, last_name): (&str, &str),
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE staff_invitations SET email = ?, email_key = ?, first_name = ?, last_name = ? WHERE id = ?",
        email,
        email_key,
        first_name,
        last_name,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM staff_invitations WHERE id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

pub(super) async fn delete_invited_by(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM staff_invitations WHERE invited_by = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}
