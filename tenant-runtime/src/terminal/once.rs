//! Idempotency by `terminalTxnId`: a request is executed once, and repeats get the same response.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::idempotency::Keep;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::TerminalError;
use crate::error::Fault;
use crate::http::Idempotency;

/// What the first request with this transaction was answered, if this one repeats it.
///
/// # Errors
/// When the transaction was of another request, or the database refuses.
pub(super) async fn claim<T: DeserializeOwned>(
    db: &mut TenantWrite,
    idempotency: &Idempotency,
    now: Timestamp,
) -> Result<Option<T>, TerminalError> {
    let stored = idempotency.claim(db, now, Keep::Month).await?;
    let read = stored.map(|stored| serde_json::from_str(&stored));
    read.transpose().map_err(|error| Fault::internal(error).into())
}

/// Commits, with the answer that repeats of the request get.
///
/// # Errors
/// When the database refuses.
pub(super) async fn finish<T: Serialize>(
    mut db: TenantWrite,
    idempotency: &Idempotency,
    answer: T,
) -> Result<T, TerminalError> {
    idempotency.finish(&mut db, &answer).await?;
    db.commit().await?;
    Ok(answer)
}
