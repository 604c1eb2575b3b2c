use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use http::StatusCode;
use platform::tenancy::Site;

use super::Counts;

type ByBuild = HashMap<String, Counts>;

/// Counts in memory, by environment and build, until they are kept.
#[derive(Default)]
pub struct Tally(Mutex<HashMap<String, ByBuild>>);

impl Tally {
    /// A site has answered a request.
    pub fn answered(&self, site: &Site, status: StatusCode) {
        let Some(build) = &site.build else { return };
        self.count(&site.environment.name, build, |counts| {
            counts.requests += 1;
            if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
                counts.errors += 1;
            }
        });
    }

    /// A browser has reported a crash.
    pub fn crashed(&self, environment: &str, build: &str) {
        self.count(environment, build, |counts| counts.crashes += 1);
    }

    /// What was counted since the last call.
    pub(super) fn take(&self) -> Vec<(String, String, Counts)> {
        let taken = std::mem::take(&mut *self.lock());
        let of_environment = |(environment, builds): (String, ByBuild)| {
            builds
                .into_iter()
                .map(move |(build, counts)| (environment.clone(), build, counts))
        };
        taken.into_iter().flat_map(of_environment).collect()
    }

    fn count(&self, environment: &str, build: &str, add: impl FnOnce(&mut Counts)) {
        let mut all = self.lock();
        // Names are copied once between two calls of `take`, not at each request.
        if let Some(counts) = all.get_mut(environment).and_then(|builds| builds.get_mut(build)) {
            return add(counts);
        }
        let builds = all.entry(environment.to_owned()).or_default();
        add(builds.entry(build.to_owned()).or_default());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, ByBuild>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
