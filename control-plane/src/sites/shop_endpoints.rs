//! Console endpoint for a site's shop.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Path};
use platform::ids::SiteId;
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};

use super::endpoints::entry;
use super::shop::{SiteShop, shop};
use crate::serve::Web;

/// The endpoints of this module.
pub fn routes() -> Routes {
    Routes::default().call(
        routes!(get_provider_site_shop),
        Policy::staff(StaffRole::Viewer, limits::READ),
    )
}

/// Get the state of a site's shop
///
/// Whether it is open, and what its owner must do before it can open.
#[utoipa::path(get, path = "/provider/sites/{id}/shop", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<SiteShop>)))]
async fn get_provider_site_shop(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
) -> Result<Answer<SiteShop>, ApiError> {
    entry(&web, &staff, id).await?;
    Ok(Answer(shop(&web.plane, id).await?))
}
