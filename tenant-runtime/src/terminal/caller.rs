//! Authenticates terminals.

use axum::http::HeaderMap;

use super::error::TerminalError;
use super::{rules, store};
use crate::http::{Terminal, bearer};
use crate::tenant::Tenant;

/// Terminal with the key in `headers`, looked up now.
///
/// # Errors
/// [`TerminalError::NotPaired`] without a valid key of this site.
pub async fn authenticate(tenant: &Tenant, headers: &HeaderMap) -> Result<Terminal, TerminalError> {
    let key = bearer(headers).ok_or(TerminalError::NotPaired)?;
    let now = tenant.now();
    let found = store::find_by_key(&mut tenant.read().await?, &rules::key_hash(key), now.as_millisecond()).await?;
    let paired = found.ok_or(TerminalError::NotPaired)?;
    if rules::is_seen_anew(paired.last_seen_at, now)
        && let Err(error) = note_visit(tenant, &paired.terminal).await
    {
        // Its request may still succeed: reads work while the disk is full.
        tracing::warn!(terminal.id = paired.terminal.id, %error, "failed to record a terminal's contact");
    }
    Ok(paired.terminal)
}

async fn note_visit(tenant: &Tenant, terminal: &Terminal) -> Result<(), TerminalError> {
    let mut db = tenant.write().await?;
    store::note_visit(&mut db, &terminal.id, tenant.now().as_millisecond()).await?;
    Ok(db.commit().await?)
}
