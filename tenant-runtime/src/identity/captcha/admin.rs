//! Captcha settings, for owners. The secret is write-only.

use std::sync::Arc;

use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::rules::{self, Verdict};
use super::settings;
use super::siteverify::CaptchaVendors;
use super::vendor::{CaptchaEndpoints, CaptchaManifest, CaptchaVendor};
use crate::error::Fault;
use crate::fields::text;
use crate::http::{Person, Version, Versioned};
use crate::identity::error::IdentityError;
use crate::tenant::Tenant;

/// Current captcha settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaptchaInUse {
    /// Changes when the provider or its keys change.
    version: Version,
    /// Null for the built-in puzzle only.
    vendor: Option<CaptchaVendor>,
    /// Null without a provider.
    endpoints: Option<CaptchaEndpoints>,
    /// Empty without a provider.
    site_key: String,
    /// Whether this site may only use the provider's production endpoint.
    is_production: bool,
    /// Whether the installation uses a captcha.
    is_asked: bool,
    /// Site addresses to restrict the provider's keys to.
    addresses: Vec<String>,
}

/// Captcha provider and keys as entered. A missing secret keeps its value if the provider is unchanged.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TypedCaptcha {
    /// Null for the built-in puzzle only.
    vendor: Option<CaptchaVendor>,
    #[serde(default)]
    endpoints: CaptchaEndpoints,
    #[serde(default)]
    site_key: String,
    #[serde(default)]
    secret: String,
}

/// New captcha settings.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CaptchaChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    captcha: TypedCaptcha,
}

/// Result of a credentials test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CaptchaTrial {
    /// The provider accepted the secret key.
    Works,
    /// The provider rejected the secret key.
    Refused,
    /// The provider didn't respond.
    Unreachable,
}

#[derive(Serialize, ToSchema)]
pub(super) struct TriedCaptcha {
    result: CaptchaTrial,
}

/// Token that no widget issues.
const NO_TOKEN: &str = "none";

/// Get the captcha settings
#[utoipa::path(get, path = "/admin/captcha", tag = "admin", responses((status = 200, body = Envelope<CaptchaInUse>)))]
pub(super) async fn get_captcha(tenant: Tenant) -> Result<Answer<CaptchaInUse>, ApiError> {
    let settings = settings::stored(&mut tenant.read().await?, tenant.keys()).await?;
    Ok(Answer(in_use(&tenant, settings)))
}

/// Update the captcha settings
///
/// Takes effect immediately. The built-in puzzle still works for visitors without the provider's widget.
#[utoipa::path(put, path = "/admin/captcha", tag = "admin", request_body = CaptchaChange,
    responses((status = 200, body = Envelope<CaptchaInUse>)))]
pub(super) async fn set_captcha(
    tenant: Tenant,
    person: Person,
    Json(change): Json<CaptchaChange>,
) -> Result<Answer<CaptchaInUse>, ApiError> {
    let set = set(&tenant, &person, change).await?;
    tenant.runtime.state::<Arc<CaptchaVendors>>()?.resume(tenant.id());
    Ok(Answer(in_use(&tenant, set)))
}

async fn set(
    tenant: &Tenant,
    person: &Person,
    change: CaptchaChange,
) -> Result<Versioned<Option<CaptchaManifest>>, IdentityError> {
    let settings = settings_of(tenant, change.captcha).await?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = settings::stored(&mut db, tenant.keys()).await?;
    if !before.takes(&change.version, &settings)? {
        return Ok(before);
    }
    settings::put(&mut db, tenant.keys(), now, settings.as_ref()).await?;
    let change = Change::between(told(before.content.as_ref()), told(settings.as_ref()));
    audit::note(&mut db, now, &person.actor(), "captcha_set", "captcha", change).await?;
    let after = settings::stored(&mut db, tenant.keys()).await?;
    db.commit().await?;
    Ok(after)
}

/// Test the keys of a captcha provider
///
/// Sends an invalid token to the provider to check the secret key. Nothing is saved.
#[utoipa::path(post, path = "/admin/captcha/test", tag = "admin", request_body = TypedCaptcha,
    responses((status = 200, body = Envelope<TriedCaptcha>)))]
pub(super) async fn test_captcha(
    tenant: Tenant,
    person: Person,
    Json(typed): Json<TypedCaptcha>,
) -> Result<Answer<TriedCaptcha>, ApiError> {
    let settings = settings_of(&tenant, typed).await?;
    let settings = settings.ok_or_else(|| IdentityError::Fields([("vendor".into(), text::REQUIRED)].into()))?;
    let vendors = tenant.runtime.state::<Arc<CaptchaVendors>>()?;
    let result = match vendors.ask(&settings, NO_TOKEN).await {
        // Test keys accept every token.
        Verdict::Human { .. } | Verdict::Refused => CaptchaTrial::Works,
        Verdict::WrongSecret => CaptchaTrial::Refused,
        Verdict::NoAnswer => CaptchaTrial::Unreachable,
    };
    let tried = json!({ "vendor": settings.vendor, "endpoints": settings.endpoints, "result": result });
    let mut db = tenant.write().await?;
    let change = Change::default().with(tried);
    audit::note(
        &mut db,
        tenant.now(),
        &person.actor(),
        "captcha_tested",
        "captcha",
        change,
    )
    .await?;
    db.commit().await?;
    Ok(Answer(TriedCaptcha { result }))
}

/// Public part of the settings.
fn told(settings: Option<&CaptchaManifest>) -> Value {
    settings.map_or(
        Value::Null,
        |settings| json!({ "vendor": settings.vendor, "endpoints": settings.endpoints, "siteKey": settings.site_key }),
    )
}

fn in_use(tenant: &Tenant, stored: Versioned<Option<CaptchaManifest>>) -> CaptchaInUse {
    let settings = stored.content;
    CaptchaInUse {
        version: stored.version,
        vendor: settings.as_ref().map(|settings| settings.vendor),
        endpoints: settings.as_ref().map(|settings| settings.endpoints),
        site_key: settings.map(|settings| settings.site_key).unwrap_or_default(),
        is_production: tenant.site.environment.production,
        is_asked: tenant.runtime.captcha.is_some(),
        addresses: tenant.addresses(),
    }
}

/// Entered settings with the stored secret; `None` without a provider.
async fn settings_of(tenant: &Tenant, typed: TypedCaptcha) -> Result<Option<CaptchaManifest>, IdentityError> {
    let Some(vendor) = typed.vendor else {
        return Ok(None);
    };
    let mut secret = typed.secret;
    if secret.is_empty() {
        let mut db = tenant.read().await.map_err(Fault::from)?;
        let kept = settings::stored(&mut db, tenant.keys()).await?;
        secret = kept
            .content
            .filter(|kept| kept.vendor == vendor)
            .map(|kept| kept.secret)
            .unwrap_or_default();
    }
    let settings = CaptchaManifest {
        vendor,
        endpoints: typed.endpoints,
        site_key: typed.site_key,
        secret,
    };
    Ok(Some(rules::check(settings, tenant.site.environment.production)?))
}
