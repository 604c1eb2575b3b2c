pub(super) mod journal;
pub(super) mod payments;
pub(super) mod redemptions;
pub(super) mod sales;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::TerminalEntry;
use crate::http::Terminal;

/// New terminal with its code or key.
pub(super) struct NewTerminal<'a> {
    pub(super) id: &'a str,
    pub(super) location_id: i64,
    pub(super) label: &'a str,
    pub(super) created_at: i64,
}

pub(super) async fn insert(db: &mut TenantWrite, new: &NewTerminal<'_>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO terminals (id, location_id, label, created_at) VALUES (?, ?, ?, ?)",
        new.id,
        new.location_id,
        new.label,
        new.created_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// The terminal `id`, unless it was removed.
pub(super) async fn find(db: &mut TenantRead, id: &str) -> Result<Option<Terminal>, sqlx::Error> {
    sqlx::query_as!(
        Terminal,
        "SELECT id, label, location_id FROM terminals WHERE id = ? AND removed_at IS NULL",
        id
    )
    .fetch_optional(db.conn())
    .await
}

/// Sets a new pairing code of a terminal, voiding the previous one. Its key works until it is paired again.
pub(super) async fn set_pairing_code(
    db: &mut TenantWrite,
    id: &str,
    code_hmac: &[u8],
    expires_at: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE terminals SET pairing_code_hmac = ?, pairing_expires_at = ? WHERE id = ? AND removed_at IS NULL",
        code_hmac,
        expires_at,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A terminal that isn't paired yet.
pub(super) struct Unpaired {
    pub(super) terminal: Terminal,
    pub(super) expires_at: Timestamp,
}

pub(super) async fn find_by_pairing_code(
    db: &mut TenantRead,
    code_hmac: &[u8],
) -> Result<Option<Unpaired>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT id, label, location_id, pairing_expires_at AS "expires_at!"
           FROM terminals WHERE pairing_code_hmac = ?"#,
        code_hmac
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(|row| Unpaired {
        terminal: Terminal {
            id: row.id,
            label: row.label,
            location_id: row.location_id,
        },
        expires_at: Timestamp::from_millisecond(row.expires_at).unwrap_or(Timestamp::MIN),
    }))
}

/// Pairs a terminal: uses up its code and voids its earlier keys.
pub(super) async fn pair(db: &mut TenantWrite, id: &str, key_hash: &[u8], now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE terminals SET pairing_code_hmac = NULL, pairing_expires_at = NULL, key_hash = ?2, previous_key_hash = NULL,
           previous_key_until = NULL, paired_at = ?3, first_paired_at = COALESCE(first_paired_at, ?3)
         WHERE id = ?1",
        id,
        key_hash,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// When a terminal was first paired. `None`: unknown.
pub(super) async fn first_paired_at(db: &mut TenantRead, id: &str) -> Result<Option<Timestamp>, sqlx::Error> {
    let found = sqlx::query_scalar!("SELECT first_paired_at FROM terminals WHERE id = ?", id)
        .fetch_optional(db.conn())
        .await?;
    let at = found.flatten().map(Timestamp::from_millisecond).transpose();
    at.map_err(|error| sqlx::Error::Decode(error.into()))
}

/// A paired terminal.
pub(super) struct Paired {
    pub(super) terminal: Terminal,
    pub(super) last_seen_at: Option<Timestamp>,
}

pub(super) async fn find_by_key(db: &mut TenantRead, key_hash: &[u8], now: i64) -> Result<Option<Paired>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT id, label, location_id, last_seen_at FROM terminals
         WHERE key_hash = ?1 OR (previous_key_hash = ?1 AND previous_key_until > ?2)",
        key_hash,
        now
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(|row| Paired {
        terminal: Terminal {
            id: row.id,
            label: row.label,
            location_id: row.location_id,
        },
        last_seen_at: row.last_seen_at.and_then(|at| Timestamp::from_millisecond(at).ok()),
    }))
}

/// Replaces the key of a terminal that used `shown`, which works until `shown_until`. If it was already replaced, its
/// expiry stays, and the replacement is void because its terminal never received it. Returns whether `shown` works at
/// all.
pub(super) async fn replace_key(
    db: &mut TenantWrite,
    shown: &[u8],
    new: &[u8],
    shown_until: i64,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE terminals SET
           previous_key_until = CASE WHEN key_hash = ?1 THEN ?3 ELSE previous_key_until END,
           previous_key_hash = ?1,
           key_hash = ?2
         WHERE key_hash = ?1 OR (previous_key_hash = ?1 AND previous_key_until > ?4)",
        shown,
        new,
        shown_until,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

pub(super) async fn note_visit(db: &mut TenantWrite, id: &str, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE terminals SET last_seen_at = ? WHERE id = ?", now, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Removes a terminal's key and code. Returns whether it existed.
pub(super) async fn remove(db: &mut TenantWrite, id: &str, now: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE terminals SET removed_at = ?2, pairing_code_hmac = NULL, pairing_expires_at = NULL, key_hash = NULL,
           previous_key_hash = NULL, previous_key_until = NULL
         WHERE id = ?1 AND removed_at IS NULL",
        id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Up to `limit` terminals after the location, label and ID `after`, in this order.
pub(super) async fn list(
    db: &mut TenantRead,
    after: Option<&(i64, String, String)>,
    limit: i64,
) -> Result<Vec<TerminalEntry>, sqlx::Error> {
    let location = after.map(|(location, ..)| location);
    let label = after.map(|(_, label, _)| label);
    let id = after.map(|(.., id)| id);
    let rows = sqlx::query!(
        r#"SELECT id, label, location_id, key_hash IS NOT NULL AS "is_paired!: bool", last_seen_at
           FROM terminals
           WHERE removed_at IS NULL
             AND (?1 IS NULL OR (location_id, label, id) > (?1, ?2, ?3))
           ORDER BY location_id, label, id LIMIT ?4"#,
        location,
        label,
        id,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    let entries = rows.into_iter().map(|row| TerminalEntry {
        terminal_id: row.id,
        label: row.label,
        location_id: row.location_id,
        is_paired: row.is_paired,
        last_seen_at: row.last_seen_at.and_then(|at| Timestamp::from_millisecond(at).ok()),
    });
    Ok(entries.collect())
}
