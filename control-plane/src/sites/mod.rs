//! Sites: what an account owns and staff create. The id never changes and names file and prefix; the subdomain is an alias.

mod adopt;
mod check;
mod create;
pub mod demo_data;
pub mod jobs;
mod open;
pub mod rules;
pub mod store;
pub mod terminals;

pub use adopt::{AdoptSiteError, adopt};
pub use check::{SiteReport, check};
pub use create::{CreateSite, CreateSiteError, Creation, clean_half_made, create_site};
pub use open::{OpenSiteError, open};

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use uuid::Uuid;

/// The life of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = UnknownState, parse_err_fn = UnknownState::of)]
pub enum SiteState {
    /// Half-made: invisible, and removed by the next start.
    Creating,
    Active,
    /// Answers 503 `site_suspended`.
    Suspended,
    /// Answers as if it had never been.
    Deleted,
}

/// A stored state that this build does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown site state {0:?}")]
pub struct UnknownState(String);

impl UnknownState {
    fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// A site as the control plane records it. What requests know of it is [`platform::tenancy::Site`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteRecord {
    pub id: SiteId,
    pub account_id: Uuid,
    pub environment: String,
    pub subdomain: Subdomain,
    pub state: SiteState,
    /// Sent by the site's own clients; it tells sites apart and is no secret.
    pub app_key: String,
    /// A build that it stays on whatever its environment's target.
    pub pinned_build: Option<String>,
    pub created_at: Timestamp,
}
