//! Site actions in a merchant's back office: owners change the subdomain, and people with a granted account create more
//! sites.

use std::sync::Arc;

use axum::extract::Extension;
use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tenant_runtime::fields::{email_key, invalid_field, invalid_fields};
use tenant_runtime::http::{Person, Policy, Routes, limits, routes};
use tenant_runtime::identity::{self, Account as PersonsAccount};
use tenant_runtime::staff::NewOwner;
use tenant_runtime::tenant::Tenant;
use utoipa::ToSchema;

use super::error::not_made;
use super::subdomains::checked;
use super::template_endpoints::{AT_SITES, TemplateEntry, list};
use super::{CreateSite, SiteBasics, Start, create_site, lifecycle};
use crate::accounts::{self, Account};
use crate::plane::ControlPlane;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AppSettings {
    /// Uppercase letters, spaces and characters not allowed in subdomains are normalized or removed.
    subdomain: String,
}

/// New address of a site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SiteAddress {
    #[schema(value_type = String)]
    subdomain: Subdomain,
    /// Origin: scheme, host and port.
    address: String,
}

/// Account the caller may create sites for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GrantedAccount {
    /// ID in the CRM, otherwise the account ID.
    hs_account_id: String,
    company_name: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewMerchantSite {
    /// ID from `GET /accounts`.
    hs_account_id: String,
    /// Uppercase letters, spaces and characters not allowed in subdomains are normalized or removed.
    subdomain: String,
    /// Name of a template, or a site config, which then has nothing to sell yet.
    #[schema(value_type = Value)]
    site_config: StartingConfig,
    /// Default: the account's company name. Not with a config, which has its own.
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
}

/// Initial config of a site.
#[derive(Deserialize)]
#[serde(untagged)]
enum StartingConfig {
    /// Template name.
    Template(String),
    /// A site config.
    Whole(Map<String, Value>),
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    let manage = |limit| Policy::manager(limit);
    Routes::default()
        .call(
            routes!(set_app_settings),
            Policy::owner(limits::WRITE).asks_for_password(),
        )
        .call(routes!(list_granted_accounts), manage(limits::READ))
        .call(
            routes!(create_site_of_account),
            // A config is long.
            manage(limits::MAIL).body_limit(1024 * 1024),
        )
        .call(routes!(list_starting_configs), manage(limits::READ))
}

/// Change the site's subdomain
///
/// The old subdomain redirects for 180 days. No one else can use it, and the site can return to it.
#[utoipa::path(post, path = "/accounts/settings/app", tag = "accounts", request_body = AppSettings,
    responses((status = 200, body = Envelope<SiteAddress>)))]
async fn set_app_settings(
    tenant: Tenant,
    person: Person,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(AppSettings { subdomain }): Json<AppSettings>,
) -> Result<Answer<SiteAddress>, ApiError> {
    let before = tenant.site.subdomain.clone();
    let renamed = lifecycle::rename(&plane, tenant.id(), &checked(&subdomain)?, &actor(&tenant, &person)).await?;
    if renamed.subdomain != before {
        let mut db = tenant.write().await?;
        let change = Change::between(
            json!({ "subdomain": before }),
            json!({ "subdomain": renamed.subdomain }),
        );
        audit::note(
            &mut db,
            tenant.now(),
            &person.actor(),
            "subdomain_changed",
            "site",
            change,
        )
        .await?;
        db.commit().await?;
    }
    let address = tenant
        .runtime
        .origins
        .at(&renamed.subdomain, renamed.custom_domain.as_deref());
    Ok(Answer(SiteAddress {
        subdomain: renamed.subdomain,
        address,
    }))
}

