//! Rollouts: move the sites of an environment to another version, wave by wave, and back.

mod act;
mod endpoints;
mod error;
mod events;
mod follow;
mod page;
mod plan;
mod runner;
mod start;
mod step;
pub mod store;

pub use act::{Act, act};
pub use endpoints::routes;
pub use error::{Choices, RolloutError};
pub use follow::Changes;
pub use page::page;
pub use plan::{PlanProblem, PlannedWave, plan};
pub use runner::{run, tick};
pub use start::{NewRollout, find, start};
pub use step::{Stepped, step};

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Rollout type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::of)]
pub enum RolloutKind {
    /// The web build of sites.
    App,
    /// Schema version of site configs.
    Schema,
    /// Schema version of site databases, which can't go back.
    Database,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::of)]
pub enum RolloutState {
    Running,
    /// Paused by a person.
    Paused,
    /// Stopped automatically: see `reason`.
    Held,
    /// Its sites are returning to their previous version.
    RollingBack,
    Done,
    RolledBack,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaveState {
    Waiting,
    Moving,
    /// Its sites have moved. The next wave starts once they have been healthy for a while.
    Watching,
    Done,
}

/// State of a site in a rollout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::of)]
pub enum MoveState {
    Waiting,
    Moved,
    /// Failed and left unchanged, with a `reason`. The others continue.
    Failed,
    RolledBack,
}

/// A stored value that this version doesn't know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown value {0:?}")]
pub struct UnknownWord(String);

impl UnknownWord {
    fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// Rollout with its waves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rollout {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub environment: String,
    #[schema(inline)]
    pub kind: RolloutKind,
    /// Version of a build, config schema or database schema.
    pub target: String,
    /// Previous target of the environment. Null for the first one.
    pub from: Option<String>,
    #[schema(inline)]
    pub state: RolloutState,
    /// Reason for the hold.
    pub reason: Option<String>,
    /// Most frequent crash when it was held, if browsers reported any.
    pub worst_crash: Option<WorstCrash>,
    /// Whether it includes all sites, so its target becomes the environment's target.
    pub whole: bool,
    /// Bake time of each wave, in seconds.
    pub wait_seconds: i64,
    pub waves: Vec<RolloutWave>,
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Timestamp,
    /// `cli`, or the ID of a staff member.
    pub started_by: String,
    /// Email address, if it is a staff member.
    pub started_by_email: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Timestamp>,
}

/// Most frequent crash of a held build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorstCrash {
    /// Digest, as in the log and in `suds build crashes`.
    pub crash: String,
    /// Subdomain of the site, or `console`.
    pub site: String,
    /// Null if no site has this subdomain now.
    pub site_id: Option<String>,
    /// Visitors who reported it.
    pub count: i64,
}

impl Rollout {
    /// Number of sites in the rollout.
    pub fn sites(&self) -> i64 {
        self.waves.iter().map(|wave| wave.sites).sum()
    }

    /// Number of sites that are done.
    pub fn had_their_turn(&self) -> i64 {
        self.waves.iter().map(|wave| wave.moved + wave.failed).sum()
    }
}

/// Wave of a rollout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RolloutWave {
    /// `canary`, `chosen`, `all`, or a percentage such as `10%`.
    pub name: String,
    /// Number of sites in the wave.
    pub sites: i64,
    pub moved: i64,
    /// Number of sites that failed.
    pub failed: i64,
    #[schema(inline)]
    pub state: WaveState,
}

/// Site in a rollout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RolloutSite {
    #[schema(value_type = String)]
    pub id: SiteId,
    #[schema(value_type = String)]
    pub subdomain: Subdomain,
    /// Name of its wave.
    pub wave: String,
    #[schema(inline)]
    pub state: MoveState,
    /// Previous version; null until its turn.
    pub from: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub moved_at: Option<Timestamp>,
    /// Reason for the failure.
    pub reason: Option<String>,
}

impl RolloutSite {
    /// Cursor of the page that starts after this site.
    pub fn cursor(&self) -> String {
        format!("{}.{}", self.subdomain, self.id)
    }
}

/// Rollout filters.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WantedRollouts {
    /// Only this environment.
    #[param(required = false)]
    pub environment: Option<String>,
    /// Only this type.
    #[param(required = false, inline)]
    pub kind: Option<RolloutKind>,
    /// Only this state.
    #[param(required = false, inline)]
    pub state: Option<RolloutState>,
    /// Only rollouts in progress (true) or finished (false).
    #[param(required = false)]
    pub under_way: Option<bool>,
    /// 1 to 200; default 50.
    #[param(required = false)]
    pub limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    pub cursor: Option<String>,
}

/// Page of rollouts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RolloutPage {
    pub items: Vec<Rollout>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}
