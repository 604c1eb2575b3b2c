//! Builds: published versions of the web bundle, stored and served from `builds/<version>/` in the object store.

mod assets;
mod crash_frames;
mod crash_log;
mod crashes;
mod endpoints;
pub mod first_sight;
pub(crate) mod first_visit;
mod map_style;
mod maps;
mod publish;
mod retention;
pub mod rules;
mod service_worker;
pub mod shell;
pub(crate) mod shell_policy;
mod source_maps;
pub mod store;
mod system;

pub use assets::{AssetCache, serve_asset};
pub use crash_log::{CrashLogError, LoggedCrash, LoggedFrame, logged_crashes};
pub use crashes::crash_routes;
pub use endpoints::provider_routes;
pub use map_style::{InvalidMapStyle, MapStyle};
pub use maps::Maps;
pub use publish::{Folder, PublishError, Republish, publish, read_folder};
pub use retention::{PruneError, prune};
pub use rules::{CONTRACT, Version};
pub use service_worker::serve_service_worker;
pub use system::system_routes;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A published build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Build {
    pub version: Version,
    /// When the bundle was made, by its own account.
    pub time_stamp: Timestamp,
    pub published_at: Timestamp,
    /// SHA-256 over names and contents of its files (hex).
    pub digest: String,
    /// The contract between client and server that it speaks.
    pub contract: i64,
    /// When it was last seen to be in use by an environment, a pin or a rollout.
    pub used_at: Option<Timestamp>,
}

/// Key of one of a build's files in the object store.
pub fn object_key(version: &Version, file: &str) -> String {
    format!("builds/{version}/{file}")
}
