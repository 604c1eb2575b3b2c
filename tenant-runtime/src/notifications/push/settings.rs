//! Push settings of a customer, and subscription keys for browsers.

use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::PushError;
use super::{sender, store};
use crate::http::Person;
use crate::notifications::notice::Subject;
use crate::tenant::Tenant;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PushSettings {
    /// Key for browser subscriptions (W3C Push API): a P-256 point in base64url.
    application_server_key: String,
    /// Topics the customer has turned off.
    refused: Vec<Subject>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushChoice {
    /// All topics to turn off.
    refused: Vec<Subject>,
}

/// Get the caller's push settings
#[utoipa::path(get, path = "/users/push-settings", tag = "notifications",
    responses((status = 200, body = Envelope<PushSettings>)))]
pub(super) async fn get_push_settings(tenant: Tenant, person: Person) -> Result<Answer<PushSettings>, ApiError> {
    Ok(Answer(settings(&tenant, &person).await?))
}

/// Update the caller's push settings
#[utoipa::path(put, path = "/users/push-settings", tag = "notifications", request_body = PushChoice,
    responses((status = 200, body = Envelope<PushSettings>)))]
pub(super) async fn set_push_settings(
    tenant: Tenant,
    person: Person,
    Json(choice): Json<PushChoice>,
) -> Result<Answer<PushSettings>, ApiError> {
    let mut db = tenant.write().await?;
    store::set_refused(&mut db, person.id, &choice.refused).await?;
    db.commit().await?;
    Ok(Answer(settings(&tenant, &person).await?))
}

async fn settings(tenant: &Tenant, person: &Person) -> Result<PushSettings, PushError> {
    let refused = store::refused(&mut tenant.read().await?, person.id).await?;
    Ok(PushSettings {
        application_server_key: sender::of(tenant)?.public_key(),
        refused,
    })
}
