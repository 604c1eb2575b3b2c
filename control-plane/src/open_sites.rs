//! Limit on the sites that one process keeps open.

use std::time::Duration;

/// Maximum of open sites, regardless of the machine: each needs two threads and about 400 KiB.
const MOST: u64 = 2_000;

/// File handles not used by sites: control database, log, lock and outgoing requests.
const OF_THE_PROCESS: u64 = 64;

/// Number of sites that may stay open with this many file handles.
pub(crate) fn within(files: u64) -> u64 {
    (files.saturating_sub(OF_THE_PROCESS) / platform::db::HANDLES).clamp(1, MOST)
}

/// Number of open sites in a command's process, which processes one after another.
pub(crate) const OF_A_COMMAND: u64 = 8;

/// Time without requests after which a site is closed.
pub(crate) const IDLE: Duration = Duration::from_secs(600);

/// Memory for rendered public data of all sites.
pub(crate) const RENDERED_BYTES: u64 = 64 * 1024 * 1024;
