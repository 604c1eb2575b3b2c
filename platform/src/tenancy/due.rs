//! Index of sites with due jobs, outside their files so that idle sites needn't be opened.

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use crate::ids::SiteId;

/// Reason why the index couldn't be read or written.
#[derive(Debug, thiserror::Error)]
#[error("can't use the job index: {0}")]
pub struct DueError(pub String);

/// `site_due(site, due_at)`, one row a site. Written once when a site's writer opens and once when it closes.
pub trait DueIndex: Send + Sync {
    /// Sets when `site` must next be looked into; `None`: nothing waits.
    fn set(&self, site: SiteId, due_at: Option<Timestamp>) -> BoxFuture<'_, Result<(), DueError>>;

    /// Every site with work waiting, and since or until when.
    fn all(&self) -> BoxFuture<'_, Result<Vec<(SiteId, Timestamp)>, DueError>>;
}
