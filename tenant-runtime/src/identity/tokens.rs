use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Deserialize;
use utoipa::ToSchema;

use super::device::Visit;
use super::session::{self, Tokens};
use crate::site::Wanted;
use crate::tenant::Tenant;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TokenPair {
    /// May be expired.
    access_token: String,
    refresh_token: String,
}

/// Refresh the tokens
///
/// A refresh token works once. A repeat within 20 seconds succeeds, for concurrent tabs and lost responses. Any later use is a
/// replay and ends the session.
#[utoipa::path(put, path = "/users/tokens", tag = "identity", request_body = TokenPair, responses((status = 200, body = Envelope<Tokens>)))]
pub(super) async fn renew_tokens(
    tenant: Tenant,
    wanted: Wanted,
    visit: Visit,
    Json(pair): Json<TokenPair>,
) -> Result<Answer<Tokens>, ApiError> {
    Ok(Answer(
        session::renew(&tenant, &pair.access_token, &pair.refresh_token, &wanted, &visit).await?,
    ))
}
