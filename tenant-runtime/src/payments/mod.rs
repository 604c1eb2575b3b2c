//! Card set-up through hosted forms, vaulted cards, one adapter per processor.

use std::collections::BTreeMap;

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::Handlers;
use platform::keys::SiteKeys;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::Routes;
use crate::runtime::SharedRuntime;

/// Which processor a merchant uses, as a manifest declares it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProcessorManifest {
    /// `moneris`
    pub name: String,
    /// `production`, `sandbox` or `stub`
    pub endpoints: String,
    /// Credentials, by the processor's own names.
    pub settings: BTreeMap<String, String>,
}

/// Clients of the processors that sites may use.
pub struct Processors {}

impl Processors {
    /// # Errors
    /// When the client for outgoing calls cannot be built.
    pub fn new(_stub_url: Option<String>) -> Result<Self, reqwest::Error> {
        Ok(Self {})
    }
}

/// The card set-up sockets that are open in this process.
#[derive(Default)]
pub struct Sockets {}

pub fn routes() -> Routes {
    Routes::default()
}

pub fn register_jobs(_handlers: &mut Handlers, _runtime: &SharedRuntime) {}

/// Writes a site's processor settings, sealed.
///
/// # Errors
/// The outer one is the database's, the inner one the manifest's.
pub async fn provision(
    _db: &mut TenantWrite,
    _keys: &SiteKeys,
    _now: Timestamp,
    _manifest: &ProcessorManifest,
) -> Result<Result<(), String>, sqlx::Error> {
    Ok(Ok(()))
}
