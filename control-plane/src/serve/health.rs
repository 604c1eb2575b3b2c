//! What machines ask: is the process alive, is it ready, how is it doing.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::{HeaderMap, StatusCode, header};
use metrics_exporter_prometheus::PrometheusHandle;
use secrecy::{ExposeSecret as _, SecretString};
use subtle::ConstantTimeEq as _;

use crate::plane::ControlPlane;

/// Headers by which proxies say that they forward.
const FORWARDED: [&str; 4] = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/// State of these routes.
#[derive(Clone)]
pub(super) struct Health {
    pub(super) plane: Arc<ControlPlane>,
    /// Set when start-up is done, cleared when a stop begins.
    pub(super) ready: Arc<AtomicBool>,
    pub(super) metrics: PrometheusHandle,
    pub(super) metrics_token: Option<SecretString>,
}

pub(super) fn router(health: Health) -> Router {
    Router::new()
        .route(
            "/healthz",
            get(async || ([(header::CACHE_CONTROL, "no-store")], "ok\n")),
        )
        .route("/readyz", get(get_readiness))
        .route("/metrics", get(get_metrics))
        .with_state(health)
}

/// Ready when start-up is done and the control database answers.
async fn get_readiness(State(health): State<Health>) -> Response {
    let ready = health.ready.load(Ordering::Acquire) && health.plane.db.read().await.is_ok();
    let (status, text) = if ready {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    };
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

async fn get_metrics(
    State(health): State<Health>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    if !may_read_metrics(peer, &headers, health.metrics_token.as_ref()) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let content = [
        (header::CONTENT_TYPE, "text/plain; version=0.0.4"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (content, health.metrics.render()).into_response()
}

/// Loopback peers that no proxy forwards, or the bearer token (docs/OPERATIONS.md#metrics).
fn may_read_metrics(peer: SocketAddr, headers: &HeaderMap, token: Option<&SecretString>) -> bool {
    let direct = peer.ip().to_canonical().is_loopback() && FORWARDED.iter().all(|name| !headers.contains_key(*name));
    let sent = headers.get(header::AUTHORIZATION).map(|value| value.as_bytes());
    let bearer = sent.and_then(|value| value.strip_prefix(b"Bearer "));
    let known = match (token, bearer) {
        (Some(token), Some(bearer)) => bool::from(token.expose_secret().as_bytes().ct_eq(bearer)),
        _ => false,
    };
    direct || known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(peer: &str, headers: &[(&'static str, &'static str)], token: Option<&str>) -> bool {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect();
        may_read_metrics(peer.parse().unwrap(), &headers, token.map(SecretString::from).as_ref())
    }

    #[test]
    fn metrics_are_for_neighbours_and_token_holders() {
        assert!(may("127.0.0.1:5", &[], None));
        assert!(may("[::ffff:127.0.0.1]:5", &[], None));
        assert!(!may("127.0.0.1:5", &[("x-forwarded-for", "127.0.0.1")], None));
        assert!(!may("192.0.2.1:5", &[], None));
        assert!(may(
            "192.0.2.1:5",
            &[("authorization", "Bearer secret")],
            Some("secret")
        ));
        assert!(!may(
            "192.0.2.1:5",
            &[("authorization", "Bearer other")],
            Some("secret")
        ));
        assert!(!may("192.0.2.1:5", &[("authorization", "Bearer ")], None));
    }
}
