//! `GET /packages/{platform}`, and the signing identities of the resulting apps.

use std::sync::Arc;

use axum::extract::Extension;
use axum::response::IntoResponse;
use http::{HeaderValue, header};
use platform::audit::{self, Entry};
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::error::Fault;
use tenant_runtime::fields::Notes;
use tenant_runtime::http::{Person, Policy, Routes, Version, limits, routes};
use tenant_runtime::site;
use tenant_runtime::tenant::Tenant;
use utoipa::{IntoParams, ToSchema};

use super::project::{App, pack};
use super::{AppIds, PackageError, Platform, Signers, rules, store, well_known};
use crate::plane::ControlPlane;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Named {
    /// Label under the icon, up to 30 characters. Default: the company name.
    #[param(required = false)]
    name: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PackageSigners {
    /// Apple Developer team ID; empty or null for none.
    #[serde(default)]
    apple_team_id: Option<String>,
    /// SHA-256 fingerprints of the Android signing certificates, as `AB:CD:…`; up to five.
    #[serde(default)]
    android_fingerprints: Vec<String>,
}

/// New signing identities of the site's apps.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignersChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    signers: PackageSigners,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PackageSettings {
    /// Changes when the signing identities change.
    version: Version,
    /// Bundle ID of the iOS app.
    bundle_id: String,
    /// Application ID of the Android app.
    application_id: String,
    /// Default label under the app icons.
    name: String,
    apple_team_id: Option<String>,
    android_fingerprints: Vec<String>,
}

/// The endpoints of this module, and the well-known files of a site's host.
pub fn routes() -> Routes {
    let (looks, edits) = (Policy::manager(limits::READ), Policy::manager(limits::WRITE));
    let public = Policy::anyone(limits::READ).without_app_key().answers_while_closed();
    Routes::default()
        .call(routes!(get_package), edits)
        .call(routes!(get_package_settings), looks)
        .call(routes!(set_package_settings), edits)
        .document(well_known::APPLE_PATH, well_known::get_apple, public)
        .document(well_known::ANDROID_PATH, well_known::get_android, public)
}

/// Download the project of a native app as a zip file
///
/// For Xcode (`ios`) or Gradle (`android`), with the site's name, icon and colors. It isn't compiled; its README has
/// instructions.
#[utoipa::path(get, path = "/packages/{platform}", tag = "packages", params(("platform" = inline(Platform), Path), Named),
    responses((status = 200, content_type = "application/zip", body = Vec<u8>)))]
async fn get_package(
    tenant: Tenant,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(platform): Path<String>,
    Query(named): Query<Named>,
) -> Result<impl IntoResponse, ApiError> {
    let platform: Platform = platform.parse().map_err(|_| PackageError::NoPlatform)?;
    let folder = format!("{}-{}", tenant.site.subdomain, platform.into_str());
    let zip = package(&tenant, &plane, platform, &folder, named.name.as_deref()).await?;
    let file = HeaderValue::try_from(format!("attachment; filename=\"{folder}.zip\"")).map_err(Fault::internal)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((headers, zip))
}

async fn package(
    tenant: &Tenant,
    plane: &ControlPlane,
    platform: Platform,
    folder: &str,
    name: Option<&str>,
) -> Result<Vec<u8>, PackageError> {
    let saved = site::saved_config(tenant).await?;
    let mut notes = Notes::default();
    let name = match name {
        Some(name) => notes.take("name", rules::app_name(name)),
        None => rules::default_name(&saved.config.company_name),
    };
    let name = notes.into_result(name)?;
    let kept = store::find(&mut plane.db.read().await?, tenant.id()).await?;
    let (ids, signers) = kept.unwrap_or_else(|| (ids_of(tenant), Signers::default()));
    let app = App {
        name,
        ids,
        team_id: signers.apple_team_id,
        origin: tenant.origin(),
        brand: saved.tones.brand,
    };
    let icons = site::draw_squares(tenant, platform.squares()).await?;
    Ok(pack(platform, folder, &app, icons).map_err(Fault::internal)?)
}

/// Default IDs of a site's apps, before signing identities are entered.
fn ids_of(tenant: &Tenant) -> AppIds {
    let origin = tenant.origin();
    rules::ids_of_host(origin.split_once("://").map_or(&*origin, |(_, host)| host))
}

/// Get the app IDs and signing identities of the site's apps
#[utoipa::path(get, path = "/settings/packages", tag = "packages", responses((status = 200, body = Envelope<PackageSettings>)))]
async fn get_package_settings(
    tenant: Tenant,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<PackageSettings>, ApiError> {
    Ok(Answer(settings(&tenant, &plane).await?))
}

async fn settings(tenant: &Tenant, plane: &ControlPlane) -> Result<PackageSettings, PackageError> {
    let kept = store::find(&mut plane.db.read().await?, tenant.id()).await?;
    let (ids, signers) = kept.unwrap_or_else(|| (ids_of(tenant), Signers::default()));
    let saved = site::saved_config(tenant).await?;
    Ok(PackageSettings {
        version: Version::of(&signers)?,
        bundle_id: ids.bundle_id,
        application_id: ids.application_id,
        name: rules::default_name(&saved.config.company_name),
        apple_team_id: signers.apple_team_id,
        android_fingerprints: signers.android_fingerprints,
    })
}

/// Update the signing identities of the site's apps
///
/// The site's `/.well-known` files then name them, and links to the site open the apps. The IDs stay the same if the site's
/// address changes.
#[utoipa::path(post, path = "/settings/packages", tag = "packages", request_body = SignersChange,
    responses((status = 200, body = Envelope<PackageSettings>)))]
async fn set_package_settings(
    tenant: Tenant,
    person: Person,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(change): Json<SignersChange>,
) -> Result<Answer<PackageSettings>, ApiError> {
    enter(&tenant, &plane, &person, &change).await?;
    Ok(Answer(settings(&tenant, &plane).await?))
}

async fn enter(
    tenant: &Tenant,
    plane: &ControlPlane,
    person: &Person,
    SignersChange { version, signers }: &SignersChange,
) -> Result<(), PackageError> {
    let mut notes = Notes::default();
    let team = signers.apple_team_id.as_deref().unwrap_or_default();
    let entered = Signers {
        apple_team_id: notes.take("appleTeamId", rules::apple_team_id(team)),
        android_fingerprints: notes.take(
            "androidFingerprints",
            rules::android_fingerprints(&signers.android_fingerprints),
        ),
    };
    let signers = notes.into_result(entered)?;
    save(tenant, plane, version, &signers).await?;
    // The merchant's audit log is in the site's file, which can't share a transaction with the control database. Saving
    // the same settings again writes it again.
    let mut db = tenant.write().await.map_err(Fault::from)?;
    let entry = Entry {
        actor: &person.actor(),
        action: "package_signers_set",
        subject: "packages",
        detail: json!(signers),
    };
    audit::record(&mut db, tenant.now(), entry).await?;
    db.commit().await.map_err(Fault::from)?;
    Ok(())
}

async fn save(tenant: &Tenant, plane: &ControlPlane, read: &Version, signers: &Signers) -> Result<(), PackageError> {
    let mut db = plane.db.write().await?;
    let kept = store::find(&mut db, tenant.id()).await?;
    let before = kept.map(|(_, signers)| signers).unwrap_or_default();
    if Version::of(&before)?.takes(read, before == *signers)? {
        store::save(&mut db, tenant.id(), &ids_of(tenant), signers, plane.now()).await?;
        db.commit().await?;
    }
    Ok(())
}
