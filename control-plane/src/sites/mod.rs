//! Sites: owned by accounts and created by staff. The ID is permanent and names file and prefix; the subdomain is an
//! alias.

mod adopt;
pub mod bulk;
mod check;
mod create;
mod deletion;
pub mod demo_data;
mod domain;
mod endpoints;
mod entries;
mod entry;
mod error;
pub(crate) mod identity;
pub mod jobs;
mod lifecycle;
mod lifecycle_endpoints;
pub mod mail;
mod merchant;
mod migrate;
mod open;
mod owner_endpoints;
pub mod owners;
pub mod people;
mod release;
pub mod release_all;
mod release_endpoints;
pub mod rules;
pub mod shop;
mod shop_endpoints;
pub mod store;
mod strays;
mod subdomains;
mod template_endpoints;
mod templates;
pub mod terminals;
mod view;

pub use adopt::{AdoptSiteError, adopt};
pub use check::{SiteReport, check, check_strays};
pub use create::{CreateSite, CreateSiteError, Creation, Start, clean_half_made, create_site};
pub(crate) use create::{move_into_place, remove_half_made, template, unfinished_file};
pub(crate) use deletion::sweep;
pub use deletion::{GRACE_DAYS, LONGEST_GRACE_DAYS, Removal, delete, remove_overdue, undelete};
pub use domain::{DomainClaim, SiteDomain, check_domain, domain, set_domain};
pub use endpoints::routes;
pub use lifecycle::{ChangeError, pin, rename, resume, suspend};
pub use lifecycle_endpoints::routes as lifecycle_routes;
pub use merchant::routes as merchant_routes;
pub use migrate::{migrate, migrate_all};
pub use open::{OpenSiteError, open};
pub use owner_endpoints::routes as owner_routes;
pub use release::{Acknowledged, ReleaseError, hold_report, release};
pub use release_endpoints::routes as release_routes;
pub use shop_endpoints::routes as shop_routes;
pub(crate) use strays::look_over;
pub use strays::{Stray, strays};
pub use subdomains::routes as subdomain_routes;
pub use template_endpoints::routes as template_routes;
pub use templates::{BasicsError, SiteBasics, Template};
pub use view::routes as view_routes;

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::db::{ControlConn, ControlDbError};

/// Site state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = UnknownState, parse_err_fn = UnknownState::of)]
pub enum SiteState {
    /// Not finished: invisible, and removed at the next start.
    Creating,
    Active,
    /// Returns 503 `site_suspended`.
    Suspended,
    /// Not found for visitors, and runs no jobs. Deletion can be undone during the grace period.
    Deleting,
    /// Permanently deleted.
    Deleted,
}

/// The site with this ID, if it belongs to `environment` and staff can see it.
pub async fn of_environment(
    db: &mut ControlConn,
    environment: &str,
    id: SiteId,
) -> Result<Option<SiteRecord>, ControlDbError> {
    let found = store::find(db, id).await?;
    let hidden = [SiteState::Creating, SiteState::Deleted];
    Ok(found.filter(|site| site.environment == environment && !hidden.contains(&site.state)))
}

/// A stored state that this version doesn't know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown site state {0:?}")]
pub struct UnknownState(String);

impl UnknownState {
    fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// A site in the control plane. Requests use [`platform::tenancy::Site`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteRecord {
    pub id: SiteId,
    pub account_id: Uuid,
    pub environment: String,
    pub subdomain: Subdomain,
    /// Custom domain, in addition to the subdomain.
    pub custom_domain: Option<String>,
    pub state: SiteState,
    /// Sent by the site's own clients. It identifies the site and isn't a secret.
    pub app_key: String,
    /// Build it is pinned to, regardless of its environment.
    pub pinned_build: Option<String>,
    pub created_at: Timestamp,
    /// Date of permanent deletion, if the site is being deleted.
    pub delete_after: Option<Timestamp>,
    /// Epoch of the newest copy. Only a file with this epoch may charge.
    pub epoch: i64,
    /// Reason why an operator must release it; null if it isn't held.
    pub hold: Option<SiteHold>,
}

/// Held site. It serves reads, but doesn't move money or send messages until an operator releases it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteHold {
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
    pub reason: HoldReason,
    /// Time up to which its file is complete; null to use its newest record.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub complete_until: Option<Timestamp>,
}

/// Reason why a site is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum HoldReason {
    /// A backup was restored.
    Restored,
    /// It was imported from an archive.
    Imported,
    /// A file was adopted.
    Adopted,
    /// Its file has another epoch than the newest copy, because it was placed manually or a restore was interrupted.
    Copied,
    /// It was exported to move to another installation.
    Moved,
    /// Its deletion was undone after an export, so another installation may run it.
    Undeleted,
}
