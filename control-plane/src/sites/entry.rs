//! A site as the console lists it: with whose it is, what it runs and where it is found.

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{SiteHold, SiteState};

/// A site as the console knows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteEntry {
    #[schema(value_type = String)]
    pub(super) id: SiteId,
    #[schema(value_type = String)]
    pub(super) subdomain: Subdomain,
    /// A host name of its own; null: it has none.
    pub(super) custom_domain: Option<String>,
    pub(super) account: OwningAccount,
    pub(super) environment: String,
    pub(super) state: SiteState,
    /// The build that it runs; null: none is published yet.
    pub(super) app_version: Option<String>,
    /// The build that it stays on whatever its environment is to run.
    pub(super) pinned_build: Option<String>,
    /// Where it is found: scheme, host and port.
    pub(super) address: String,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    /// When it is deleted for good; null: it is not being deleted.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) delete_after: Option<Timestamp>,
    /// Why it is held; null: it is not.
    pub(super) hold: Option<SiteHold>,
}

/// Whose a site is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwningAccount {
    #[schema(value_type = String)]
    pub(super) id: Uuid,
    pub(super) company_name: String,
}

/// Which sites.
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
