//! Captcha provider of a site: sealed in its file and cached in memory.

use std::sync::Arc;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::keys::{Purpose, SiteKeys};

use super::vendor::{CaptchaEndpoints, CaptchaManifest, CaptchaVendor};
use super::{rules, store};
use crate::error::Fault;
use crate::fields::FieldErrors;
use crate::http::{Version, Versioned};
use crate::tenant::Tenant;

const SETTINGS: Purpose = Purpose("settings");

/// Context of the sealed secret; the key is the site's own.
const PLACE: &str = "identity_captcha_vendor/secret";

/// Approximate memory of the settings in bytes.
const WEIGHT: u32 = 512;

/// Provider setting of the site, whether or not it can be used; `None` for the built-in puzzle.
pub(super) async fn stored(db: &mut TenantRead, keys: &SiteKeys) -> Result<Versioned<Option<CaptchaManifest>>, Fault> {
    let row = store::find_vendor(db).await?;
    let version = Version::of(&row)?;
    let content = row.and_then(|row| {
        let secret = keys.open(SETTINGS, PLACE, &row.secret_sealed).ok()?;
        Some(CaptchaManifest {
            // An unknown provider comes from a newer build.
            vendor: row.vendor.parse().ok()?,
            endpoints: row.endpoints.parse().ok()?,
            site_key: row.site_key,
            secret: String::from_utf8(secret).ok()?,
        })
    });
    Ok(Versioned { version, content })
}

/// Saves validated settings. `None`: the built-in puzzle, and the secret key is deleted.
pub(super) async fn put(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    now: Timestamp,
    settings: Option<&CaptchaManifest>,
) -> Result<(), sqlx::Error> {
    match settings {
        Some(settings) => {
            let sealed = keys.seal(SETTINGS, PLACE, settings.secret.as_bytes());
            store::set_vendor(db, settings, &sealed, now.as_millisecond()).await?;
        }
        None => store::delete_vendor(db).await?,
    }
    // They are part of the site's public data, and the shell's policy names the provider.
    db.changes_public_data();
    Ok(())
}

/// Saves the captcha provider in a manifest.
///
/// # Errors
/// The outer error is the database's. The inner one has the invalid fields.
pub async fn provision(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    now: Timestamp,
    declared: &CaptchaManifest,
) -> Result<Result<(), FieldErrors>, sqlx::Error> {
    // The site's environment is unknown here; settings not allowed in production are ignored there.
    match rules::check(declared.clone(), false) {
        Ok(settings) => put(db, keys, now, Some(&settings)).await.map(Ok),
        Err(errors) => Ok(Err(errors)),
    }
}

/// Provider that replaces the built-in puzzle at this site.
pub(super) async fn in_force(tenant: &Tenant) -> Result<Arc<Option<CaptchaManifest>>, Fault> {
    tenant.cached("captcha-vendor", "", || load(tenant)).await
}

async fn load(tenant: &Tenant) -> Result<(Option<CaptchaManifest>, u32), Fault> {
    let settings = stored(&mut tenant.read().await?, tenant.keys()).await?.content;
    let is_misplaced =
        |settings: &CaptchaManifest| settings.endpoints == CaptchaEndpoints::Stub && tenant.site.environment.production;
    if settings.as_ref().is_some_and(is_misplaced) {
        tracing::error!(site.id = %tenant.id(), "a production site uses the test captcha");
        return Ok((None, WEIGHT));
    }
    Ok((settings, WEIGHT))
}

/// Provider whose scripts the site's pages load for the captcha; `None` for none.
pub async fn vendor_of(tenant: &Tenant) -> Result<Option<CaptchaVendor>, Fault> {
    if tenant.runtime.captcha.is_none() {
        return Ok(None);
    }
    Ok(in_force(tenant)
        .await?
        .as_ref()
        .as_ref()
        .map(|settings| settings.vendor))
}
