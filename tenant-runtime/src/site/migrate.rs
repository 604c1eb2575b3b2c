//! Migrates a site's stored config to another schema version, for rollouts.

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::causes::json_reason;
use platform::db::TenantWrite;
use serde_json::{Map, Value, json};

use super::config::SiteConfig;
use super::rules::{self, ConfigError};
use super::schema::{self, SchemaError};
use super::store;

/// Author of versions stored by a rollout, and actor in the audit log.
const PROVIDER: &str = "provider";

/// Reason why a site's config keeps its schema version.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    #[error("the site has no config")]
    NoConfig,
    #[error("unreadable stored config: {}", json_reason(.0))]
    Unreadable(#[from] serde_json::Error),
    #[error("can't convert the config to this version: {0}")]
    Schema(String),
    #[error("invalid config: {0}")]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl From<SchemaError> for MigrateError {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error.to_string())
    }
}

/// Stores the current config in the schema version `to`, up or down, as a new revision. Returns its previous version; a
/// config already in `to` isn't changed.
///
/// # Errors
/// See [`MigrateError`]. Nothing is then written.
pub async fn migrate(db: &mut TenantWrite, now: Timestamp, to: &str) -> Result<String, MigrateError> {
    let row = store::newest_config(db).await?.ok_or(MigrateError::NoConfig)?;
    let mut config: Map<String, Value> = serde_json::from_str(&row.config)?;
    let from = schema::version_of(&config).to_owned();
    if from == to {
        return Ok(from);
    }
    schema::migrate(&mut config, to)?;
    // A config this build couldn't read again would break the site.
    rules::prepare(config.clone())?;
    let text = serde_json::to_string(&config)?;
    db.changes_public_data();
    let revision = store::insert_config(db, &text, &row.tones, now.as_millisecond(), PROVIDER).await?;
    let change = Change::default().with(json!({ "before": row.revision, "from": from, "to": to }));
    let subject = format!("site-config:{revision}");
    audit::note(db, now, PROVIDER, "site_config_migrated", &subject, change).await?;
    Ok(from)
}

/// Converts `config` to the schema version of the stored config `before` and returns its text.
pub(super) fn stored_like(config: &SiteConfig, before: &str) -> Result<String, sqlx::Error> {
    let encode = |error: &dyn std::fmt::Display| sqlx::Error::Encode(error.to_string().into());
    let before: Map<String, Value> = serde_json::from_str(before).map_err(|error| encode(&error))?;
    let written = serde_json::to_value(config).map_err(|error| encode(&error))?;
    let Value::Object(mut written) = written else {
        return Err(encode(&"the config isn't an object"));
    };
    schema::migrate(&mut written, schema::version_of(&before)).map_err(|error| encode(&error))?;
    serde_json::to_string(&written).map_err(|error| encode(&error))
}
