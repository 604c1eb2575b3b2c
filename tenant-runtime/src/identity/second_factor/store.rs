use jiff::Timestamp;
use platform::clock::is_valid_until;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::shapes::{PATIENCE, PasskeyUse};

/// Type of login method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
#[schema(as = SecondFactorKind)]
pub(super) enum Kind {
    /// By codes that it shows.
    Authenticator,
    /// Signs the challenge.
    Passkey,
}

#[derive(Clone, Debug)]
pub(super) struct Factor {
    pub(super) id: i64,
    pub(super) kind: Kind,
    pub(super) label: String,
    pub(super) secret_sealed: Vec<u8>,
    pub(super) created_at: Timestamp,
    pub(super) confirmed_at: Option<Timestamp>,
    pub(super) last_used_at: Option<Timestamp>,
    pub(super) last_step: i64,
}

/// A login after its password step.
#[derive(Clone, Debug)]
pub(super) struct Ticket {
    pub(super) customer_id: i64,
    /// Current challenge for a passkey, if any.
    pub(super) challenge_sealed: Option<Vec<u8>>,
    expires_at: i64,
}

impl Ticket {
    pub(super) fn is_valid(&self, now: Timestamp) -> bool {
        let expires_at = Timestamp::from_millisecond(self.expires_at).unwrap_or(Timestamp::MIN);
        is_valid_until(expires_at, PATIENCE, now)
    }
}

pub(super) async fn factors(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Factor>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", kind, label, secret_sealed, created_at, confirmed_at, last_used_at, last_step
           FROM identity_second_factors WHERE customer_id = ? ORDER BY id"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    let instant = |ms| Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MIN);
    let factors = rows.into_iter().filter_map(|row| {
        Some(Factor {
            id: row.id,
            kind: row.kind.parse().ok()?,
            label: row.label,
            secret_sealed: row.secret_sealed,
            created_at: instant(row.created_at),
            confirmed_at: row.confirmed_at.map(instant),
            last_used_at: row.last_used_at.map(instant),
            last_step: row.last_step,
        })
    });
    Ok(factors.collect())
}

/// Login method whose setup has started.
pub(super) struct NewFactorRow<'a> {
    pub(super) kind: Kind,
    pub(super) label: &'a str,
    /// Secret shared with an authenticator, or the challenge for a new passkey.
    pub(super) secret_sealed: &'a [u8],
}

