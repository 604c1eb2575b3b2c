//! The payment terminal at the merchant's counter.

use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{rules, store};
use crate::fields::invalid_field;
use crate::http::Person;
use crate::tenant::Tenant;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct P2p {
    /// Null: none was entered.
    terminal_id: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewP2p {
    terminal_id: String,
}

/// The payment terminal
#[utoipa::path(get, path = "/settings/p2p", tag = "admin", responses((status = 200, body = Envelope<P2p>)))]
pub(super) async fn get_p2p(tenant: Tenant) -> Result<Answer<P2p>, ApiError> {
    let terminal_id = store::p2p_terminal(&mut tenant.read().await?).await?;
    Ok(Answer(P2p { terminal_id }))
}

/// Set the payment terminal
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
    let before = store::p2p_terminal(&mut db).await?;
    store::set_p2p_terminal(&mut db, terminal_id, now.as_millisecond()).await?;
    let change = Change::between(json!({ "terminalId": before }), json!({ "terminalId": terminal_id }));
    audit::note(&mut db, now, &person.actor(), "p2p_terminal_set", "p2p", change).await?;
    db.commit().await?;
    Ok(Answer(P2p {
        terminal_id: Some(terminal_id.to_owned()),
    }))
}
