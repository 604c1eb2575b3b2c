//! Idempotency by `terminalTxnId`: a request is executed once, and repeats get the same response.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::idempotency::Keep;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::TerminalError;
use crate::error::Fault;
use crate::http::Idempotency;

/// Stored response of this transaction, if the request repeats it.
///
/// # Errors
/// The transaction belongs to a different request, or the query fails.
pub(super) async fn claim<T: DeserializeOwned>(
    db: &mut TenantWrite,
    idempotency: &Idempotency,
    now: Timestamp,
) -> Result<Option<T>, TerminalError> {
    let stored = idempotency.claim(db, now, Keep::Month).await?;
    let read = stored.map(|stored| serde_json::from_str(&stored));
    read.transpose().map_err(|error| Fault::internal(error).into())
}

/// Commits with the response for repeated requests.
pub(super) async fn finish<T: Serialize>(
    mut db: TenantWrite,
    idempotency: &Idempotency,
    answer: T,
) -> Result<T, TerminalError> {
    idempotency.finish(&mut db, &answer).await?;
    db.commit().await?;
    Ok(answer)
}
