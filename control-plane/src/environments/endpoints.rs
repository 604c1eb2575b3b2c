//! `GET /provider/environments`: all environments. Staff see all of them and update their own.

use std::sync::Arc;

use axum::extract::Extension;
use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use tenant_runtime::site::schema_versions;
use utoipa::ToSchema;

use super::rules::is_newer;
use super::store;
use crate::builds;
use crate::plane::ControlPlane;

/// Environment in the console.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EnvironmentEntry {
    name: String,
    production: bool,
    /// Target build of its sites; null if none is published.
    app_version: Option<String>,
    /// Schema version of its site configs, such as `1.2`.
    schema_version: String,
    /// Newest published build, the same for all environments.
    build_version: Option<String>,
    /// Creation time of the newest build.
    #[schema(value_type = Option<String>, format = DateTime)]
    build_timestamp: Option<Timestamp>,
    /// Number of sites.
    sites: i64,
    /// Whether it is the caller's environment.
    is_own: bool,
    /// Whether a newer build exists and the caller may roll it out.
    can_update_app: bool,
    /// Whether a newer config schema exists and the caller may roll it out.
    can_update_schema: bool,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    let see = Policy::staff(StaffRole::Viewer, limits::READ);
    Routes::default()
        .call(routes!(list_provider_environments), see)
        .call(routes!(list_schema_versions), see)
}

/// List environments, by name
#[utoipa::path(get, path = "/provider/environments", tag = "provider", responses((status = 200, body = Envelope<Vec<EnvironmentEntry>>)))]
async fn list_provider_environments(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<Vec<EnvironmentEntry>>, ApiError> {
    let mut db = plane.db.read().await?;
    let newest = builds::store::list(&mut db).await?.into_iter().next();
    let newest_version = newest.as_ref().map(|build| build.version.to_string());
    let newest_schema = schema_versions().into_iter().next().unwrap_or_default();
    let mut entries = Vec::new();
    for environment in store::list(&mut db).await? {
        let is_own = environment.name == staff.environment;
        let may = |under_way: bool| is_own && staff.role >= StaffRole::Operator && !under_way;
        let app_under_way = store::is_moving(&mut db, &environment.name, "app").await?;
        let schema_under_way = store::is_moving(&mut db, &environment.name, "schema").await?;
        let app_version = environment.app_version.as_deref();
        entries.push(EnvironmentEntry {
            sites: store::sites(&mut db, &environment.name).await?,
            can_update_app: may(app_under_way)
                && newest_version
                    .as_deref()
                    .is_some_and(|newest| is_newer(newest, app_version)),
            can_update_schema: may(schema_under_way) && is_newer(newest_schema, Some(&environment.schema_version)),
            is_own,
            name: environment.name,
            production: environment.production,
            app_version: environment.app_version,
            schema_version: environment.schema_version,
            build_version: newest_version.clone(),
            build_timestamp: newest.as_ref().map(|build| build.time_stamp),
        });
    }
    Ok(Answer(entries))
}

/// List known schema versions, newest first
#[utoipa::path(get, path = "/provider/schema-versions", tag = "provider", responses((status = 200, body = Envelope<Vec<String>>)))]
async fn list_schema_versions() -> Answer<Vec<&'static str>> {
    Answer(schema_versions())
}
