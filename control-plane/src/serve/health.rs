//! Health endpoints for machines: liveness, readiness and metrics.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::{HeaderMap, StatusCode, header};
use metrics_exporter_prometheus::PrometheusHandle;
use platform::http::{ClientAddress, LimitClass, Limiter, TrustedProxies};
use secrecy::{ExposeSecret as _, SecretString};
use subtle::ConstantTimeEq as _;
use tenant_runtime::runtime::SharedRuntime;

use super::metrics;
use crate::checks::{self, Check, CheckState};
use crate::plane::ControlPlane;

/// Readiness checks of an address: ten a second, so that a load balancer with many nodes behind one address passes.
pub(super) const PROBES: LimitClass = LimitClass {
    name: "probe",
    count: 600,
    per: Duration::from_secs(60),
};

/// State of these routes.
#[derive(Clone)]
pub(super) struct Health {
    pub(super) plane: Arc<ControlPlane>,
    pub(super) runtime: SharedRuntime,
    /// Set when start-up is done, cleared when a stop begins.
    pub(super) ready: Arc<AtomicBool>,
    pub(super) metrics: PrometheusHandle,
    pub(super) metrics_token: Option<SecretString>,
    pub(super) probes: Arc<Limiter>,
    pub(super) proxies: TrustedProxies,
}

pub(super) fn router(health: Health) -> Router {
    Router::new()
        .route("/healthz", get(get_liveness))
        .route("/livez", get(get_liveness))
        .route("/readyz", get(get_readiness))
        .route("/metrics", get(get_metrics))
        .with_state(health)
}

async fn get_liveness() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], "ok\n").into_response()
}

/// Ready when start-up is done and no check fails. The body names each check; the first line is the verdict.
async fn get_readiness(
    State(health): State<Health>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    if let Err(refusal) = health.probes.check(ClientAddress::of(peer, &headers, &health.proxies)) {
        return refusal.into_response();
    }
    let checks = checks::readiness(&health.plane).await;
    let ready = health.ready.load(Ordering::Acquire) && checks::passed(&checks);
    let (status, verdict) = if ready {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready")
    };
    let line = |check: &Check| {
        let state = match check.state {
            CheckState::Ok => "ok",
            CheckState::Warn => "warn",
            CheckState::Fail => "fail",
        };
        format!("{state} {}: {}\n", check.name, check.message)
    };
    let lines: String = checks.iter().map(line).collect();
    let text = format!("{verdict}\n{lines}");
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

async fn get_metrics(State(health): State<Health>, headers: HeaderMap) -> Response {
    if !may_read_metrics(&headers, health.metrics_token.as_ref()) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let of_sites = metrics::sample(&health.plane, health.runtime.sites.count()).await;
    let content = [
        (header::CONTENT_TYPE, "text/plain; version=0.0.4"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (content, health.metrics.render() + &of_sites).into_response()
}

/// Whether a request has the bearer token (docs/OPERATIONS.md#metrics). A proxy on this machine looks like a neighbor, so an address
/// proves nothing.
fn may_read_metrics(headers: &HeaderMap, token: Option<&SecretString>) -> bool {
    let sent = headers.get(header::AUTHORIZATION).map(|value| value.as_bytes());
    let bearer = sent.and_then(|value| value.strip_prefix(b"Bearer "));
    match (token, bearer) {
        (Some(token), Some(bearer)) => bool::from(token.expose_secret().as_bytes().ct_eq(bearer)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(sent: Option<&'static str>, token: Option<&str>) -> bool {
        let sent = sent.map(|value| (header::AUTHORIZATION, value.parse().unwrap()));
        may_read_metrics(&sent.into_iter().collect(), token.map(SecretString::from).as_ref())
    }

    #[test]
    fn metrics_require_the_token() {
        assert!(may(Some("Bearer secret"), Some("secret")));
        for (sent, token) in [
            (None, None),
            (None, Some("secret")),
            (Some("Bearer other"), Some("secret")),
            (Some("Bearer "), Some("secret")),
            (Some("Bearer "), None),
        ] {
            assert!(!may(sent, token), "{sent:?} {token:?}");
        }
    }
}
