use std::collections::HashMap;
use std::sync::Mutex;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use platform::ids::SiteId;
use platform::tenancy::{DueError, DueIndex};

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
