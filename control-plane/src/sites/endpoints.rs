//! Site endpoints of the console: staff see and change the sites of their environment.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query};
use platform::ids::SiteId;
use serde::Deserialize;
use tenant_runtime::fields::{invalid_field, invalid_fields};
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use tenant_runtime::staff::NewOwner;
use utoipa::ToSchema;
use uuid::Uuid;

use super::entries::{self, SitePage};
use super::entry::{SiteEntry, SitesQuery};
use super::subdomains::checked;
use super::{CreateSite, SiteBasics, Start, Template, create_site};
use crate::accounts::{self, Account};
use crate::db::ControlConn;
use crate::plane::ControlPlane;
use crate::serve::Web;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewSite {
    /// Account of the site; alternatively `hsAccountId`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    account_id: Option<Uuid>,
    /// Account's ID in the CRM.
    #[serde(default)]
    hs_account_id: Option<String>,
    /// Uppercase letters, spaces and characters not allowed in subdomains are normalized or removed.
    subdomain: String,
    #[serde(default)]
    #[schema(inline)]
    template: Template,
    /// Default: the account's company name.
    #[serde(default)]
    company_name: Option<String>,
    /// ISO 3166-1 code. Default: `US`.
    #[serde(default)]
    country: Option<String>,
    /// IANA name. Default: that of the country's largest city.
    #[serde(default)]
    time_zone: Option<String>,
    /// ISO 4217 code. Default: the country's.
    #[serde(default)]
    currency: Option<String>,
    /// Email address of the first owner, who gets an invitation.
    #[serde(default)]
    owner_email: Option<String>,
    /// Default: derived from the email address.
    #[serde(default)]
    owner_first_name: Option<String>,
    #[serde(default)]
    owner_last_name: Option<String>,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    let see = Policy::staff(StaffRole::Viewer, limits::READ);
    let change = Policy::staff(StaffRole::Operator, limits::WRITE);
    Routes::default()
        .call(routes!(list_provider_sites), see)
        .call(routes!(create_provider_site), change)
        .call(routes!(get_provider_site), see)
}

/// List sites of your environment, by subdomain
#[utoipa::path(get, path = "/provider/sites", tag = "provider", params(SitesQuery),
    responses((status = 200, body = Envelope<SitePage>)))]
async fn list_provider_sites(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Query(asked): Query<SitesQuery>,
) -> Result<Answer<SitePage>, ApiError> {
    let mut db = web.plane.db.read().await?;
    let page = entries::page(&mut db, &web.runtime.origins, &staff.environment, &asked).await?;
    Ok(Answer(page))
}

/// Get a site
#[utoipa::path(get, path = "/provider/sites/{id}", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<SiteEntry>)))]
async fn get_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
) -> Result<Answer<SiteEntry>, ApiError> {
    entry(&web, &staff, id).await.map(Answer)
}

/// Create a site in your environment
///
/// The shop is closed until its owner opens it. A repeated request returns 409 `taken`.
#[utoipa::path(post, path = "/provider/sites", tag = "provider", request_body = NewSite,
    responses((status = 200, body = Envelope<SiteEntry>)))]
async fn create_provider_site(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Extension(web): Extension<Arc<Web>>,
    Json(new): Json<NewSite>,
) -> Result<Answer<SiteEntry>, ApiError> {
    let subdomain = checked(&new.subdomain)?;
    let account = account_of(&mut plane.db.read().await?, &new).await?;
    let owner = match new.owner_email.as_deref().filter(|email| !email.is_empty()) {
        Some(email) => {
            let names = (new.owner_first_name.as_deref(), new.owner_last_name.as_deref());
            Some(NewOwner::new(email, names.0, names.1).map_err(invalid_fields)?)
        }
        None => None,
    };
    let request = CreateSite {
        account_id: account.id,
        subdomain,
        environment: staff.environment.clone(),
        start: Start::Template(
            new.template,
            SiteBasics {
                company_name: new.company_name,
                country: new.country,
                time_zone: new.time_zone,
                currency: new.currency,
            },
        ),
        owner,
        actor: staff.id.clone(),
    };
    // The client may have disconnected; the creation is finished anyway.
    let made = tokio::spawn(async move { create_site(&plane, request).await }).await;
    let site = made.map_err(ApiError::internal)??;
    entry(&web, &staff, site.id).await.map(Answer)
}

/// A site in the environment of `staff`.
///
/// # Errors
/// 404 for other sites.
pub(super) async fn entry(web: &Web, staff: &Staff, id: SiteId) -> Result<SiteEntry, ApiError> {
    let mut db = web.plane.db.read().await?;
    let found = entries::find(&mut db, &web.runtime.origins, &staff.environment, id).await?;
    found.ok_or_else(ApiError::not_found)
}

async fn account_of(db: &mut ControlConn, new: &NewSite) -> Result<Account, ApiError> {
    let (field, found) = match (&new.account_id, &new.hs_account_id) {
        (None, Some(id)) => ("hsAccountId", accounts::store::find_by_hs_account_id(db, id).await?),
        (Some(id), _) => ("accountId", accounts::store::find(db, *id).await?),
        (None, None) => ("accountId", None),
    };
    found.ok_or_else(|| invalid_field(field, "Unknown account."))
}
