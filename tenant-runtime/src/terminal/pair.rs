use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{PairedTerminal, issue};
use crate::tenant::Tenant;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Pairing {
    /// Eight digits, with or without spaces and dashes.
    pairing_code: String,
}

/// Pair a terminal
///
/// Exchanges a pairing code (valid once, for ten minutes) for the terminal's key. Earlier keys stop working. If the
/// response is lost, create a new code.
#[utoipa::path(post, path = "/terminal/pair", tag = "terminal", request_body = Pairing,
    responses((status = 200, body = Envelope<PairedTerminal>)))]
pub(super) async fn pair_terminal(
    tenant: Tenant,
    Json(body): Json<Pairing>,
) -> Result<Answer<PairedTerminal>, ApiError> {
    let mut db = tenant.write().await?;
    let (keys, random) = (tenant.keys(), &*tenant.runtime.random);
    let paired = issue::pair(&mut db, keys, random, tenant.now(), &body.pairing_code).await?;
    db.commit().await?;
    Ok(Answer(paired))
}
