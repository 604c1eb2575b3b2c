//! Tells a reverse proxy whether to obtain a certificate for a host, as Caddy asks with `on_demand_tls`.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, Query, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::{HeaderMap, StatusCode, header};
use platform::http::ClientAddress;
use platform::tenancy::{HostError, LoadError, Resolved};
use serde::Deserialize;

use super::health::Health;
use crate::sites;

#[derive(Deserialize)]
struct Asked {
    domain: String,
}

pub(super) fn router(health: Health) -> Router {
    Router::new()
        .route("/tls/permission", get(get_permission))
        .with_state(health)
}

/// 200 if this installation serves the host, 404 if not. Without this, a stranger could point any domain here, and use up the
/// certificate authority's limits.
async fn get_permission(
    State(health): State<Health>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Query(Asked { domain }): Query<Asked>,
) -> Response {
    if let Err(refusal) = health.probes.check(ClientAddress::of(peer, &headers, &health.proxies)) {
        return refusal.into_response();
    }
    let (status, text) = match is_served(&health, &domain).await {
        Ok(true) => (StatusCode::OK, "served\n"),
        Ok(false) => (StatusCode::NOT_FOUND, "not served\n"),
        Err(error) => {
            tracing::error!(%error, "failed to check a host for a certificate");
            (StatusCode::SERVICE_UNAVAILABLE, "try again\n")
        }
    };
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

/// Whether a site, the console or the base domain answers at `host`, or a redirect from a site's earlier subdomain does.
async fn is_served(health: &Health, host: &str) -> Result<bool, LoadError> {
    let directory = &health.runtime.directory;
    match directory.resolve(host).await {
        Ok(Resolved::Site(_) | Resolved::Console | Resolved::Base) => Ok(true),
        Ok(Resolved::Unknown) => {
            let Some(old) = directory.label_at(host) else {
                return Ok(false);
            };
            let failed = |error: &dyn std::fmt::Display| LoadError(error.to_string());
            let mut db = health.plane.db.read().await.map_err(|error| failed(&error))?;
            let moved = sites::store::subdomains::moved_from(&mut db, &old, health.plane.now()).await;
            Ok(moved.map_err(|error| failed(&error))?.is_some())
        }
        Err(HostError::Malformed(_)) => Ok(false),
        Err(HostError::Load(error)) => Err(error),
    }
}
