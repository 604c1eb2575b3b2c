//! Environments: groups of sites that change builds together. Rules for production are checked here.

mod endpoints;
mod manage;
pub mod rules;
pub mod store;

pub use endpoints::routes;
pub use manage::{EnvironmentError, create, run};

use serde::{Deserialize, Serialize};

/// The environment in which a demo makes its sites.
pub const DEMO: &str = "demo";

/// One environment. Its name is its identity (`dev`, `demo`, `prod` at first).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Environment {
    pub name: String,
    pub production: bool,
    /// The build its sites are to run; none until one is published.
    pub app_version: Option<String>,
    /// Site-config schema version (dotted).
    pub schema_version: String,
}
