//! Health of builds at the sites of an environment: server errors and client crashes.

mod keep;
pub mod rules;
pub mod store;
mod tally;

pub use keep::{forget_old, keep};
pub use tally::{CONSOLE_PAGES, CrashReport, Place, Tally};

/// Counters of the sites that run a build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Each visitor's requests of a route count once an hour, so that no one's repetitions decide.
    pub requests: i64,
    /// Those of them that failed: status 500 and above, except for 503, which concerns a site rather than its build.
    pub errors: i64,
    /// That browsers reported, each visitor's first.
    pub crashes: i64,
}
