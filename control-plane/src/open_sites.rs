//! How much of the sites one process keeps open.

use std::time::Duration;

/// Open sites: two threads and about 400 KiB each.
pub(crate) const MOST: u64 = 2_000;

/// How long a site stays open without a request.
pub(crate) const IDLE: Duration = Duration::from_secs(600);

/// Memory for rendered public data of all sites together.
pub(crate) const RENDERED_BYTES: u64 = 64 * 1024 * 1024;
