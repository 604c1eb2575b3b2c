//! SQL of two-factor authentication.

use jiff::Timestamp;
use platform::clock::LEEWAY;
use tenant_runtime::identity::second_factor_shapes::PATIENCE;
use uuid::Uuid;

use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

#[derive(Clone, Debug)]
pub(super) struct Factor {
    pub(super) id: Uuid,
    pub(super) label: String,
    /// Encrypted (base64).
    pub(super) secret: String,
    pub(super) created_at: Timestamp,
    pub(super) confirmed_at: Option<Timestamp>,
    pub(super) last_used_at: Option<Timestamp>,
    pub(super) last_step: i64,
}

/// A login after its password step.
#[derive(Clone, Debug)]
pub(super) struct Ticket {
    pub(super) staff_id: Uuid,
    pub(super) environment: String,
    pub(super) remember: bool,
}

pub(super) async fn factors(db: &mut ControlConn, member: Uuid) -> Result<Vec<Factor>, sqlx::Error> {
    let member = member.to_string();
    let rows = sqlx::query!(
        "SELECT id, label, secret, created_at, confirmed_at, last_used_at, last_step
         FROM staff_second_factors WHERE staff_id = $1 ORDER BY created_at, id",
        member
    )
    .fetch_all(db.conn())
    .await?;
    let at = |ms| instant("staff_second_factors", ms);
    rows.into_iter()
        .map(|row| {
            Ok(Factor {
                id: parsed("staff_second_factors.id", &row.id)?,
                label: row.label,
                secret: row.secret,
                created_at: at(row.created_at)?,
                confirmed_at: row.confirmed_at.map(at).transpose()?,
                last_used_at: row.last_used_at.map(at).transpose()?,
                last_step: row.last_step,
            })
        })
        .collect()
}

