//! Console endpoints to review and release a held site.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use platform::ids::SiteId;
use serde::Deserialize;
use tenant_runtime::hold::HoldReport;
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use utoipa::ToSchema;

use super::endpoints::entry;
use super::entry::SiteEntry;
use super::release::{self, Acknowledged};
use crate::serve::Web;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SiteRelease {
    /// IDs of all differences.
    acknowledged: Vec<String>,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    Routes::default()
        .call(
            routes!(get_provider_site_hold),
            Policy::staff(StaffRole::Viewer, limits::WRITE),
        )
        .call(
            routes!(release_provider_site),
            Policy::staff(StaffRole::Operator, limits::WRITE).body_limit(1024 * 1024),
        )
}

/// Compare a held site with its processor and terminals
///
/// Charges, refunds, redemptions and sales that the site's file lacks, and sources that couldn't be checked.
#[utoipa::path(get, path = "/provider/sites/{id}/hold", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<HoldReport>)))]
async fn get_provider_site_hold(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
) -> Result<Answer<HoldReport>, ApiError> {
    entry(&web, &staff, id).await?;
    let (_, report) = release::hold_report(&web.plane, id).await?;
    Ok(Answer(report))
}

/// Release a held site
///
/// Billing, cleanup, emails, push notifications and redemptions resume. 409 `stale_revision` if a difference isn't
/// acknowledged.
#[utoipa::path(post, path = "/provider/sites/{id}/release", tag = "provider", params(("id" = String, Path)),
    request_body = SiteRelease, responses((status = 200, body = Envelope<SiteEntry>)))]
async fn release_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
    Json(SiteRelease { acknowledged }): Json<SiteRelease>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    release::release(&web.plane, id, Acknowledged::Ids(&acknowledged), &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}