pub(super) async fn insert(
    db: &mut TenantWrite,
    customer_id: i64,
    new: &NewFactorRow<'_>,
    now: i64,
) -> Result<i64, sqlx::Error> {
    let kind = new.kind.into_str();
    sqlx::query_scalar!(
        r#"INSERT INTO identity_second_factors (customer_id, kind, label, secret_sealed, created_at)
           VALUES (?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        customer_id,
        kind,
        new.label,
        new.secret_sealed,
        now
    )
    .fetch_one(db.conn())
    .await
}

/// Deletes a factor whose setup was never confirmed.
pub(super) async fn delete_unconfirmed(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM identity_second_factors WHERE customer_id = ? AND confirmed_at IS NULL",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Records that a code of `step` was used, which confirms the factor. Returns false if this code or a later one was
/// used before.
pub(super) async fn use_step(db: &mut TenantWrite, id: i64, step: i64, now: i64) -> Result<bool, sqlx::Error> {
    let used = sqlx::query!(
        "UPDATE identity_second_factors
         SET last_step = ?1, last_used_at = ?2, confirmed_at = COALESCE(confirmed_at, ?2) WHERE id = ?3 AND last_step < ?1",
        step,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(used.rows_affected() > 0)
}

/// Records the use of a passkey with its new counter. The first use confirms it.
pub(super) async fn use_passkey(
    db: &mut TenantWrite,
    id: i64,
    secret_sealed: &[u8],
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE identity_second_factors
         SET secret_sealed = ?1, last_used_at = ?2, confirmed_at = COALESCE(confirmed_at, ?2) WHERE id = ?3",
        secret_sealed,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete(db: &mut TenantWrite, customer_id: i64, id: i64) -> Result<bool, sqlx::Error> {
    let deleted = sqlx::query!(
        "DELETE FROM identity_second_factors WHERE customer_id = ? AND id = ?",
        customer_id,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(deleted.rows_affected() > 0)
}

pub(super) async fn delete_added_since(db: &mut TenantWrite, customer_id: i64, at: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM identity_second_factors WHERE customer_id = ? AND created_at >= ?",
        customer_id,
        at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_all(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_second_factors WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    delete_recovery_codes(db, customer_id).await?;
    delete_tickets(db, customer_id).await
}

/// People who have passkeys.
pub(super) async fn passkey_use(db: &mut TenantRead) -> Result<PasskeyUse, sqlx::Error> {
    sqlx::query_as!(
        PasskeyUse,
        r#"SELECT COUNT(*) AS "people!: i64", COALESCE(SUM(others = 0), 0) AS "only_passkeys!: i64" FROM (
             SELECT SUM(kind <> 'passkey') AS others FROM identity_second_factors WHERE confirmed_at IS NOT NULL
             GROUP BY customer_id HAVING SUM(kind = 'passkey') > 0)"#
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn insert_recovery_code(
    db: &mut TenantWrite,
    customer_id: i64,
    code_hash: &[u8],
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO identity_recovery_codes (customer_id, code_hash) VALUES (?, ?)",
        customer_id,
        code_hash
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_recovery_codes(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_recovery_codes WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Hashes of the unused backup codes.
pub(super) async fn recovery_code_hashes(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT code_hash FROM identity_recovery_codes WHERE customer_id = ? AND used_at IS NULL",
        customer_id
    )
    .fetch_all(db.conn())
    .await
}

/// Replaces the hash of an unused backup code.
pub(super) async fn replace_recovery_code(
    db: &mut TenantWrite,
    customer_id: i64,
    old: &[u8],
    code_hash: &[u8],
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE identity_recovery_codes SET code_hash = ? WHERE customer_id = ? AND code_hash = ? AND used_at IS NULL",
        code_hash,
        customer_id,
        old
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Uses up a recovery code. Returns false if it is invalid or used.
pub(super) async fn use_recovery_code(
    db: &mut TenantWrite,
    customer_id: i64,
    code_hash: &[u8],
    now: i64,
) -> Result<bool, sqlx::Error> {
    let used = sqlx::query!(
        "UPDATE identity_recovery_codes SET used_at = ? WHERE customer_id = ? AND code_hash = ? AND used_at IS NULL",
        now,
        customer_id,
        code_hash
    )
    .execute(db.conn())
    .await?;
    Ok(used.rows_affected() > 0)
}

pub(super) async fn recovery_codes_left(db: &mut TenantRead, customer_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "left!" FROM identity_recovery_codes WHERE customer_id = ? AND used_at IS NULL"#,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn insert_ticket(
    db: &mut TenantWrite,
    ticket_hash: &[u8; 32],
    customer_id: i64,
    now: i64,
    expires_at: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_tickets WHERE expires_at <= ?", now)
        .execute(db.conn())
        .await?;
    let ticket_hash = ticket_hash.as_slice();
    sqlx::query!(
        "INSERT INTO identity_tickets (ticket_hash, customer_id, expires_at) VALUES (?, ?, ?)",
        ticket_hash,
        customer_id,
        expires_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn ticket(db: &mut TenantRead, ticket_hash: &[u8; 32]) -> Result<Option<Ticket>, sqlx::Error> {
    let ticket_hash = ticket_hash.as_slice();
    sqlx::query_as!(
        Ticket,
        "SELECT customer_id, challenge_sealed, expires_at FROM identity_tickets WHERE ticket_hash = ?",
        ticket_hash
    )
    .fetch_optional(db.conn())
    .await
}

/// Stores the passkey challenge of a ticket; `None` removes it.
pub(super) async fn set_challenge(
    db: &mut TenantWrite,
    ticket_hash: &[u8; 32],
    challenge_sealed: Option<&[u8]>,
) -> Result<(), sqlx::Error> {
    let ticket_hash = ticket_hash.as_slice();
    sqlx::query!(
        "UPDATE identity_tickets SET challenge_sealed = ? WHERE ticket_hash = ?",
        challenge_sealed,
        ticket_hash
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_tickets(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_tickets WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Whether the owners require two-factor authentication of their team. `None`: undecided.
pub(super) async fn requirement(db: &mut TenantRead) -> Result<Option<bool>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT second_factor_required AS "required: bool" FROM identity_staff_settings"#)
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn set_required(db: &mut TenantWrite, required: bool) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO identity_staff_settings (id, second_factor_required) VALUES (1, ?)
         ON CONFLICT (id) DO UPDATE SET second_factor_required = excluded.second_factor_required",
        required
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
