//! Terminals as the merchant's staff add, pair and remove them.

use platform::http::{Answer, ApiError, Envelope, Path};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::issue::{self, Issuer, PairingCode};
use super::{TerminalEntry, list};
use crate::http::{IdempotentJson, Person};
use crate::tenant::Tenant;

/// The terminals of a site.
#[derive(Serialize, ToSchema)]
pub(super) struct TerminalList {
    items: Vec<TerminalEntry>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AddedTerminal {
    /// What it is called, at most 60 characters.
    label: String,
    /// Where it stands.
    location_id: i64,
}

/// Terminals of the site, by location and label
#[utoipa::path(get, path = "/admin/terminals", tag = "admin", responses((status = 200, body = Envelope<TerminalList>)))]
pub(super) async fn list_terminals(tenant: Tenant) -> Result<Answer<TerminalList>, ApiError> {
    let items = list(&mut tenant.read().await?).await?;
    Ok(Answer(TerminalList { items }))
}

/// Add a terminal
///
/// The answer has the code that pairs it.
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
    let actor = actor(&person);
    let code = issue::add(&mut db, issuer(&tenant, &actor), value.location_id, &value.label).await?;
    idempotency.finish(&mut db, &code).await?;
    db.commit().await?;
    Ok(Answer(code))
}

/// Issue another pairing code for a terminal
///
/// The code before is void. The terminal's key works until the new code is used.
#[utoipa::path(post, path = "/admin/terminals/{terminalId}/pairing-code", tag = "admin",
    params(("terminalId" = String, Path)), responses((status = 200, body = Envelope<PairingCode>)))]
pub(super) async fn issue_pairing_code(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
) -> Result<Answer<PairingCode>, ApiError> {
    let mut db = tenant.write().await?;
    let actor = actor(&person);
    let code = issue::pair_anew(&mut db, issuer(&tenant, &actor), &id).await?;
    db.commit().await?;
    Ok(Answer(code))
}

/// Remove a terminal
///
/// Its key stops working at once.
#[utoipa::path(delete, path = "/admin/terminals/{terminalId}", tag = "admin",
    params(("terminalId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn remove_terminal(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    issue::remove(&mut db, tenant.now(), &actor(&person), &id).await?;
    db.commit().await?;
    Ok(Answer(true))
}

fn actor(person: &Person) -> String {
    format!("customer:{}", person.id)
}

fn issuer<'a>(tenant: &'a Tenant, actor: &'a str) -> Issuer<'a> {
    Issuer {
        keys: tenant.keys(),
        random: &*tenant.runtime.random,
        now: tenant.now(),
        actor,
    }
}
