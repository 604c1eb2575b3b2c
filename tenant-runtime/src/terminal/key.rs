use axum::http::HeaderMap;
use platform::audit::Change;
use platform::http::{Answer, ApiError, Envelope};

use super::error::TerminalError;
use super::issue::record;
use super::{PairedTerminal, rules, store};
use crate::http::{Terminal, bearer};
use crate::tenant::Tenant;

/// Rotate the terminal key
///
/// The old key works for ten more minutes. If the response was lost, repeat the call with the old key.
#[utoipa::path(put, path = "/terminal/key", tag = "terminal",
    responses((status = 200, body = Envelope<PairedTerminal>)))]
pub(super) async fn replace_key(
    tenant: Tenant,
    terminal: Terminal,
    headers: HeaderMap,
) -> Result<Answer<PairedTerminal>, ApiError> {
    let shown = rules::key_hash(bearer(&headers).unwrap_or_default());
    let key = tenant.runtime.random.token();
    let now = tenant.now();
    let until = (now + rules::REPLACED_KEY_LIFETIME).as_millisecond();
    let mut db = tenant.write().await?;
    let new = rules::key_hash(&key);
    if !store::replace_key(&mut db, &shown, &new, until, now.as_millisecond()).await? {
        return Err(TerminalError::NotPaired.into());
    }
    let actor = format!("terminal:{}", terminal.id);
    record(
        &mut db,
        now,
        &actor,
        "terminal_key_replaced",
        &terminal.id,
        Change::default(),
    )
    .await?;
    db.commit().await?;
    Ok(Answer(PairedTerminal {
        terminal_id: terminal.id,
        terminal_key: key,
        location_id: terminal.location_id,
    }))
}
