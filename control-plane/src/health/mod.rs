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
    pub requests: i64,
    /// Failed requests: status 500 and above, except for 503, which concerns a site rather than its build.
    pub errors: i64,
    /// That browsers reported.
    pub crashes: i64,
}
