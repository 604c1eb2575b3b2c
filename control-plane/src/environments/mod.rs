//! Environments: groups of sites that change builds together. Rules for production are checked here.

mod endpoints;
mod manage;
pub mod rules;
pub mod store;

pub use endpoints::routes;
pub use manage::{EnvironmentError, create, run};

use serde::{Deserialize, Serialize};

/// The environment of a demo's sites.
pub const DEMO: &str = "demo";

/// An environment, identified by its name (initially `dev`, `demo` and `prod`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Environment {
    pub name: String,
    pub production: bool,
    /// Target build of its sites. None until a build is published.
    pub app_version: Option<String>,
    /// Version of the site config schema (dotted).
    pub schema_version: String,
}
