//! `GET /provider/builds`: published builds and their use.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::Extension;
use jiff::{SignedDuration, Timestamp};
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use tenant_runtime::http::{Policy, Routes, StaffRole, limits, routes};
use utoipa::ToSchema;

use super::{rules, store};
use crate::plane::ControlPlane;

/// Published build.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BuildEntry {
    version: String,
    /// Creation time.
    #[schema(value_type = String, format = DateTime)]
    time_stamp: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    published_at: Timestamp,
    /// Number of sites that run it, including pinned ones.
    sites: i64,
    /// Number of sites pinned to it.
    pins: i64,
    is_newest: bool,
    /// Earliest removal time; null if it is in use or the newest.
    #[schema(value_type = Option<String>, format = DateTime)]
    retained_until: Option<Timestamp>,
    /// Browser crashes reported in the last 24 hours.
    crashes: i64,
}

/// The endpoints of this module.
pub fn provider_routes() -> Routes {
    Routes::default().call(
        routes!(list_provider_builds),
        Policy::staff(StaffRole::Viewer, limits::READ),
    )
}

/// List published builds, newest first
#[utoipa::path(get, path = "/provider/builds", tag = "provider", responses((status = 200, body = Envelope<Vec<BuildEntry>>)))]
async fn list_provider_builds(
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<Vec<BuildEntry>>, ApiError> {
    let mut db = plane.db.read().await?;
    let builds = store::list(&mut db).await?;
    let mut runs = store::runs(&mut db).await?;
    let needed: BTreeSet<String> = store::needed(&mut db).await?.into_iter().collect();
    let crashes = store::crashes_since(&mut db, plane.now() - SignedDuration::from_hours(24)).await?;
    let until = rules::retained(&builds, &needed);
    let entries = builds
        .into_iter()
        .zip(until)
        .enumerate()
        .map(|(index, (build, retained_until))| {
            let version = build.version.to_string();
            let runs = runs.remove(&version);
            BuildEntry {
                time_stamp: build.time_stamp,
                published_at: build.published_at,
                sites: runs.as_ref().map_or(0, |runs| runs.sites),
                pins: runs.as_ref().map_or(0, |runs| runs.pins),
                is_newest: index == 0,
                retained_until,
                crashes: crashes.get(&version).copied().unwrap_or_default(),
                version,
            }
        });
    Ok(Answer(entries.collect()))
}
