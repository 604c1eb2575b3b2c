//! Limit on the sites that one process keeps open.

use std::time::Duration;

/// Open sites, whatever the machine would allow: two threads and about 400 KiB each.
const MOST: u64 = 2_000;

/// File handles that are no site's: the control database, the log, the lock, calls to other servers.
const OF_THE_PROCESS: u64 = 64;

/// How many sites may stay open with so many file handles.
pub(crate) fn within(files: u64) -> u64 {
    (files.saturating_sub(OF_THE_PROCESS) / platform::db::HANDLES).clamp(1, MOST)
}

/// How many stay open in a process that carries out one command: it looks at one after the other.
pub(crate) const OF_A_COMMAND: u64 = 8;

/// How long a site stays open without a request.
pub(crate) const IDLE: Duration = Duration::from_secs(600);

/// Memory for rendered public data of all sites together.
pub(crate) const RENDERED_BYTES: u64 = 64 * 1024 * 1024;
