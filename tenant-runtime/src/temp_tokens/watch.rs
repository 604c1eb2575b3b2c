use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::State;
use super::store;
use crate::http::Person;
use crate::tenant::Tenant;

/// Status of a token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WatchedToken {
    /// `live`, `consumed` (scanned by a kiosk), `expired` or `superseded`.
    state: &'static str,
}

/// Get the status of a token
///
/// Poll it while the code is shown, to see that a kiosk has scanned it.
#[utoipa::path(get, path = "/temptoken/{id}", tag = "temp_tokens", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<WatchedToken>)))]
pub(super) async fn watch_temp_token(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<WatchedToken>, ApiError> {
    let now: Timestamp = tenant.now();
    let stored = store::of_customer(&mut tenant.read().await?, person.id, id).await?;
    let token = stored.ok_or_else(ApiError::not_found)?.token;
    let state = match token.state {
        State::Live if now >= token.expires_at => State::Expired,
        state => state,
    };
    Ok(Answer(WatchedToken {
        state: state.into_str(),
    }))
}
