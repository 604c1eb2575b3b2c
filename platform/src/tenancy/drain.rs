//! Waits until a site's file is no longer in use before it is removed or replaced.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::ids::SiteId;

/// Sites whose files are being opened or kept closed.
#[derive(Clone, Default)]
pub(super) struct Doors(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    opening: HashMap<SiteId, usize>,
    closed: HashSet<SiteId>,
}

impl Doors {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters the file of `site`; `None` if it is kept closed.
    pub(super) fn enter(&self, site: SiteId) -> Option<Entered> {
        let mut inner = self.inner();
        if inner.closed.contains(&site) {
            return None;
        }
        *inner.opening.entry(site).or_default() += 1;
        Some(Entered {
            doors: self.clone(),
            site,
        })
    }

    /// Keeps the file of `site` closed; `None` if it already is.
    pub(super) fn close(&self, site: SiteId) -> Option<Drained> {
        self.inner().closed.insert(site).then(|| Drained {
            doors: self.clone(),
            site,
        })
    }

    /// Whether the file of `site` is being opened just now.
    pub(super) fn is_being_opened(&self, site: SiteId) -> bool {
        self.inner().opening.contains_key(&site)
    }
}

/// Guard of an open site's file.
pub(super) struct Entered {
    doors: Doors,
    site: SiteId,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut inner = self.doors.inner();
        if let Some(count) = inner.opening.get_mut(&self.site) {
            *count -= 1;
            if *count == 0 {
                inner.opening.remove(&self.site);
            }
        }
    }
}

/// Guard of a site whose file isn't in use and can't be opened until this is dropped.
pub struct Drained {
    doors: Doors,
    site: SiteId,
}

impl Drained {
    pub const fn site(&self) -> SiteId {
        self.site
    }
}

impl Drop for Drained {
    fn drop(&mut self) {
        self.doors.inner().closed.remove(&self.site);
    }
}
