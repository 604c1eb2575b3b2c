use jiff::Timestamp;
use platform::clock::is_valid_until;
use platform::db::{TenantRead, TenantWrite};

use super::OwnSession;
use super::rules::{self, EndReason, TokenState};
use crate::http::Person;
use crate::identity::device::Visit;
use crate::identity::second_factor::requirement;

pub(super) struct RefreshTokenRow {
    pub(super) session_id: String,
    expires_at: i64,
    first_used_at: Option<i64>,
    successors: i64,
}

impl RefreshTokenRow {
    pub(super) fn state(&self) -> TokenState {
        let instant = |ms| Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MIN);
        TokenState {
            expires_at: instant(self.expires_at),
            first_used_at: self.first_used_at.map(instant),
            successors: self.successors,
        }
    }
}

/// The person of a session that has not ended, with the role and confirmation of this moment.
pub(super) async fn live_person(
    db: &mut TenantRead,
    session: &str,
    now: Timestamp,
    production: bool,
) -> Result<Option<Person>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT customers.id AS "id!", customers.role, customers.email_confirmed_at, customers.language,
             (SELECT second_factor_required FROM identity_staff_settings) AS "required: bool",
             EXISTS (SELECT 1 FROM identity_second_factors
                     WHERE customer_id = customers.id AND confirmed_at IS NOT NULL)
             AS "has_second_factor!: bool",
                  identity_sessions.unlocked_until, identity_sessions.created_at
           FROM identity_sessions JOIN customers ON customers.id = identity_sessions.customer_id
           WHERE identity_sessions.id = ? AND identity_sessions.ended_at IS NULL AND customers.deleted_at IS NULL
             AND customers.blocked_at IS NULL"#,
        session
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.and_then(|row| {
        let role = row.role.parse().ok()?;
        if rules::is_over(Timestamp::from_millisecond(row.created_at).ok()?, role, now) {
            return None;
        }
        Some(Person {
            id: row.id,
            role,
            email_confirmed: row.email_confirmed_at.is_some(),
            session: session.to_owned(),
            unlocked_until: row
                .unlocked_until
                .and_then(|ms| Timestamp::from_millisecond(ms).ok())
                .filter(|until| is_valid_until(*until, rules::UNLOCKED, now)),
            language: row.language,
            lacks_second_factor: !row.has_second_factor && requirement::holds(row.required, role, production),
        })
    }))
}

pub(super) async fn insert(
    db: &mut TenantWrite,
    session: &str,
    customer_id: i64,
    visit: &Visit,
    now: i64,
) -> Result<(), sqlx::Error> {
    let address = visit.address_text();
    sqlx::query!(
        "INSERT INTO identity_sessions (id, customer_id, device_id, created_at, last_used_at, client, address)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        session,
        customer_id,
        visit.device,
        now,
        now,
        visit.client,
        address
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Keeps the browser and address of a session's latest request for tokens.
pub(super) async fn note_visit(db: &mut TenantWrite, session: &str, visit: &Visit) -> Result<(), sqlx::Error> {
    let address = visit.address_text();
    sqlx::query!(
        "UPDATE identity_sessions SET client = COALESCE(?, client), address = COALESCE(?, address) WHERE id = ?",
        visit.client,
        address,
        session
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Active sessions of a person that started after `since` and were used after `used_since`.
pub(super) async fn list(
    db: &mut TenantRead,
    person: &Person,
    since: i64,
    used_since: i64,
) -> Result<Vec<OwnSession>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT id, client, address, created_at, last_used_at FROM identity_sessions
         WHERE customer_id = ? AND ended_at IS NULL AND created_at > ? AND last_used_at > ?
         ORDER BY last_used_at DESC, id",
        person.id,
        since,
        used_since
    )
    .fetch_all(db.conn())
    .await?;
    let at = |ms| Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MIN);
    Ok(rows
        .into_iter()
        .map(|row| OwnSession {
            is_current: row.id == person.session,
            session_id: row.id,
            client: row.client,
            address: row.address,
            started_at: at(row.created_at),
            last_used_at: at(row.last_used_at),
        })
        .collect())
}

/// Whether a session is this customer's and has not ended.
pub(super) async fn is_live(db: &mut TenantRead, customer_id: i64, session: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM identity_sessions WHERE id = ? AND customer_id = ? AND ended_at IS NULL)
           AS "live!: bool""#,
        session,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

/// The customer's sessions that have not ended, but one.
pub(super) async fn others(db: &mut TenantRead, customer_id: i64, kept: &str) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT id FROM identity_sessions WHERE customer_id = ? AND ended_at IS NULL AND id <> ?",
        customer_id,
        kept
    )
    .fetch_all(db.conn())
    .await
}

/// Allows a session to use routes that require the password.
pub(super) async fn unlock(db: &mut TenantWrite, session: &str, until: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE identity_sessions SET unlocked_until = ? WHERE id = ?",
        until,
        session
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn end(db: &mut TenantWrite, session: &str, reason: EndReason, now: i64) -> Result<(), sqlx::Error> {
    let reason = reason.into_str();
    sqlx::query!(
        "UPDATE identity_sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL",
        now,
        reason,
        session
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn end_all(
    db: &mut TenantWrite,
    customer_id: i64,
    reason: EndReason,
    now: i64,
) -> Result<(), sqlx::Error> {
    let reason = reason.into_str();
    sqlx::query!(
        "UPDATE identity_sessions SET ended_at = ?, end_reason = ? WHERE customer_id = ? AND ended_at IS NULL",
        now,
        reason,
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn refresh_token(
    db: &mut TenantRead,
    token_hash: &[u8; 32],
) -> Result<Option<RefreshTokenRow>, sqlx::Error> {
    let token_hash = token_hash.as_slice();
    sqlx::query_as!(
        RefreshTokenRow,
        "SELECT session_id, expires_at, first_used_at, successors FROM identity_refresh_tokens WHERE token_hash = ?",
        token_hash
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn insert_refresh_token(
    db: &mut TenantWrite,
    token_hash: &[u8; 32],
    session: &str,
    created_at: i64,
    expires_at: i64,
) -> Result<(), sqlx::Error> {
    let token_hash = token_hash.as_slice();
    sqlx::query!(
        "INSERT INTO identity_refresh_tokens (token_hash, session_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
        token_hash,
        session,
        created_at,
        expires_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Notes that a refresh token yields one more successor.
pub(super) async fn use_refresh_token(
    db: &mut TenantWrite,
    token_hash: &[u8; 32],
    now: i64,
) -> Result<(), sqlx::Error> {
    let token_hash = token_hash.as_slice();
    sqlx::query!(
        "UPDATE identity_refresh_tokens SET successors = successors + 1, first_used_at = COALESCE(first_used_at, ?)
         WHERE token_hash = ?",
        now,
        token_hash
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE identity_sessions SET last_used_at = ?
         WHERE id = (SELECT session_id FROM identity_refresh_tokens WHERE token_hash = ?)",
        now,
        token_hash
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_expired_tokens(db: &mut TenantWrite, session: &str, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM identity_refresh_tokens WHERE session_id = ? AND expires_at <= ?",
        session,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
