//! `GET /provider/clock`: whether background jobs wait for the clock. `suds clock confirm` lets them continue.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope};
use tenant_runtime::http::{Policy, Routes, StaffRole, limits, routes};

use super::ClockReport;
use crate::plane::ControlPlane;

/// The endpoints of this module.
pub fn routes() -> Routes {
    Routes::default().call(routes!(get_clock), Policy::staff(StaffRole::Viewer, limits::READ))
}

/// Get the clock's state
///
/// Background jobs of all sites are on hold while the clock is far from the newest instant in the data.
#[utoipa::path(get, path = "/provider/clock", tag = "provider", responses((status = 200, body = Envelope<ClockReport>)))]
async fn get_clock(Extension(plane): Extension<Arc<ControlPlane>>) -> Result<Answer<ClockReport>, ApiError> {
    Ok(Answer(plane.clock_watch.state(plane.now())))
}
