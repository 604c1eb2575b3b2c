//! Adds terminals and issues their pairing codes and keys.

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::clock::is_valid_until;
use platform::db::TenantWrite;
use platform::keys::{Purpose, SiteKeys};
use platform::random::Random;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::error::TerminalError;
use super::store::{self, NewTerminal};
use super::{PairedTerminal, rules};
use crate::catalog;
use crate::fields::ungrouped;

const CODE_LOOKUP: Purpose = Purpose("terminal-pairing-code-lookup");

/// Issuer of codes and keys.
#[derive(Clone, Copy)]
pub struct Issuer<'a> {
    pub keys: &'a SiteKeys,
    pub random: &'a dyn Random,
    pub now: Timestamp,
    /// Actor, as in the audit log.
    pub actor: &'a str,
}

/// Code to enter at a terminal to pair it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PairingCode {
    pub terminal_id: String,
    /// Eight digits, valid once and for ten minutes.
    pub pairing_code: String,
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
}

/// Adds a terminal at `location_id` with a `label`; returns its pairing code.
///
/// # Errors
/// [`TerminalError::NoSuchLocation`] or [`TerminalError::Label`].
pub async fn add(
    db: &mut TenantWrite,
    issuer: Issuer<'_>,
    location_id: i64,
    label: &str,
) -> Result<PairingCode, TerminalError> {
    let id = new_id(issuer.random);
    insert(db, issuer, &id, location_id, label).await?;
    issue_code(db, issuer, id).await
}

/// A new code for the terminal `id`: for its first kiosk if the previous code wasn't used, otherwise for the next one.
///
/// # Errors
/// [`TerminalError::NotFound`]
pub async fn pair_anew(db: &mut TenantWrite, issuer: Issuer<'_>, id: &str) -> Result<PairingCode, TerminalError> {
    let terminal = store::find(db, id).await?.ok_or(TerminalError::NotFound)?;
    issue_code(db, issuer, terminal.id).await
}

/// Adds a paired terminal with a given ID and key, which the demo stores beforehand.
///
/// # Errors
/// As [`add`].
pub async fn install(
    db: &mut TenantWrite,
    issuer: Issuer<'_>,
    chosen: &PairedTerminal,
    label: &str,
) -> Result<(), TerminalError> {
    insert(db, issuer, &chosen.terminal_id, chosen.location_id, label).await?;
    let hash = rules::key_hash(&chosen.terminal_key);
    Ok(store::pair(db, &chosen.terminal_id, &hash, issuer.now.as_millisecond()).await?)
}

/// Exchanges a pairing code (with or without spaces or dashes) for a key.
///
/// # Errors
/// [`TerminalError::NoSuchPairingCode`] or [`TerminalError::PairingCodeExpired`].
pub(super) async fn pair(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    random: &dyn Random,
    now: Timestamp,
    code: &str,
) -> Result<PairedTerminal, TerminalError> {
    let found = store::find_by_pairing_code(db, &code_hmac(keys, &ungrouped(code))).await?;
    let found = found.ok_or(TerminalError::NoSuchPairingCode)?;
    if !is_valid_until(found.expires_at, rules::PAIRING_CODE_LIFETIME, now) {
        return Err(TerminalError::PairingCodeExpired);
    }
    let terminal = found.terminal;
    let key = random.token();
    store::pair(db, &terminal.id, &rules::key_hash(&key), now.as_millisecond()).await?;
    store::note_visit(db, &terminal.id, now.as_millisecond()).await?;
    let actor = format!("terminal:{}", terminal.id);
    record(db, now, &actor, "terminal_paired", &terminal.id, Change::default()).await?;
    Ok(PairedTerminal {
        terminal_id: terminal.id,
        terminal_key: key,
        location_id: terminal.location_id,
    })
}

/// Removes the key of the terminal `id` permanently.
///
/// # Errors
/// [`TerminalError::NotFound`]
pub async fn remove(db: &mut TenantWrite, now: Timestamp, actor: &str, id: &str) -> Result<(), TerminalError> {
    let terminal = store::find(db, id).await?.ok_or(TerminalError::NotFound)?;
    if !store::remove(db, id, now.as_millisecond()).await? {
        return Err(TerminalError::NotFound);
    }
    let change = Change::gone(json!({"locationId": terminal.location_id, "label": terminal.label}));
    Ok(record(db, now, actor, "terminal_removed", id, change).await?)
}

/// A new public ID for a terminal.
pub fn new_id(random: &dyn Random) -> String {
    HEXLOWER.encode(&random.bytes::<8>())
}

async fn insert(
    db: &mut TenantWrite,
    issuer: Issuer<'_>,
    id: &str,
    location_id: i64,
    label: &str,
) -> Result<(), TerminalError> {
    let label = rules::label(label).map_err(TerminalError::Label)?;
    if !catalog::location_exists(db, location_id).await? {
        return Err(TerminalError::NoSuchLocation);
    }
    let new = NewTerminal {
        id,
        location_id,
        label: &label,
        created_at: issuer.now.as_millisecond(),
    };
    store::insert(db, &new).await?;
    let change = Change::made(json!({"locationId": location_id, "label": label}));
    Ok(record(db, issuer.now, issuer.actor, "terminal_added", id, change).await?)
}

async fn issue_code(db: &mut TenantWrite, issuer: Issuer<'_>, id: String) -> Result<PairingCode, TerminalError> {
    let expires_at = issuer.now + rules::PAIRING_CODE_LIFETIME;
    let code = loop {
        let code = issuer.random.digits(rules::PAIRING_CODE_LENGTH);
        let hmac = code_hmac(issuer.keys, &code);
        // A code of another terminal isn't reused.
        if store::find_by_pairing_code(db, &hmac).await?.is_none() {
            store::set_pairing_code(db, &id, &hmac, expires_at.as_millisecond()).await?;
            break code;
        }
    };
    record(
        db,
        issuer.now,
        issuer.actor,
        "terminal_code_issued",
        &id,
        Change::default(),
    )
    .await?;
    Ok(PairingCode {
        terminal_id: id,
        pairing_code: code,
        expires_at,
    })
}

fn code_hmac(keys: &SiteKeys, code: &str) -> [u8; 32] {
    keys.hmac(CODE_LOOKUP, code.as_bytes())
}

/// Writes an event of the terminal `id` to the audit log.
pub(super) async fn record(
    db: &mut TenantWrite,
    now: Timestamp,
    actor: &str,
    action: &'static str,
    id: &str,
    change: Change,
) -> Result<(), sqlx::Error> {
    audit::note(db, now, actor, action, &format!("terminal:{id}"), change).await
}
