use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::Notify;

use crate::ids::SiteId;

/// When to look for due jobs at each site. Shared with [`OpenSites`](crate::tenancy::OpenSites), whose commits update
/// it.
#[derive(Default)]
pub struct Schedule {
    state: Mutex<ScheduleState>,
    pub(super) changed: Notify,
}

#[derive(Default)]
struct ScheduleState {
    at: BTreeMap<(Timestamp, SiteId), ()>,
    of: HashMap<SiteId, Timestamp>,
}

impl Schedule {
    /// Schedules `site` for `at`, or earlier.
    pub fn at(&self, site: SiteId, at: Timestamp) {
        let mut state = self.state();
        if state.of.get(&site).is_none_or(|known| at < *known) {
            if let Some(known) = state.of.insert(site, at) {
                state.at.remove(&(known, site));
            }
            state.at.insert((at, site), ());
            self.changed.notify_one();
        }
    }

    pub(super) fn take_due(&self, now: Timestamp) -> Result<SiteId, Option<Timestamp>> {
        let mut state = self.state();
        match state.at.first_key_value().map(|(key, ())| *key) {
            Some((at, site)) if at <= now => {
                state.at.remove(&(at, site));
                state.of.remove(&site);
                Ok(site)
            }
            next => Err(next.map(|(at, _)| at)),
        }
    }

    fn state(&self) -> MutexGuard<'_, ScheduleState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
