//! Site in the console: with its account, build and address.

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{DomainClaim, SiteHold, SiteState};

/// Site in the console.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteEntry {
    #[schema(value_type = String)]
    pub(super) id: SiteId,
    #[schema(value_type = String)]
    pub(super) subdomain: Subdomain,
    /// Custom domain; null for none.
    pub(super) custom_domain: Option<String>,
    /// Custom domain that still needs proof of ownership, or null.
    pub(super) domain_claim: Option<DomainClaim>,
    pub(super) account: OwningAccount,
    pub(super) environment: String,
    pub(super) state: SiteState,
    /// Current build; null if none is published.
    pub(super) app_version: Option<String>,
    /// Build it is pinned to, regardless of its environment's target; null if it isn't pinned.
    pub(super) pinned_build: Option<String>,
    /// Origin: scheme, host and port.
    pub(super) address: String,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    /// Time of permanent deletion; null if it isn't being deleted.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) delete_after: Option<Timestamp>,
    /// Null if it isn't held.
    pub(super) hold: Option<SiteHold>,
}

/// Account of a site.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwningAccount {
    #[schema(value_type = String)]
    pub(super) id: Uuid,
    pub(super) company_name: String,
}

/// Site filters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SitesQuery {
    /// Part of the subdomain, custom domain, company name or CRM ID, or the site ID.
    #[param(required = false)]
    pub(super) search: Option<String>,
    /// `active`, `suspended` or `deleting`.
    #[param(required = false, inline)]
    pub(super) state: Option<SiteState>,
    /// Only sites of this account ID.
    #[param(required = false, value_type = Option<String>)]
    pub(super) account: Option<Uuid>,
    /// 1 to 200; default 50.
    #[param(required = false)]
    pub(super) limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    pub(super) cursor: Option<String>,
}
