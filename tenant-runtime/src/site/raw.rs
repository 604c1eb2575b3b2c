//! Site config as JSON text, for experts.

use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::error::SiteError;
use super::{MOST_BYTES, SavedConfig, editing, saved_config};
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::Tenant;

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawConfig {
    /// Revision of the text, or the revision it was edited from.
    revision: i64,
    /// JSON in the format of `docs/schema/site-config.schema.json`.
    text: String,
}

/// Get the site config as JSON text
///
/// Without values that the server derives.
#[utoipa::path(get, path = "/accounts/site-config/raw", tag = "admin", responses((status = 200, body = Envelope<RawConfig>)))]
pub(super) async fn get_raw_config(tenant: Tenant) -> Result<Answer<RawConfig>, ApiError> {
    let saved = saved_config(&tenant).await?;
    Ok(Answer(RawConfig {
        revision: saved.revision,
        text: serde_json::to_string_pretty(&saved.config).map_err(Fault::internal)?,
    }))
}

/// Save the site config as JSON text
///
/// An older schema version is converted. A newer one is rejected, with `version` in `fields`. Otherwise as `POST
/// /accounts/site-config`.
#[utoipa::path(post, path = "/accounts/site-config/raw", tag = "admin", request_body = RawConfig,
    responses((status = 200, body = Envelope<SavedConfig>)))]
pub(super) async fn save_raw_config(
    tenant: Tenant,
    person: Person,
    Json(edited): Json<RawConfig>,
) -> Result<Answer<SavedConfig>, ApiError> {
    // JSON whitespace may be long; a config has the same limit as elsewhere.
    if edited.text.len() > MOST_BYTES {
        return Err(SiteError::TooLarge.into());
    }
    let raw: Map<String, Value> = serde_json::from_str(&edited.text).map_err(|_| SiteError::NotJson)?;
    Ok(Answer(editing::save(&tenant, &person, edited.revision, raw).await?))
}
