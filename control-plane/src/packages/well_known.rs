//! Files that let devices verify that an app belongs to the site. Without signing identities, each is valid but names
//! no app: the site then says that no app may open its links.

use std::sync::Arc;

use axum::extract::Extension;
use axum::response::{IntoResponse, Response};
use http::header;
use platform::http::ApiError;
use serde_json::{Value, json};
use tenant_runtime::tenant::Tenant;

use super::{AppIds, PackageError, Signers, store};
use crate::plane::ControlPlane;

/// Apple: "Supporting associated domains".
pub(super) const APPLE_PATH: &str = "/.well-known/apple-app-site-association";
/// Google: "Digital Asset Links".
pub(super) const ANDROID_PATH: &str = "/.well-known/assetlinks.json";

/// Paths that don't open the app but stay in the browser.
const NO_PAGES: [&str; 5] = [
    "/api/*",
    "/uploads/*",
    "/payments/*",
    "/SiteAdmin",
    "/SiteConfigUpdater",
];

pub(super) async fn get_apple(
    tenant: Tenant,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Response, ApiError> {
    Ok(answer(&apple(kept(&tenant, &plane).await?.as_ref())))
}

pub(super) async fn get_android(
    tenant: Tenant,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Response, ApiError> {
    Ok(answer(&android(kept(&tenant, &plane).await?.as_ref())))
}

type Kept = (AppIds, Signers);

async fn kept(tenant: &Tenant, plane: &ControlPlane) -> Result<Option<Kept>, PackageError> {
    Ok(store::find(&mut plane.db.read().await?, tenant.id()).await?)
}

fn answer(file: &Value) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, file.to_string()).into_response()
}

fn apple(kept: Option<&Kept>) -> Value {
    let app = kept.and_then(|(ids, signers)| {
        let team = signers.apple_team_id.as_ref()?;
        Some(format!("{team}.{}", ids.bundle_id))
    });
    let mut components: Vec<Value> = NO_PAGES
        .iter()
        .map(|path| json!({ "/": path, "exclude": true }))
        .collect();
    components.push(json!({ "/": "/*" }));
    let details: Vec<Value> = app
        .iter()
        .map(|app| json!({ "appIDs": [app], "components": components }))
        .collect();
    let apps: Vec<&String> = app.iter().collect();
    json!({ "applinks": { "details": details }, "webcredentials": { "apps": apps } })
}

fn android(kept: Option<&Kept>) -> Value {
    match kept {
        Some((ids, signers)) if !signers.android_fingerprints.is_empty() => json!([{
            "relation": ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
            "target": {
                "namespace": "android_app",
                "package_name": ids.application_id,
                "sha256_cert_fingerprints": signers.android_fingerprints,
            },
        }]),
        _ => json!([]),
    }
}
