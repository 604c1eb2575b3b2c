use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use platform::ids::SiteId;
use platform::tenancy::{DueError, DueIndex, FileIndex, FileIndexError, Tie};

/// The index of due work, in memory.
#[derive(Default)]
pub struct MemoryDueIndex(Mutex<HashMap<SiteId, Timestamp>>);

impl DueIndex for MemoryDueIndex {
    fn set(&self, site: SiteId, due_at: Option<Timestamp>) -> BoxFuture<'_, Result<(), DueError>> {
        let mut due = self.0.lock().unwrap();
        match due_at {
            Some(at) => due.insert(site, at),
            None => due.remove(&site),
        };
        Box::pin(async { Ok(()) })
    }

    fn all(&self) -> BoxFuture<'_, Result<Vec<(SiteId, Timestamp)>, DueError>> {
        let all = self.0.lock().unwrap().iter().map(|(site, at)| (*site, *at)).collect();
        Box::pin(async { Ok(all) })
    }
}

/// The index of sites' files, in memory.
#[derive(Default)]
pub struct MemoryFileIndex(Mutex<HashMap<SiteId, Tie>>, Mutex<HashSet<SiteId>>);

impl MemoryFileIndex {
    /// As if it had never heard of the site's file.
    pub fn forget(&self, site: SiteId) {
        self.0.lock().unwrap().remove(&site);
    }

    /// Whether the site's ledger has been sealed.
    pub fn has_sealed(&self, site: SiteId) -> bool {
        self.1.lock().unwrap().contains(&site)
    }

    /// Records whether the site's ledger has been sealed.
    pub fn seal(&self, site: SiteId, is_sealed: bool) {
        let mut sealed = self.1.lock().unwrap();
        if is_sealed {
            sealed.insert(site);
        } else {
            sealed.remove(&site);
        }
    }
}

impl FileIndex for MemoryFileIndex {
    fn find(&self, site: SiteId) -> BoxFuture<'_, Result<Option<Tie>, FileIndexError>> {
        let tie = self.0.lock().unwrap().get(&site).copied();
        Box::pin(async move { Ok(tie) })
    }

    fn record(&self, site: SiteId, tie: Tie) -> BoxFuture<'_, Result<(), FileIndexError>> {
        self.0.lock().unwrap().entry(site).or_insert(tie);
        Box::pin(async { Ok(()) })
    }

    fn replace(&self, site: SiteId, tie: Tie) -> BoxFuture<'_, Result<(), FileIndexError>> {
        self.0.lock().unwrap().insert(site, tie);
        Box::pin(async { Ok(()) })
    }

    fn hold(&self, _: SiteId) -> BoxFuture<'_, Result<(), FileIndexError>> {
        // The open file says it by itself.
        Box::pin(async { Ok(()) })
    }

    fn is_sealed(&self, site: SiteId) -> BoxFuture<'_, Result<bool, FileIndexError>> {
        let is_sealed = self.has_sealed(site);
        Box::pin(async move { Ok(is_sealed) })
    }

    fn set_sealed(&self, site: SiteId, is_sealed: bool) -> BoxFuture<'_, Result<(), FileIndexError>> {
        self.seal(site, is_sealed);
        Box::pin(async { Ok(()) })
    }
}
