//! Which site a request is for, and the open sites of this process.

mod cache;
mod directory;
mod due;
mod file;
mod host;
mod open;
mod sites;

pub use cache::VersionedCache;
pub use directory::{Environment, LoadError, Lookup, Site, SiteDirectory, SiteState};
pub use due::{DueError, DueIndex};
pub use file::{FileIndex, FileIndexError, FileProblem, Tie, tie};
pub use host::{HostError, Resolved};
pub use open::{OpenSite, Unavailable};
pub use sites::{OpenSites, OpenSitesConfig};
