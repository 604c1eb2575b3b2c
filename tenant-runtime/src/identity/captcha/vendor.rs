//! Supported captcha providers and their credentials.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// Captcha provider whose widget replaces the built-in puzzle.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ToSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum CaptchaVendor {
    /// Cloudflare Turnstile.
    Turnstile,
    Hcaptcha,
    /// Google reCAPTCHA, version 2 with a checkbox.
    Recaptcha,
}

/// Endpoints that verify tokens. Fixed by Suds, not configurable.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ToSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum CaptchaEndpoints {
    /// Provider's production endpoint.
    #[default]
    Production,
    /// Suds test processor. Rejected in production environments.
    Stub,
}

/// Captcha provider, as declared in a manifest.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaptchaManifest {
    pub vendor: CaptchaVendor,
    #[serde(default)]
    pub endpoints: CaptchaEndpoints,
    /// Public site key.
    pub site_key: String,
    /// Secret.
    pub secret: String,
}

impl std::fmt::Debug for CaptchaManifest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CaptchaManifest")
            .field("vendor", &self.vendor)
            .field("site_key", &self.site_key)
            .finish_non_exhaustive()
    }
}
