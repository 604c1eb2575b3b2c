//! Metrics of the server: their descriptions, counts of responses, and values that are read when Prometheus asks.

mod backups;
mod descriptions;
mod process;
mod store;

use std::path::Path;
use std::time::Instant;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::StatusCode;
use nix::sys::statvfs::statvfs;
use tenant_runtime::http::API_BASE;

use crate::db::ControlDbError;
use crate::plane::ControlPlane;
use crate::sites;

pub(super) use descriptions::describe;

/// Values of the label `surface` of `suds_responses_total`.
const SURFACES: [&str; 3] = ["api", "page", "file"];
/// Values of the label `status`.
const STATUSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];
/// Values of the label `state` of `suds_sites`.
const SITE_STATES: [&str; 4] = ["active", "suspended", "held", "deleting"];

/// Counts a response by surface and status. Pages have their response times too; API routes record theirs in the gate.
pub(super) async fn count(request: Request, next: Next) -> Response {
    let Some(surface) = surface_of(request.uri().path()) else {
        return next.run(request).await;
    };
    let started = Instant::now();
    let response = next.run(request).await;
    let status = class_of(response.status());
    metrics::counter!("suds_responses_total", "surface" => surface, "status" => status).increment(1);
    if surface == "page" {
        metrics::histogram!("suds_page_seconds", "status" => status).record(started.elapsed().as_secs_f64());
    }
    response
}

/// Kind of content at a path. `None`: a request of a machine that watches the server.
fn surface_of(path: &str) -> Option<&'static str> {
    match path {
        "/healthz" | "/livez" | "/readyz" | "/metrics" | "/tls/permission" => None,
        path if path.starts_with(API_BASE) => Some("api"),
        path if path.starts_with("/v/") || path.starts_with("/uploads/") => Some("file"),
        _ => Some("page"),
    }
}

/// 1xx is an upgrade to a socket, which succeeded.
fn class_of(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 | 2 => STATUSES[0],
        3 => STATUSES[1],
        4 => STATUSES[2],
        _ => STATUSES[3],
    }
}

/// Reads the values that no event changes. One that can't be read keeps its last value. Returns the lines of single sites, which
/// follow those of the recorder.
pub(super) async fn sample(plane: &ControlPlane, open_sites: u64) -> String {
    process::sample();
    sample_disk(plane.dir().root());
    set("suds_open_sites", open_sites);
    sample_database(plane).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to read the control database for the metrics");
        String::new()
    })
}

fn sample_disk(data_dir: &Path) {
    match statvfs(data_dir) {
        Ok(disk) => {
            set("suds_disk_size_bytes", disk.blocks() * disk.fragment_size());
            // Without the space that is reserved for root.
            set("suds_disk_free_bytes", disk.blocks_available() * disk.fragment_size());
        }
        Err(error) => tracing::warn!(%error, "failed to read the free space of the data directory"),
    }
}

async fn sample_database(plane: &ControlPlane) -> Result<String, ControlDbError> {
    let mut db = plane.db.read().await?;
    let environments = store::sites_by_state(&mut db).await?;
    let builds = store::sites_by_build(&mut db).await?;
    let last_backups = sites::store::backups::last_backups(&mut db).await?;
    drop(db);
    for (environment, counted) in environments {
        for state in SITE_STATES {
            let sites = counted.get(state).copied().unwrap_or_default();
            let labels = [("environment", environment.clone()), ("state", state.to_owned())];
            metrics::gauge!("suds_sites", &labels).set(sites as f64);
        }
    }
    set("suds_builds", builds.len() as u64);
    for (build, sites) in builds {
        metrics::counter!("suds_client_crashes_total", "build" => build.clone()).increment(0);
        metrics::gauge!("suds_build_sites", "build" => build).set(sites as f64);
    }
    Ok(backups::sample(&last_backups, plane.now()))
}

fn set(gauge: &'static str, value: u64) {
    metrics::gauge!(gauge).set(value as f64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surface_follows_from_the_path() {
        for (path, surface) in [
            ("/", Some("page")),
            ("/shop/washes", Some("page")),
            ("/api/v1/orders", Some("api")),
            ("/v/1.5.1/assets/app.js", Some("file")),
            ("/readyz", None),
            ("/metrics", None),
        ] {
            assert_eq!(surface_of(path), surface, "{path}");
        }
        assert_eq!(class_of(StatusCode::SWITCHING_PROTOCOLS), "2xx");
        assert_eq!(class_of(StatusCode::SERVICE_UNAVAILABLE), "5xx");
    }
}