pub(super) async fn insert(
    db: &mut ControlWrite,
    id: Uuid,
    member: Uuid,
    label: &str,
    secret: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (id, member, now) = (id.to_string(), member.to_string(), now.as_millisecond());
    sqlx::query!(
        "INSERT INTO staff_second_factors (id, staff_id, label, secret, created_at) VALUES ($1, $2, $3, $4, $5)",
        id,
        member,
        label,
        secret,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deletes a factor whose setup was never confirmed.
pub(super) async fn delete_unconfirmed(db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
    let member = member.to_string();
    sqlx::query!(
        "DELETE FROM staff_second_factors WHERE staff_id = $1 AND confirmed_at IS NULL",
        member
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Records that a code of `step` was used, which confirms the factor. Returns false if this code or a later one was
/// used before.
pub(super) async fn use_step(db: &mut ControlWrite, id: Uuid, step: i64, now: Timestamp) -> Result<bool, sqlx::Error> {
    let (id, now) = (id.to_string(), now.as_millisecond());
    let used = sqlx::query!(
        "UPDATE staff_second_factors
         SET last_step = $1, last_used_at = $2, confirmed_at = COALESCE(confirmed_at, $2) WHERE id = $3 AND last_step < $1",
        step,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(used.rows_affected() == 1)
}

pub(super) async fn delete(db: &mut ControlWrite, id: Uuid) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!("DELETE FROM staff_second_factors WHERE id = $1", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Deletes all login methods of a member.
pub(super) async fn delete_all(db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
    let id = member.to_string();
    sqlx::query!("DELETE FROM staff_second_factors WHERE staff_id = $1", id)
        .execute(db.conn())
        .await?;
    delete_recovery_codes(db, member).await?;
    delete_tickets(db, member).await
}

pub(super) async fn insert_recovery_code(
    db: &mut ControlWrite,
    member: Uuid,
    code_hash: &str,
) -> Result<(), sqlx::Error> {
    let member = member.to_string();
    sqlx::query!(
        "INSERT INTO staff_recovery_codes (staff_id, code_hash) VALUES ($1, $2)",
        member,
        code_hash
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_recovery_codes(db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
    let member = member.to_string();
    sqlx::query!("DELETE FROM staff_recovery_codes WHERE staff_id = $1", member)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Hashes of the unused backup codes.
pub(super) async fn recovery_code_hashes(db: &mut ControlConn, member: Uuid) -> Result<Vec<String>, sqlx::Error> {
    let member = member.to_string();
    sqlx::query_scalar!(
        "SELECT code_hash FROM staff_recovery_codes WHERE staff_id = $1 AND used_at IS NULL",
        member
    )
    .fetch_all(db.conn())
    .await
}

/// Replaces the hash of an unused backup code.
pub(super) async fn replace_recovery_code(
    db: &mut ControlWrite,
    member: Uuid,
    old: &str,
    code_hash: &str,
) -> Result<(), sqlx::Error> {
    let member = member.to_string();
    sqlx::query!(
        "UPDATE staff_recovery_codes SET code_hash = $1 WHERE staff_id = $2 AND code_hash = $3 AND used_at IS NULL",
        code_hash,
        member,
        old
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Uses up a recovery code. Returns false if it is invalid or used.
pub(super) async fn use_recovery_code(
    db: &mut ControlWrite,
    member: Uuid,
    code_hash: &str,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let (member, now) = (member.to_string(), now.as_millisecond());
    let used = sqlx::query!(
        "UPDATE staff_recovery_codes SET used_at = $1 WHERE staff_id = $2 AND code_hash = $3 AND used_at IS NULL",
        now,
        member,
        code_hash
    )
    .execute(db.conn())
    .await?;
    Ok(used.rows_affected() == 1)
}

pub(super) async fn recovery_codes_left(db: &mut ControlConn, member: Uuid) -> Result<i64, sqlx::Error> {
    let member = member.to_string();
    sqlx::query_scalar!(
        "SELECT COUNT(*) FROM staff_recovery_codes WHERE staff_id = $1 AND used_at IS NULL",
        member
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn insert_ticket(
    db: &mut ControlWrite,
    ticket_hash: &str,
    member: Uuid,
    remember: bool,
    expires_at: Timestamp,
) -> Result<(), sqlx::Error> {
    let (member, expires_at) = (member.to_string(), expires_at.as_millisecond());
    sqlx::query!(
        "INSERT INTO staff_tickets (ticket_hash, staff_id, remember, expires_at) VALUES ($1, $2, $3, $4)",
        ticket_hash,
        member,
        remember,
        expires_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A valid ticket.
pub(super) async fn ticket(
    db: &mut ControlConn,
    ticket_hash: &str,
    now: Timestamp,
) -> Result<Option<Ticket>, sqlx::Error> {
    // Later ones were created while the clock was wrong.
    let (now, latest) = (now.as_millisecond(), (now + PATIENCE + LEEWAY).as_millisecond());
    let row = sqlx::query!(
        r#"SELECT staff_tickets.staff_id, staff.environment, staff_tickets.remember AS "remember: bool"
           FROM staff_tickets JOIN staff ON staff.id = staff_tickets.staff_id
           WHERE staff_tickets.ticket_hash = $1 AND staff_tickets.expires_at > $2 AND staff_tickets.expires_at <= $3
             AND staff.removed_at IS NULL"#,
        ticket_hash,
        now,
        latest
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(Ticket {
            staff_id: parsed("staff_tickets.staff_id", &row.staff_id)?,
            environment: row.environment,
            remember: row.remember,
        })
    })
    .transpose()
}

pub(super) async fn delete_tickets(db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
    let member = member.to_string();
    sqlx::query!("DELETE FROM staff_tickets WHERE staff_id = $1", member)
        .execute(db.conn())
        .await?;
    Ok(())
}

pub(super) async fn delete_expired_tickets(db: &mut ControlWrite, now: Timestamp) -> Result<(), sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query!("DELETE FROM staff_tickets WHERE expires_at <= $1", now)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Every encrypted secret (base64), with its factor and owner.
pub(super) async fn sealed_secrets(db: &mut ControlConn) -> Result<Vec<(Uuid, Uuid, String)>, sqlx::Error> {
    let rows = sqlx::query!("SELECT id, staff_id, secret FROM staff_second_factors ORDER BY id")
        .fetch_all(db.conn())
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok((
                parsed("staff_second_factors.id", &row.id)?,
                parsed("staff_second_factors.staff_id", &row.staff_id)?,
                row.secret,
            ))
        })
        .collect()
}

pub(super) async fn set_secret(db: &mut ControlWrite, id: Uuid, secret: &str) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!("UPDATE staff_second_factors SET secret = $1 WHERE id = $2", secret, id)
        .execute(db.conn())
        .await?;
    Ok(())
}
