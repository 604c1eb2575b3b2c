//! Redemption of tokens by terminals. Authorization and results belong to the terminals' domain.

use platform::db::{TenantRead, TenantWrite};
use platform::keys::SiteKeys;

use super::TOKEN_LOOKUP;
use super::rules::{Kind, Reading};
use super::store::{self, Stored};
use crate::wallet::CodeRefusal;

/// Customer of the token `code`, twelve digits. Changes nothing.
///
/// # Errors
/// The inner one is the reason why it is invalid.
pub async fn owner(
    db: &mut TenantRead,
    keys: &SiteKeys,
    kind: Kind,
    code: &str,
    reading: Reading,
) -> Result<Result<i64, CodeRefusal>, sqlx::Error> {
    let Some(stored) = find(db, keys, kind, code).await? else {
        return Ok(Err(CodeRefusal::Unknown));
    };
    Ok(match stored.token.is_good(reading) {
        Ok(()) => Ok(stored.customer_id),
        Err(refusal) => Err(refusal.into()),
    })
}

/// Consumes the token `code` in the transaction of its use; returns its customer.
///
/// # Errors
/// The inner one is the reason why it is invalid.
pub async fn consume(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    kind: Kind,
    code: &str,
    reading: Reading,
) -> Result<Result<i64, CodeRefusal>, sqlx::Error> {
    let Some(mut stored) = find(db, keys, kind, code).await? else {
        return Ok(Err(CodeRefusal::Unknown));
    };
    if let Err(refusal) = stored.token.consume(reading) {
        return Ok(Err(refusal.into()));
    }
    if !store::end(db, stored.id, stored.token.state).await? {
        return Ok(Err(CodeRefusal::Used));
    }
    Ok(Ok(stored.customer_id))
}

async fn find(db: &mut TenantRead, keys: &SiteKeys, kind: Kind, code: &str) -> Result<Option<Stored>, sqlx::Error> {
    store::find_by_code(db, kind, &keys.hmac(TOKEN_LOOKUP, code.as_bytes())).await
}
