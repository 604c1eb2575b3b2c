//! The SQL of sessions at the console.

use jiff::Timestamp;
use platform::clock::LEEWAY;
use serde::Serialize;
use tenant_runtime::http::{Staff, StaffSetup};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

/// Session that has not ended, and the staff member behind it.
pub struct LiveSession {
    pub staff: Staff,
    /// Their environment is a production one, and only a password protects their account.
    pub lacks_second_factor: bool,
    pub last_used_at: Option<Timestamp>,
}

/// Session, as its owner sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderSession)]
pub struct OwnSession {
    pub session_id: String,
    /// Browser and system, as "Firefox on Windows". Null: unknown.
    pub client: Option<String>,
    /// IP address. Null: unknown.
    pub address: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Timestamp,
    /// Exact to five minutes.
    #[schema(value_type = String, format = DateTime)]
    pub last_used_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
    /// Whether this is the caller's current session.
    pub is_current: bool,
}

/// Stores a new session.
pub async fn insert_session(
    db: &mut ControlWrite,
    session: &str,
    member: Uuid,
    (address, client): (Option<&str>, Option<&str>),
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), sqlx::Error> {
    let (member, now, expires_at) = (member.to_string(), now.as_millisecond(), expires_at.as_millisecond());
    sqlx::query!(
        "INSERT INTO staff_sessions (id, staff_id, started_at, expires_at, address, client)
         VALUES ($1, $2, $3, $4, $5, $6)",
        session,
        member,
        now,
        expires_at,
        address,
        client
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Staff member of a live session, with the present environment and role. Sessions that started in the future are from a time when
/// the clock was wrong.
pub async fn live_session(
    db: &mut ControlConn,
    session: &str,
    now: Timestamp,
) -> Result<Option<LiveSession>, sqlx::Error> {
    let (now, latest_start) = (now.as_millisecond(), (now + LEEWAY).as_millisecond());
    let row = sqlx::query!(
        r#"SELECT staff.id, staff.environment, staff.role, staff_sessions.last_used_at,
                  staff.password_generated AS "password_generated: bool",
                  environments.production AND NOT EXISTS (
                      SELECT 1 FROM staff_second_factors f WHERE f.staff_id = staff.id AND f.confirmed_at IS NOT NULL)
                  AS "lacks_second_factor!: bool"
           FROM staff_sessions JOIN staff ON staff.id = staff_sessions.staff_id
           JOIN environments ON environments.name = staff.environment
           WHERE staff_sessions.id = $1 AND staff_sessions.expires_at > $2 AND staff_sessions.started_at <= $3
             AND staff.removed_at IS NULL"#,
        session,
        now,
        latest_start
    )
    .fetch_optional(db.conn())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let at = |ms| instant("staff_sessions.last_used_at", ms);
    Ok(Some(LiveSession {
        staff: Staff {
            role: parsed("staff.role", &row.role)?,
            id: row.id,
            environment: row.environment,
            session: session.to_owned(),
            setup: row.password_generated.then_some(StaffSetup::Password),
        },
        lacks_second_factor: row.lacks_second_factor,
        last_used_at: row.last_used_at.map(at).transpose()?,
    }))
}

/// Ends one session.
pub async fn end_session(db: &mut ControlWrite, session: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM staff_sessions WHERE id = $1", session)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Ends every session of a staff member.
pub async fn end_sessions(db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
    let member = member.to_string();
    sqlx::query!("DELETE FROM staff_sessions WHERE staff_id = $1", member)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Ends every session of a staff member but one.
pub async fn end_other_sessions(db: &mut ControlWrite, member: Uuid, session: &str) -> Result<(), sqlx::Error> {
    let member = member.to_string();
    sqlx::query!(
        "DELETE FROM staff_sessions WHERE staff_id = $1 AND id <> $2",
        member,
        session
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Forgets the sessions whose time is over.
pub async fn delete_expired_sessions(db: &mut ControlWrite, now: Timestamp) -> Result<(), sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query!("DELETE FROM staff_sessions WHERE expires_at <= $1", now)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// The live sessions of a staff member, the latest used first. `current`: the caller's.
pub async fn sessions(
    db: &mut ControlConn,
    member: Uuid,
    current: &str,
    now: Timestamp,
) -> Result<Vec<OwnSession>, sqlx::Error> {
    let (member, latest_start) = (member.to_string(), (now + LEEWAY).as_millisecond());
    let now = now.as_millisecond();
    let rows = sqlx::query!(
        r#"SELECT id, client, address, started_at, expires_at, COALESCE(last_used_at, started_at) AS "last_used_at!: i64"
           FROM staff_sessions WHERE staff_id = $1 AND expires_at > $2 AND started_at <= $3
           ORDER BY COALESCE(last_used_at, started_at) DESC, id"#,
        member,
        now,
        latest_start
    )
    .fetch_all(db.conn())
    .await?;
    let at = |ms| instant("staff_sessions", ms);
    rows.into_iter()
        .map(|row| {
            Ok(OwnSession {
                is_current: row.id == current,
                session_id: row.id,
                client: row.client,
                address: row.address,
                started_at: at(row.started_at)?,
                last_used_at: at(row.last_used_at)?,
                expires_at: at(row.expires_at)?,
            })
        })
        .collect()
}

/// Ends one of a staff member's sessions; `false`: it is not theirs, or has ended.
pub async fn end_own_session(db: &mut ControlWrite, member: Uuid, session: &str) -> Result<bool, sqlx::Error> {
    let member = member.to_string();
    let ended = sqlx::query!(
        "DELETE FROM staff_sessions WHERE staff_id = $1 AND id = $2",
        member,
        session
    )
    .execute(db.conn())
    .await?;
    Ok(ended.rows_affected() == 1)
}

/// Notes that a session was used.
pub async fn note_use(db: &mut ControlWrite, session: &str, now: Timestamp) -> Result<(), sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query!(
        "UPDATE staff_sessions SET last_used_at = $1 WHERE id = $2",
        now,
        session
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
