//! Endpoints that change a site at the console. Each can be repeated: if the change was already made, the current state
//! is returned.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use platform::ids::{SiteId, Subdomain};
use secrecy::SecretString;
use serde::Deserialize;
use tenant_runtime::fields::invalid_field;
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use tenant_runtime::identity::second_factor_shapes::PasswordAgain;
use utoipa::ToSchema;

use super::deletion::{self, GRACE_DAYS, LONGEST_GRACE_DAYS};
use super::endpoints::entry;
use super::entry::SiteEntry;
use super::subdomains::checked;
use super::{domain, lifecycle};
use crate::builds::Version;
use crate::serve::Web;
use crate::staff::demand_password;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewSubdomain {
    /// Uppercase letters, spaces and characters not allowed in subdomains are normalized or removed.
    subdomain: String,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewDomain {
    /// Full host name; null to remove the custom domain.
    domain: Option<String>,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPin {
    /// Version of a published build; null to unpin the site.
    build: Option<String>,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SiteDeletion {
    /// Subdomain of the site, to confirm.
    subdomain: String,
    /// Days in which the deletion can be undone: 0 to 365. Default: 30.
    #[serde(default)]
    grace_days: Option<u16>,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    let change = Policy::staff(StaffRole::Operator, limits::WRITE);
    let decide = Policy::staff(StaffRole::Owner, limits::WRITE);
    Routes::default()
        .call(routes!(rename_provider_site), change)
        .call(routes!(suspend_provider_site), change)
        .call(routes!(resume_provider_site), change)
        .call(routes!(set_provider_site_domain), change)
        .call(routes!(check_provider_site_domain), change)
        .call(routes!(pin_provider_site), change)
        .call(routes!(delete_provider_site), decide)
        .call(routes!(undelete_provider_site), decide)
}

/// Change a site's subdomain
///
/// The old subdomain redirects for 180 days. No one else can use it, and the site can return to it. Needs your password.
#[utoipa::path(post, path = "/provider/sites/{id}/rename", tag = "provider", params(("id" = String, Path)),
    request_body = NewSubdomain, responses((status = 200, body = Envelope<SiteEntry>)))]
async fn rename_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
    Json(NewSubdomain { subdomain, password }): Json<NewSubdomain>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    let subdomain = checked(&subdomain)?;
    demand_password(&web.plane, &staff, password).await?;
    lifecycle::rename(&web.plane, id, &subdomain, &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}

/// Suspend a site
///
/// It returns 503 `site_suspended` until you resume it. Needs your password.
#[utoipa::path(post, path = "/provider/sites/{id}/suspend", tag = "provider", params(("id" = String, Path)),
    request_body = PasswordAgain, responses((status = 200, body = Envelope<SiteEntry>)))]
async fn suspend_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    demand_password(&web.plane, &staff, password).await?;
    lifecycle::suspend(&web.plane, id, &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}

/// Resume a suspended site
#[utoipa::path(post, path = "/provider/sites/{id}/resume", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<SiteEntry>)))]
async fn resume_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    lifecycle::resume(&web.plane, id, &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}

/// Set a site's custom domain
///
/// The site uses it after proof of ownership: add the TXT record in `domainClaim`, then check it. You manage the
/// domain's DNS and certificate. Needs your password.
#[utoipa::path(put, path = "/provider/sites/{id}/domain", tag = "provider", params(("id" = String, Path)),
    request_body = NewDomain, responses((status = 200, body = Envelope<SiteEntry>)))]
async fn set_provider_site_domain(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
    Json(NewDomain { domain: new, password }): Json<NewDomain>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    demand_password(&web.plane, &staff, password).await?;
    domain::set_domain(&web.plane, id, new.as_deref(), &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}

/// Check the DNS record of a custom domain
///
/// If the record is there, the site uses the domain. Otherwise `domainClaim` has the result.
#[utoipa::path(post, path = "/provider/sites/{id}/domain/check", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<SiteEntry>)))]
async fn check_provider_site_domain(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    domain::check_domain(&web.plane, id, &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}

/// Pin a site to a build
///
/// Needs your password.
#[utoipa::path(put, path = "/provider/sites/{id}/pin", tag = "provider", params(("id" = String, Path)),
    request_body = NewPin, responses((status = 200, body = Envelope<SiteEntry>)))]
async fn pin_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
    Json(NewPin { build, password }): Json<NewPin>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    let build = build.map(|build| build.parse::<Version>()).transpose();
    let build = build.map_err(|_| invalid_field("build", "Unknown build."))?;
    demand_password(&web.plane, &staff, password).await?;
    lifecycle::pin(&web.plane, id, build.as_ref(), &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}

/// Delete a site
///
/// The site goes offline immediately. You can undo this during the grace period. Then its data is removed, so export it
/// first. Needs your password.
#[utoipa::path(post, path = "/provider/sites/{id}/deletion", tag = "provider", params(("id" = String, Path)),
    request_body = SiteDeletion, responses((status = 200, body = Envelope<SiteEntry>)))]
async fn delete_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
    Json(asked): Json<SiteDeletion>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    let days = asked.grace_days.unwrap_or(GRACE_DAYS);
    if days > LONGEST_GRACE_DAYS {
        return Err(invalid_field("graceDays", "Enter 0 to 365 days."));
    }
    let confirmed = asked.subdomain.trim().parse::<Subdomain>();
    let confirmed = confirmed.map_err(|_| super::error::not_confirmed())?;
    demand_password(&web.plane, &staff, asked.password).await?;
    deletion::delete(&web.plane, id, &confirmed, days, &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}

/// Undo a deletion
#[utoipa::path(delete, path = "/provider/sites/{id}/deletion", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<SiteEntry>)))]
async fn undelete_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await?;
    deletion::undelete(&web.plane, id, &staff.id).await?;
    entry(&web, &staff, id).await.map(Answer)
}
