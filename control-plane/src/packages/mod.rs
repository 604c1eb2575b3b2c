//! Packages: branded native app projects that show a site, and the `/.well-known` files that link the apps to the site.
//! Nothing is compiled here.

mod endpoints;
mod error;
mod fill;
mod project;
pub mod rules;
pub mod store;
mod well_known;

pub use endpoints::routes;
pub use error::PackageError;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// Target platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Platform {
    Ios,
    Android,
}

/// App store IDs of a site's apps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppIds {
    /// Apple's.
    pub bundle_id: String,
    /// Android's.
    pub application_id: String,
}

/// Signing identities of a site's apps. Missing ones are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Signers {
    pub apple_team_id: Option<String>,
    /// SHA-256, as `AB:CD:…`.
    pub android_fingerprints: Vec<String>,
}
