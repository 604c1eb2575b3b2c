//! `GET /system/*`: target build and schema version of a site.

use std::sync::Arc;

use axum::extract::Extension;
use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use tenant_runtime::http::{Policy, Routes, limits, routes};
use tenant_runtime::site;
use tenant_runtime::tenant::Tenant;
use utoipa::ToSchema;

use super::{Build, store};
use crate::serve::Web;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AppVersion {
    /// Target build of the site, which its shell serves; empty if no build is published.
    app_version: String,
    /// Newest build.
    build_version: String,
    /// Creation time of the newest build.
    #[schema(value_type = Option<String>, format = DateTime)]
    build_timestamp: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SchemaVersion {
    /// Schema version of the site's config, such as `1.2`.
    schema_version: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BuildVersion {
    version: String,
    #[schema(value_type = String, format = DateTime)]
    time_stamp: Timestamp,
}

/// The endpoints of this module.
pub fn system_routes() -> Routes {
    let public = Policy::anyone(limits::READ).without_app_key().answers_while_closed();
    Routes::default()
        .call(routes!(get_app_version), public)
        .call(routes!(get_schema_version), public)
        .call(routes!(list_build_versions), public)
}

/// Get the site's build and the newest build
#[utoipa::path(get, path = "/system/app-version", tag = "system", responses((status = 200, body = Envelope<AppVersion>)))]
async fn get_app_version(tenant: Tenant, Extension(web): Extension<Arc<Web>>) -> Result<Answer<AppVersion>, ApiError> {
    let newest = builds(&web).await?.into_iter().next();
    Ok(Answer(AppVersion {
        app_version: tenant.site.build.clone().unwrap_or_default(),
        build_version: newest
            .as_ref()
            .map(|build| build.version.to_string())
            .unwrap_or_default(),
        build_timestamp: newest.map(|build| build.time_stamp),
    }))
}

/// Get the schema version of the site config
#[utoipa::path(get, path = "/system/site-config", tag = "system", responses((status = 200, body = Envelope<SchemaVersion>)))]
async fn get_schema_version(tenant: Tenant) -> Result<Answer<SchemaVersion>, ApiError> {
    Ok(Answer(SchemaVersion {
        schema_version: site::saved_config(&tenant).await?.stored_as.clone(),
    }))
}

/// List published builds, newest first
#[utoipa::path(get, path = "/system/build-versions", tag = "system", responses((status = 200, body = Envelope<Vec<BuildVersion>>)))]
async fn list_build_versions(Extension(web): Extension<Arc<Web>>) -> Result<Answer<Vec<BuildVersion>>, ApiError> {
    let named = |build: Build| BuildVersion {
        version: build.version.to_string(),
        time_stamp: build.time_stamp,
    };
    Ok(Answer(builds(&web).await?.into_iter().map(named).collect()))
}

async fn builds(web: &Web) -> Result<Vec<Build>, ApiError> {
    let mut db = web.plane.db.read().await.map_err(ApiError::internal)?;
    Ok(store::list(&mut db).await?)
}
