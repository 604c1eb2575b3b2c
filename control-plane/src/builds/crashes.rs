//! `POST /users/errors`: crash reports of the client, counted per build so that a bad one is noticed.

use std::sync::Arc;

use axum::extract::Extension;
use data_encoding::HEXLOWER;
use http::HeaderMap;
use platform::http::{Answer, ApiError, ClientAddress, Envelope, Json};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tenant_runtime::http::{Policy, Routes, limits, routes};
use tenant_runtime::tenant::Tenant;
use utoipa::ToSchema;

use super::crash_frames::{Frame, frames_of};
use super::store;
use crate::environments;
use crate::environments::rules::console_build;
use crate::health::CrashReport;
use crate::serve::Web;

/// Message of a crash in the log. `suds build crashes` reads it.
pub(super) const LOGGED: &str = "client crashed";

/// Bytes of a report.
const LARGEST_REPORT: usize = 16 * 1024;

/// Client crash report.
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
        .also_at_console()
        .body_limit(LARGEST_REPORT);
    Routes::default().call(
        routes!(report_crash),
        policy.answers_while_held().answers_while_closed(),
    )
}

/// Report a client crash
///
/// Crashes of the console are reported there and counted in the environments that run its build.
#[utoipa::path(post, path = "/users/errors", tag = "system", request_body = Crash,
    responses((status = 200, body = Envelope<bool>)))]
async fn report_crash(
    tenant: Option<Extension<Tenant>>,
    Extension(web): Extension<Arc<Web>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(crash): Json<Crash>,
) -> Result<Answer<bool>, ApiError> {
    let stack = crash.stack.unwrap_or_default();
    let frames = frames_of(&stack);
    let site = tenant.as_ref().map(|Extension(tenant)| &tenant.site);
    let (environments, running) = match site {
        Some(site) => (
            vec![site.environment.name.clone()],
            site.build.clone().unwrap_or_default(),
        ),
        None => of_console(&web).await?,
    };
    let build = crashed_build(&web, running, frames.first()).await?;
    // The text can contain anything from the screen. A digest distinguishes crashes without revealing it.
    let digest = HEXLOWER.encode(&Sha256::digest(format!("{}\n{stack}", crash.error))[..6]);
    for environment in environments {
        web.plane.tally.crashed(CrashReport {
            environment: &environment,
            build: &build,
            site: site.map(|site| site.subdomain.as_str()),
            crash: &digest,
            address,
            device: headers.get("device-id").and_then(|device| device.to_str().ok()),
        });
    }
    metrics::counter!("suds_client_crashes_total", "build" => build.clone()).increment(1);
    let places: Vec<_> = frames.iter().map(|frame| frame.place.to_string()).collect();
    tracing::warn!(
        build,
        crash.digest = digest,
        crash.frames = places.join(" "),
        "{LOGGED}"
    );
    Ok(Answer(true))
}

/// Console build and the trusted position prefix.
async fn of_console(web: &Web) -> Result<(Vec<String>, String), ApiError> {
    let all = environments::store::list(&mut web.plane.db.read().await?).await?;
    let Some((build, trusting)) = console_build(&all) else {
        return Ok((Vec::new(), String::new()));
    };
    let names = trusting.into_iter().map(|environment| environment.name.clone());
    Ok((names.collect(), build.to_string()))
}

/// Build whose code crashed, which can be older than the current one. Reports of unknown builds are ignored, because
/// each name is a metrics label.
async fn crashed_build(web: &Web, running: String, innermost: Option<&Frame>) -> Result<String, ApiError> {
    if let Some(frame) = innermost {
        let mut db = web.plane.db.read().await.map_err(ApiError::internal)?;
        if let Some(build) = store::find(&mut db, &frame.version).await? {
            return Ok(build.version.to_string());
        }
    }
    Ok(running)
}
