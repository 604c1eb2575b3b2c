//! `POST /users/errors`: what the client says when it crashes. Counted per build, so that a bad one is seen.

use data_encoding::HEXLOWER;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tenant_runtime::http::{Policy, Routes, limits};
use tenant_runtime::tenant::Tenant;
use utoipa::ToSchema;
use utoipa_axum::routes;

/// Bytes of a report.
const LARGEST_REPORT: usize = 16 * 1024;

/// A crash as the client reports it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Crash {
    error: String,
    #[serde(default)]
    stack: Option<String>,
}

/// The calls of this page.
pub fn crash_routes() -> Routes {
    let policy = Policy::anyone(limits::CRASH)
        .without_app_key()
        .body_limit(LARGEST_REPORT);
    Routes::default().call(routes!(report_crash), policy)
}

/// Report a crash of the client
#[utoipa::path(post, path = "/users/errors", tag = "system", request_body = Crash,
    responses((status = 200, body = Envelope<bool>)))]
async fn report_crash(tenant: Tenant, Json(crash): Json<Crash>) -> Result<Answer<bool>, ApiError> {
    let build = tenant.site.build.clone().unwrap_or_default();
    metrics::counter!("suds_client_crashes_total", "build" => build.clone()).increment(1);
    // The text may hold anything that was on the screen. A digest tells one crash from another without saying it.
    let seen = format!("{}\n{}", crash.error, crash.stack.unwrap_or_default());
    let digest = HEXLOWER.encode(&Sha256::digest(seen)[..6]);
    tracing::warn!(build, crash.digest = digest, "the client crashed");
    Ok(Answer(true))
}
