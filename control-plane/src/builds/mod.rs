//! Builds: published versions of the web bundle, stored and served from `builds/<version>/` in the object store.

mod assets;
mod crash_frames;
mod crash_log;
mod crashes;
mod endpoints;
mod files;
pub mod first_sight;
pub(crate) mod first_visit;
pub(crate) mod local;
pub(crate) mod local_copies;
mod map_style;
mod maps;
pub(crate) mod page_paths;
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
    /// Build time, as stated in the bundle.
    pub time_stamp: Timestamp,
    pub published_at: Timestamp,
    /// SHA-256 of the names and contents of its files (hex).
    pub digest: String,
    /// Version of the client-server contract that it uses.
    pub contract: i64,
    /// When an environment, a pin or a rollout last used it.
    pub used_at: Option<Timestamp>,
}

/// Object key of a build's file.
pub fn object_key(version: &Version, file: &str) -> String {
    format!("builds/{version}/{file}")
}
