//! Subdomain availability while typing, for console staff and for merchants who create a site.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Path};
use platform::ids::Subdomain;
use serde::Serialize;
use tenant_runtime::http::{Policy, Routes, StaffRole, limits, routes};
use utoipa::ToSchema;

use super::error::invalid_subdomain;
use super::rules::{self, Availability};
use super::store;
use crate::plane::ControlPlane;

/// Availability of a subdomain.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SubdomainEntry {
    /// Normalized subdomain, without invalid characters.
    subdomain: String,
    available: bool,
    /// Reason; null if available.
    #[schema(inline)]
    reason: Option<Availability>,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    Routes::default()
        .call(routes!(get_subdomain), Policy::staff(StaffRole::Viewer, limits::READ))
        .call(routes!(get_subdomain_at_site), Policy::manager(limits::READ))
}

/// Check whether a subdomain is available
#[utoipa::path(get, path = "/provider/subdomains/{name}", tag = "provider", params(("name" = String, Path)),
    responses((status = 200, body = Envelope<SubdomainEntry>)))]
async fn get_subdomain(
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(name): Path<String>,
) -> Result<Answer<SubdomainEntry>, ApiError> {
    Ok(Answer(looked_up(&plane, &name).await?))
}

/// Check whether a subdomain is available for a new site
#[utoipa::path(get, path = "/accounts/subdomains/{name}", tag = "accounts", params(("name" = String, Path)),
    responses((status = 200, body = Envelope<SubdomainEntry>)))]
async fn get_subdomain_at_site(
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(name): Path<String>,
) -> Result<Answer<SubdomainEntry>, ApiError> {
    Ok(Answer(looked_up(&plane, &name).await?))
}

async fn looked_up(plane: &ControlPlane, entered: &str) -> Result<SubdomainEntry, ApiError> {
    let stripped = rules::stripped(entered);
    let reason = match stripped.parse::<Subdomain>() {
        Ok(subdomain) => {
            let known = store::subdomains::subdomain_use(&mut plane.db.read().await?, &subdomain).await?;
            rules::may_take(&known, None, plane.now()).err().map(Availability::from)
        }
        Err(problem) => Some(problem.into()),
    };
    Ok(SubdomainEntry {
        subdomain: stripped,
        available: reason.is_none(),
        reason,
    })
}

/// Entered subdomain, normalized.
///
/// # Errors
/// 422 if it is invalid.
pub(super) fn checked(entered: &str) -> Result<Subdomain, ApiError> {
    rules::stripped(entered).parse().map_err(invalid_subdomain)
}
