//! The staff's SQL.

mod devices;
mod sessions;

use jiff::Timestamp;
use tenant_runtime::http::StaffRole;
use tenant_runtime::identity::guessing_rules::Failures;
use uuid::Uuid;

use super::StaffMember;
use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

pub use devices::{admit_device, forget_devices, is_known_device};
pub use sessions::{
    LiveSession, OwnSession, delete_expired_sessions, end_other_sessions, end_own_session, end_session, end_sessions,
    insert_session, live_session, note_use, sessions,
};

struct StaffRow {
    id: String,
    environment: String,
    email: String,
    role: String,
    has_second_factor: bool,
    password_generated: bool,
    created_at: i64,
}

impl StaffRow {
    fn into_member(self) -> Result<StaffMember, sqlx::Error> {
        Ok(StaffMember {
            id: parsed("staff.id", &self.id)?,
            environment: self.environment,
            email: self.email,
            role: parsed("staff.role", &self.role)?,
            has_second_factor: self.has_second_factor,
            must_change_password: self.password_generated,
            created_at: instant("staff.created_at", self.created_at)?,
        })
    }
}

/// Adds a staff member with a password hash.
///
/// # Errors
/// The database fails. An address that the environment already has is a unique violation.
pub async fn insert(
    db: &mut ControlWrite,
    member: &StaffMember,
    email_key: &str,
    password_hash: &str,
) -> Result<(), sqlx::Error> {
    let (id, role, created_at) = (
        member.id.to_string(),
        member.role.into_str(),
        member.created_at.as_millisecond(),
    );
    sqlx::query!(
        "INSERT INTO staff (id, environment, email, email_key, role, password_hash, created_at, password_generated)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        member.environment,
        member.email,
        email_key,
        role,
        password_hash,
        created_at,
        member.must_change_password
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Staff of `environment`, or of all environments, by environment and address.
pub async fn list(db: &mut ControlConn, environment: Option<&str>) -> Result<Vec<StaffMember>, sqlx::Error> {
    sqlx::query_as!(
        StaffRow,
        r#"SELECT id, environment, email, role, created_at, password_generated AS "password_generated: bool",
                  EXISTS (SELECT 1 FROM staff_second_factors f WHERE f.staff_id = staff.id AND f.confirmed_at IS NOT NULL)
                  AS "has_second_factor!: bool"
           FROM staff
           WHERE removed_at IS NULL AND ($1 IS NULL OR environment = $1) ORDER BY environment, email_key"#,
        environment
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(StaffRow::into_member)
    .collect()
}

/// Staff member with this ID in `environment`.
pub async fn find(db: &mut ControlConn, environment: &str, id: Uuid) -> Result<Option<StaffMember>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_as!(
        StaffRow,
        r#"SELECT id, environment, email, role, created_at, password_generated AS "password_generated: bool",
                  EXISTS (SELECT 1 FROM staff_second_factors f WHERE f.staff_id = staff.id AND f.confirmed_at IS NOT NULL)
                  AS "has_second_factor!: bool"
           FROM staff WHERE id = $1 AND environment = $2 AND removed_at IS NULL"#,
        id,
        environment
    )
    .fetch_optional(db.conn())
    .await?
    .map(StaffRow::into_member)
    .transpose()
}

/// Staff member with this address in `environment`.
pub async fn find_by_email(
    db: &mut ControlConn,
    environment: &str,
    email_key: &str,
) -> Result<Option<StaffMember>, sqlx::Error> {
    sqlx::query_as!(
        StaffRow,
        r#"SELECT id, environment, email, role, created_at, password_generated AS "password_generated: bool",
                  EXISTS (SELECT 1 FROM staff_second_factors f WHERE f.staff_id = staff.id AND f.confirmed_at IS NOT NULL)
                  AS "has_second_factor!: bool"
           FROM staff WHERE environment = $1 AND email_key = $2 AND removed_at IS NULL"#,
        environment,
        email_key
    )
    .fetch_optional(db.conn())
    .await?
    .map(StaffRow::into_member)
    .transpose()
}

/// Password hash of a staff member.
pub async fn password_hash(db: &mut ControlConn, id: Uuid) -> Result<Option<String>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_scalar!(
        "SELECT password_hash FROM staff WHERE id = $1 AND removed_at IS NULL",
        id
    )
    .fetch_optional(db.conn())
    .await
}

/// Replaces the hash of a staff member's password. `generated`: by the server.
pub async fn set_password_hash(
    db: &mut ControlWrite,
    id: Uuid,
    hash: &str,
    generated: bool,
) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!(
        "UPDATE staff SET password_hash = $1, password_generated = $2 WHERE id = $3",
        hash,
        generated,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Changes the role of a staff member.
pub async fn set_role(db: &mut ControlWrite, id: Uuid, role: StaffRole) -> Result<(), sqlx::Error> {
    let (id, role) = (id.to_string(), role.into_str());
    sqlx::query!("UPDATE staff SET role = $1 WHERE id = $2", role, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Marks a staff member as removed.
pub async fn set_removed(db: &mut ControlWrite, id: Uuid, now: Timestamp) -> Result<(), sqlx::Error> {
    let (id, now) = (id.to_string(), now.as_millisecond());
    sqlx::query!("UPDATE staff SET removed_at = $1 WHERE id = $2", now, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Number of owners in an environment.
pub async fn owners(db: &mut ControlConn, environment: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT COUNT(*) FROM staff WHERE environment = $1 AND role = 'owner' AND removed_at IS NULL",
        environment
    )
    .fetch_one(db.conn())
    .await
}

/// Failed attempts at `target` since the last correct password.
pub async fn failures(db: &mut ControlConn, target: &str) -> Result<Option<Failures>, sqlx::Error> {
    let row = sqlx::query!("SELECT count, last_at FROM staff_guesses WHERE target = $1", target)
        .fetch_optional(db.conn())
        .await?;
    row.map(|row| {
        Ok(Failures {
            count: row.count,
            last_at: instant("staff_guesses.last_at", row.last_at)?,
        })
    })
    .transpose()
}

/// Counts a guess.
pub async fn count_guess(db: &mut ControlWrite, target: &str, now: Timestamp) -> Result<(), sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query!(
        "INSERT INTO staff_guesses (target, count, last_at) VALUES ($1, 1, $2)
         ON CONFLICT (target) DO UPDATE SET count = staff_guesses.count + 1, last_at = excluded.last_at",
        target,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Resets the failed attempts at `target`.
pub async fn forget_guesses(db: &mut ControlWrite, target: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM staff_guesses WHERE target = $1", target)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Forgets guesses of long ago.
pub async fn forget_guesses_before(db: &mut ControlWrite, last_at: Timestamp) -> Result<(), sqlx::Error> {
    let last_at = last_at.as_millisecond();
    sqlx::query!("DELETE FROM staff_guesses WHERE last_at <= $1", last_at)
        .execute(db.conn())
        .await?;
    Ok(())
}
