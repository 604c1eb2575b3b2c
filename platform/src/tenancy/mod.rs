//! Resolves the site of a request, and manages the open sites of this process.

mod cache;
mod directory;
mod drain;
mod due;
mod examine;
mod file;
mod host;
mod open;
mod site;
mod sites;

pub use cache::VersionedCache;
pub use directory::{HostError, LoadError, Resolved, SiteDirectory};
pub use drain::Drained;
pub use due::{DueError, DueIndex};
pub use examine::{ExamineError, Examined, examine};
pub use file::{FIRST_EPOCH, FileIndex, FileIndexError, FileProblem, Tie, epoch_of, set_epoch, tie};
pub(crate) use host::CONSOLE;
pub use host::MalformedHost;
pub use open::{OpenSite, Unavailable};
pub use site::{Environment, Hold, Lookup, Site};
pub use sites::{AdoptError, DrainError, OpenSites, OpenSitesConfig};
