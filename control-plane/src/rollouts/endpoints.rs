//! Rollout endpoints. Staff see rollouts of all environments and act in their own.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query};
use serde::{Deserialize, Serialize};
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use tenant_runtime::identity::second_factor_shapes::PasswordAgain;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::start::find;
use super::{
    Act, MoveState, NewRollout, Rollout, RolloutError, RolloutKind, RolloutPage, RolloutSite, WantedRollouts, act,
    events, page, start, store,
};
use crate::plane::ControlPlane;
use crate::staff::demand_password;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RolloutWanted {
    #[schema(inline)]
    kind: RolloutKind,
    /// Version of a published build or config schema; omitted for database migrations.
    #[serde(default)]
    target: Option<String>,
    /// `canary`, a percentage such as `10%`, and `all`, in this order. Default: `canary`, `10%`, `all`, or only the
    /// selected sites.
    #[serde(default)]
    waves: Option<Vec<String>>,
    /// IDs or subdomains of sites to move first.
    #[serde(default)]
    sites: Option<Vec<String>>,
    /// Bake time of each wave in seconds, at most one day. Default: 600.
    #[serde(default)]
    wait_seconds: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AppVersionWanted {
    /// Version of a published build.
    app_version: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SchemaVersionWanted {
    /// Schema version of site configs, such as `1.2`.
    site_config: String,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct WantedSites {
    /// Only this state.
    #[param(required = false, inline)]
    state: Option<MoveState>,
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RolloutSitePage {
    items: Vec<RolloutSite>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    let see = Policy::staff(StaffRole::Viewer, limits::READ);
    let decide = Policy::staff(StaffRole::Operator, limits::WRITE);
    Routes::default()
        .call(routes!(set_app_version), decide)
        .call(routes!(set_schema_version), decide)
        .call(routes!(list_rollouts), see)
        .call(routes!(start_rollout), decide)
        .call(routes!(get_rollout), see)
        .call(routes!(list_rollout_sites), see)
        .call(routes!(events::follow_rollout), see)
        .call(routes!(pause_rollout), decide)
        .call(routes!(resume_rollout), decide)
        .call(routes!(roll_back_rollout), decide)
}

/// Move all sites of your environment to a build
///
/// A rollout in one wave. 409 `not_newer` if the version isn't newer than the environment's.
#[utoipa::path(put, path = "/system/app-version", tag = "provider", request_body = AppVersionWanted, responses((status = 200, body = Envelope<Rollout>)))]
async fn set_app_version(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(wanted): Json<AppVersionWanted>,
) -> Result<Answer<Rollout>, ApiError> {
    let new = at_once(&staff, RolloutKind::App, wanted.app_version);
    let started = start(&plane, new, &staff.id).await;
    started.map(Answer).map_err(|error| error.of_field("appVersion"))
}

/// Move all site configs of your environment to a schema version
///
/// A rollout in one wave. 409 `not_newer` if the version isn't newer than the environment's.
#[utoipa::path(put, path = "/system/site-config", tag = "provider", request_body = SchemaVersionWanted, responses((status = 200, body = Envelope<Rollout>)))]
async fn set_schema_version(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(wanted): Json<SchemaVersionWanted>,
) -> Result<Answer<Rollout>, ApiError> {
    let new = at_once(&staff, RolloutKind::Schema, wanted.site_config);
    let started = start(&plane, new, &staff.id).await;
    started.map(Answer).map_err(|error| error.of_field("siteConfig"))
}

fn at_once(staff: &Staff, kind: RolloutKind, target: String) -> NewRollout {
    NewRollout {
        environment: staff.environment.clone(),
        kind,
        target: Some(target),
        waves: vec!["all".to_owned()],
        sites: Vec::new(),
        wait_seconds: None,
    }
}

/// List rollouts of all environments, newest first
#[utoipa::path(get, path = "/provider/rollouts", tag = "provider", params(WantedRollouts), responses((status = 200, body = Envelope<RolloutPage>)))]
async fn list_rollouts(
    Extension(plane): Extension<Arc<ControlPlane>>,
    Query(wanted): Query<WantedRollouts>,
) -> Result<Answer<RolloutPage>, ApiError> {
    Ok(Answer(page::page(&plane, &wanted).await?))
}

/// Start a rollout in your environment
///
/// One rollout of each type at a time: 409 `rollout_under_way` names the current one.
#[utoipa::path(post, path = "/provider/rollouts", tag = "provider", request_body = RolloutWanted, responses((status = 200, body = Envelope<Rollout>)))]
async fn start_rollout(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(wanted): Json<RolloutWanted>,
) -> Result<Answer<Rollout>, ApiError> {
    let new = NewRollout {
        environment: staff.environment.clone(),
        kind: wanted.kind,
        target: wanted.target,
        waves: wanted.waves.unwrap_or_default(),
        sites: wanted.sites.unwrap_or_default(),
        wait_seconds: wanted.wait_seconds,
    };
    let started = start(&plane, new, &staff.id).await;
    started.map(Answer).map_err(|error| error.of_field("target"))
}

/// Get a rollout
#[utoipa::path(get, path = "/provider/rollouts/{id}", tag = "provider", params(("id" = String, Path)), responses((status = 200, body = Envelope<Rollout>)))]
async fn get_rollout(
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
) -> Result<Answer<Rollout>, ApiError> {
    Ok(Answer(find(&plane, id).await?))
}

/// List the sites of a rollout, by subdomain
#[utoipa::path(get, path = "/provider/rollouts/{id}/sites", tag = "provider", params(("id" = String, Path), WantedSites), responses((status = 200, body = Envelope<RolloutSitePage>)))]
async fn list_rollout_sites(
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
    Query(wanted): Query<WantedSites>,
) -> Result<Answer<RolloutSitePage>, ApiError> {
    find(&plane, id).await?;
    let limit = page::size(wanted.limit);
    let mut db = plane.db.read().await?;
    let items = store::sites(&mut db, id, wanted.state, wanted.cursor.as_deref(), limit + 1).await?;
    let (items, next_cursor) = page::cut(items, limit, RolloutSite::cursor);
    Ok(Answer(RolloutSitePage { items, next_cursor }))
}

/// Pause a rollout
#[utoipa::path(post, path = "/provider/rollouts/{id}/pause", tag = "provider", params(("id" = String, Path)), responses((status = 200, body = Envelope<Rollout>)))]
async fn pause_rollout(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
) -> Result<Answer<Rollout>, ApiError> {
    Ok(Answer(by_staff(&plane, &staff, id, Act::Pause).await?))
}

/// Resume a paused or held rollout
///
/// Clears its error counts.
#[utoipa::path(post, path = "/provider/rollouts/{id}/resume", tag = "provider", params(("id" = String, Path)), responses((status = 200, body = Envelope<Rollout>)))]
async fn resume_rollout(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
) -> Result<Answer<Rollout>, ApiError> {
    Ok(Answer(by_staff(&plane, &staff, id, Act::Resume).await?))
}

/// Roll back a rollout
///
/// Its sites return to their previous version. Also works for the last finished rollout. Needs your password.
#[utoipa::path(post, path = "/provider/rollouts/{id}/rollback", tag = "provider", params(("id" = String, Path)),
    request_body = PasswordAgain, responses((status = 200, body = Envelope<Rollout>)))]
async fn roll_back_rollout(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<Rollout>, ApiError> {
    demand_password(&plane, &staff, password).await?;
    Ok(Answer(by_staff(&plane, &staff, id, Act::RollBack).await?))
}

async fn by_staff(plane: &ControlPlane, staff: &Staff, id: Uuid, what: Act) -> Result<Rollout, RolloutError> {
    act(plane, Some(&staff.environment), id, what, &staff.id).await
}
