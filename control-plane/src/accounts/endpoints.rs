//! Account endpoints of the console. Accounts are shared by all environments; site counts cover the caller's
//! environment.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query};
use platform::ids::SiteId;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use tenant_runtime::fields::invalid_field;
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{Account, Grant, manage, store};
use crate::plane::ControlPlane;
use crate::rows::matching;
use crate::sites::{self, SiteRecord, SiteState};
use crate::staff::demand_password;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct AccountsQuery {
    /// Part of the company name or the CRM ID.
    #[param(required = false)]
    search: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewAccount {
    company_name: String,
    /// ID in the CRM.
    #[serde(default)]
    hs_account_id: Option<String>,
}

/// Person and site of a grant.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Grantee {
    /// Site in your environment where they log in.
    #[param(value_type = String)]
    site_id: SiteId,
    /// Their email address on that site.
    email: String,
}

/// Person and site of a new grant.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewGrant {
    /// Site in your environment where they log in.
    #[schema(value_type = String)]
    site_id: SiteId,
    /// Their email address on that site.
    email: String,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

/// Account with its number of sites in the caller's environment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountEntry {
    #[serde(flatten)]
    account: Account,
    /// Number of sites in the caller's environment.
    sites: i64,
}

impl From<(Account, i64)> for AccountEntry {
    fn from((account, sites): (Account, i64)) -> Self {
        Self { account, sites }
    }
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    let see = Policy::staff(StaffRole::Viewer, limits::READ);
    let change = Policy::staff(StaffRole::Operator, limits::WRITE);
    Routes::default()
        .call(routes!(list_provider_accounts), see)
        .call(routes!(create_provider_account), change)
        .call(routes!(get_provider_account), see)
        .call(routes!(list_account_grants), see)
        .call(routes!(grant_account), change)
        .call(routes!(revoke_account), change)
}

/// List accounts, by name
#[utoipa::path(get, path = "/provider/accounts", tag = "provider", params(AccountsQuery),
    responses((status = 200, body = Envelope<Vec<AccountEntry>>)))]
async fn list_provider_accounts(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Query(AccountsQuery { search }): Query<AccountsQuery>,
) -> Result<Answer<Vec<AccountEntry>>, ApiError> {
    let pattern = matching(search.as_deref());
    let mut db = plane.db.read().await?;
    let found = store::list_with_sites(&mut db, &staff.environment, pattern.as_deref(), None).await?;
    Ok(Answer(found.into_iter().map(AccountEntry::from).collect()))
}

/// Create an account
#[utoipa::path(post, path = "/provider/accounts", tag = "provider", request_body = NewAccount,
    responses((status = 200, body = Envelope<AccountEntry>)))]
async fn create_provider_account(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(new): Json<NewAccount>,
) -> Result<Answer<AccountEntry>, ApiError> {
    // Forms send empty fields too.
    let hs_account_id = new.hs_account_id.filter(|id| !id.is_empty());
    let account = manage::create(&plane, &new.company_name, hs_account_id, &staff.id).await?;
    Ok(Answer(AccountEntry { account, sites: 0 }))
}

/// Get an account
#[utoipa::path(get, path = "/provider/accounts/{id}", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<AccountEntry>)))]
async fn get_provider_account(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
) -> Result<Answer<AccountEntry>, ApiError> {
    let mut db = plane.db.read().await?;
    let found = store::list_with_sites(&mut db, &staff.environment, None, Some(id)).await?;
    let found = found.into_iter().next().ok_or_else(ApiError::not_found)?;
    Ok(Answer(found.into()))
}

/// List an account's grants, by site and address
#[utoipa::path(get, path = "/provider/accounts/{id}/grants", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Vec<Grant>>)))]
async fn list_account_grants(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
) -> Result<Answer<Vec<Grant>>, ApiError> {
    let mut db = plane.db.read().await?;
    let account = store::find(&mut db, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(Answer(
        store::grants(&mut db, account.id, Some(&staff.environment)).await?,
    ))
}

/// Allow a site's team member to create sites for an account
///
/// Needs your password.
#[utoipa::path(post, path = "/provider/accounts/{id}/grants", tag = "provider", params(("id" = String, Path)),
    request_body = NewGrant, responses((status = 200, body = Envelope<Vec<Grant>>)))]
async fn grant_account(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
    Json(new): Json<NewGrant>,
) -> Result<Answer<Vec<Grant>>, ApiError> {
    let (account, site) = parties(&plane, &staff, id, new.site_id).await?;
    demand_password(&plane, &staff, new.password).await?;
    manage::grant(&plane, &account, &site, &new.email, &staff.id).await?;
    list_account_grants(staff, Extension(plane), Path(id)).await
}

/// Revoke a grant
#[utoipa::path(delete, path = "/provider/accounts/{id}/grants", tag = "provider", params(("id" = String, Path), Grantee),
    responses((status = 200, body = Envelope<Vec<Grant>>)))]
async fn revoke_account(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
    Query(grantee): Query<Grantee>,
) -> Result<Answer<Vec<Grant>>, ApiError> {
    let (account, site) = parties(&plane, &staff, id, grantee.site_id).await?;
    manage::revoke(&plane, &account, &site, &grantee.email, &staff.id).await?;
    list_account_grants(staff, Extension(plane), Path(id)).await
}

/// Account, and the site in the caller's environment where the person works.
async fn parties(
    plane: &ControlPlane,
    staff: &Staff,
    account: Uuid,
    site: SiteId,
) -> Result<(Account, SiteRecord), ApiError> {
    let mut db = plane.db.read().await?;
    let account = store::find(&mut db, account).await?.ok_or_else(ApiError::not_found)?;
    let site = sites::store::find(&mut db, site).await?;
    let is_theirs = |site: &SiteRecord| site.environment == staff.environment && site.state != SiteState::Deleted;
    let site = site.filter(is_theirs);
    let site = site.ok_or_else(|| invalid_field("siteId", "Unknown site."))?;
    Ok((account, site))
}
