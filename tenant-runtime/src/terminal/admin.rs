//! Terminal management for staff: adding, pairing and removing.

use platform::http::{Answer, ApiError, Envelope, Path, Query};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::issue::{self, Issuer, PairingCode};
use super::{AddedTerminal, TerminalEntry, store};
use crate::fields::{cursor, cursor_key};
use crate::http::{IdempotentJson, Person};
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

#[derive(Deserialize, IntoParams)]
pub(super) struct TerminalsQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
}

/// Page of terminals.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TerminalPage {
    items: Vec<TerminalEntry>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List terminals, by location and label
#[utoipa::path(get, path = "/admin/terminals", tag = "admin", params(TerminalsQuery),
    responses((status = 200, body = Envelope<TerminalPage>)))]
pub(super) async fn list_terminals(
    tenant: Tenant,
    Query(query): Query<TerminalsQuery>,
) -> Result<Answer<TerminalPage>, ApiError> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let after = cursor_key(query.cursor.as_deref()).ok_or_else(|| ApiError::malformed("Invalid cursor."))?;
    let mut db = tenant.read().await?;
    // One extra row shows whether there is another page.
    let mut items = store::list(&mut db, after.as_ref(), limit + 1).await?;
    let more = items.len() as i64 > limit;
    if more {
        items.pop();
    }
    let key = |last: &TerminalEntry| cursor(&(last.location_id, &last.label, &last.terminal_id));
    let next_cursor = items.last().filter(|_| more).map(key);
    Ok(Answer(TerminalPage { items, next_cursor }))
}

/// Add a terminal
///
/// The response contains its pairing code.
#[utoipa::path(post, path = "/admin/terminals", tag = "admin", request_body = AddedTerminal,
    responses((status = 200, body = Envelope<PairingCode>)))]
pub(super) async fn add_terminal(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<AddedTerminal>,
) -> Result<Answer<PairingCode>, ApiError> {
    let IdempotentJson { value, idempotency } = request;
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, tenant.now(), Keep::Days).await? {
        return Ok(Answer(serde_json::from_str(&stored).map_err(ApiError::internal)?));
    }
    let actor = person.actor();
    let code = issue::add(&mut db, issuer(&tenant, &actor), value.location_id, &value.label).await?;
    idempotency.finish(&mut db, &code).await?;
    db.commit().await?;
    Ok(Answer(code))
}

/// Create a new pairing code for a terminal
///
/// Voids the previous code. The terminal's key works until the new code is used.
#[utoipa::path(post, path = "/admin/terminals/{terminalId}/pairing-code", tag = "admin",
    params(("terminalId" = String, Path)), responses((status = 200, body = Envelope<PairingCode>)))]
pub(super) async fn issue_pairing_code(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
) -> Result<Answer<PairingCode>, ApiError> {
    let mut db = tenant.write().await?;
    let actor = person.actor();
    let code = issue::pair_anew(&mut db, issuer(&tenant, &actor), &id).await?;
    db.commit().await?;
    Ok(Answer(code))
}

/// Remove a terminal
///
/// Its key stops working immediately.
#[utoipa::path(delete, path = "/admin/terminals/{terminalId}", tag = "admin",
    params(("terminalId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn remove_terminal(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    issue::remove(&mut db, tenant.now(), &person.actor(), &id).await?;
    db.commit().await?;
    Ok(Answer(true))
}

fn issuer<'a>(tenant: &'a Tenant, actor: &'a str) -> Issuer<'a> {
    Issuer {
        keys: tenant.keys(),
        random: &*tenant.runtime.random,
        now: tenant.now(),
        actor,
    }
}
