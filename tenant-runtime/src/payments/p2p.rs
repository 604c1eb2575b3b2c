//! Card terminal at the merchant's counter.

use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{rules, store};
use crate::error::Fault;
use crate::fields::invalid_field;
use crate::http::{Person, Version};
use crate::tenant::Tenant;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct P2p {
    /// Changes when the payment terminal changes.
    version: Version,
    /// Null without a terminal.
    terminal_id: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewP2p {
    /// Version you read, so you don't overwrite newer changes. Omit it to overwrite any version.
    #[serde(default)]
    version: Option<Version>,
    terminal_id: String,
}

/// Get the payment terminal
#[utoipa::path(get, path = "/settings/p2p", tag = "admin", responses((status = 200, body = Envelope<P2p>)))]
pub(super) async fn get_p2p(tenant: Tenant) -> Result<Answer<P2p>, ApiError> {
    Ok(Answer(load(&mut tenant.read().await?).await?))
}

/// Update the payment terminal
#[utoipa::path(post, path = "/settings/p2p", tag = "admin", request_body = NewP2p, responses((status = 200, body = Envelope<P2p>)))]
pub(super) async fn set_p2p(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<NewP2p>,
) -> Result<Answer<P2p>, ApiError> {
    let terminal_id =
        rules::terminal_id(&entered.terminal_id).map_err(|message| invalid_field("terminalId", message))?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = load(&mut db).await?;
    let is_there = before.terminal_id.as_deref() == Some(terminal_id);
    let read = entered.version.as_ref().unwrap_or(&before.version);
    if !before.version.takes(read, is_there)? {
        return Ok(Answer(before));
    }
    store::set_p2p_terminal(&mut db, terminal_id, now.as_millisecond()).await?;
    let after = load(&mut db).await?;
    let told = |p2p: &P2p| json!({ "terminalId": p2p.terminal_id });
    let change = Change::between(told(&before), told(&after));
    audit::note(&mut db, now, &person.actor(), "p2p_terminal_set", "p2p", change).await?;
    db.commit().await?;
    Ok(Answer(after))
}

async fn load(db: &mut TenantRead) -> Result<P2p, Fault> {
    let terminal_id = store::p2p_terminal(db).await?;
    Ok(P2p {
        version: Version::of(&terminal_id)?,
        terminal_id,
    })
}