/// List accounts you can create sites for
#[utoipa::path(get, path = "/accounts", tag = "accounts", responses((status = 200, body = Envelope<Vec<GrantedAccount>>)))]
async fn list_granted_accounts(
    tenant: Tenant,
    person: Person,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<Vec<GrantedAccount>>, ApiError> {
    let own = account_of(&tenant, &person).await?;
    let granted = granted(&plane, tenant.id(), &own).await?.into_iter();
    let granted = granted.map(|account| GrantedAccount {
        hs_account_id: outer_id(&account),
        company_name: account.company_name,
    });
    Ok(Answer(granted.collect()))
}

/// List templates for new sites
#[utoipa::path(get, path = "/accounts/starting-configs", tag = "accounts",
    responses((status = 200, body = Envelope<Vec<TemplateEntry>>)))]
async fn list_starting_configs() -> Answer<Vec<TemplateEntry>> {
    Answer(list(AT_SITES))
}

/// Create a site for a granted account
///
/// The site is in this site's environment, and its shop is closed until its owner opens it. The caller gets an email invitation as its first owner.
#[utoipa::path(post, path = "/accounts", tag = "accounts", request_body = NewMerchantSite,
    responses((status = 200, body = Envelope<SiteAddress>)))]
async fn create_site_of_account(
    tenant: Tenant,
    person: Person,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(new): Json<NewMerchantSite>,
) -> Result<Answer<SiteAddress>, ApiError> {
    let own = account_of(&tenant, &person).await?;
    let mut granted = granted(&plane, tenant.id(), &own).await?.into_iter();
    // An account without a grant is treated like one that doesn't exist.
    let account = granted
        .find(|account| outer_id(account) == new.hs_account_id)
        .ok_or_else(ApiError::not_found)?;
    let subdomain = checked(&new.subdomain)?;
    let start = match new.site_config {
        StartingConfig::Whole(config) => Start::Config(config),
        StartingConfig::Template(name) => {
            let template = name.parse();
            let template = template.map_err(|_| invalid_field("siteConfig", "Unknown template."))?;
            let basics = SiteBasics {
                company_name: new.company_name,
                country: new.country,
                time_zone: new.time_zone,
                currency: new.currency,
            };
            Start::Template(template, basics)
        }
    };
    let owner = NewOwner::new(&own.email, Some(&own.first_name), Some(&own.last_name));
    let request = CreateSite {
        account_id: account.id,
        subdomain,
        environment: tenant.site.environment.name.clone(),
        start,
        owner: Some(owner.map_err(invalid_fields)?),
        actor: actor(&tenant, &person),
    };
    // The client may have disconnected; the creation is finished anyway.
    let made = tokio::spawn(async move { create_site(&plane, request).await }).await;
    let site = made
        .map_err(ApiError::internal)?
        .map_err(|error| not_made(error, "siteConfig"))?;
    let mut db = tenant.write().await?;
    let change = Change::made(json!({ "subdomain": site.subdomain, "account": new.hs_account_id }));
    audit::note(&mut db, tenant.now(), &person.actor(), "site_created", "site", change).await?;
    db.commit().await?;
    Ok(Answer(SiteAddress {
        address: tenant.runtime.origins.at(&site.subdomain, None),
        subdomain: site.subdomain,
    }))
}

/// As in the provider's audit log.
fn actor(tenant: &Tenant, person: &Person) -> String {
    format!("site:{}:{}", tenant.id(), person.actor())
}

/// ID of an account for clients.
fn outer_id(account: &Account) -> String {
    account.hs_account_id.clone().unwrap_or_else(|| account.id.to_string())
}

async fn account_of(tenant: &Tenant, person: &Person) -> Result<PersonsAccount, ApiError> {
    let account = identity::load_account(&mut tenant.read().await?, person.id).await?;
    account.ok_or_else(ApiError::not_found)
}

/// Grants of a person, by confirmed email address.
async fn granted(plane: &ControlPlane, site: SiteId, own: &PersonsAccount) -> Result<Vec<Account>, ApiError> {
    if !own.email_confirmed {
        return Ok(Vec::new());
    }
    let mut db = plane.db.read().await?;
    Ok(accounts::store::granted_to(&mut db, site, &email_key(&own.email)).await?)
}
