//! Cached directory of sites by host name.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use futures_util::future::BoxFuture;
use moka::future::Cache;

use super::host::{Host, MalformedHost, parse_host};
use super::site::{Lookup, Site};
use crate::ids::{SiteId, Subdomain};

/// Number of cached hosts. Unknown ones are cached separately, so that made-up names never evict a site.
const CAPACITY: u64 = 20_000;

/// Reason why the directory couldn't be queried.
#[derive(Clone, Debug, thiserror::Error)]
#[error("can't read the site directory: {0}")]
pub struct LoadError(pub String);

/// Target of a host.
#[derive(Clone, Debug)]
pub enum Resolved {
    Site(Arc<Site>),
    /// The provider's console.
    Console,
    /// A base domain itself.
    Base,
    /// No site has this name.
    Unknown,
}

/// Reason why a host couldn't be resolved.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error(transparent)]
    Malformed(#[from] MalformedHost),
    #[error(transparent)]
    Load(#[from] LoadError),
}

type Loader = Arc<dyn Fn(Lookup) -> BoxFuture<'static, Result<Option<Site>, LoadError>> + Send + Sync>;

/// A site and the number of the last change that its load saw.
#[derive(Clone)]
struct Known {
    site: Arc<Site>,
    loaded_at: u64,
}

/// Host → site, cached. Code that changes a site calls [`SiteDirectory::changed`], or [`SiteDirectory::sites_changed`] where the
/// names of the sites stay.
pub struct SiteDirectory {
    base_domains: Vec<String>,
    loader: Loader,
    // The generation is part of the key, because an invalidation does not reach a load already in flight.
    known: Cache<(u64, Lookup), Known>,
    unknown: Cache<(u64, Lookup), ()>,
    generation: AtomicU64,
    /// Changes of single sites so far.
    changes: AtomicU64,
    /// The last change of each site that changed alone.
    last_changes: RwLock<HashMap<SiteId, u64>>,
}

impl SiteDirectory {
    /// `base_domains` without port, lower case (`localhost`, `base.example`).
    pub fn new(
        base_domains: Vec<String>,
        loader: impl Fn(Lookup) -> BoxFuture<'static, Result<Option<Site>, LoadError>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            base_domains,
            loader: Arc::new(loader),
            known: Cache::new(CAPACITY),
            unknown: Cache::new(CAPACITY),
            generation: AtomicU64::new(0),
            changes: AtomicU64::new(0),
            last_changes: RwLock::default(),
        }
    }

    /// Clears the cache, because a site was created, renamed, suspended or moved to another build.
    pub fn changed(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    /// Forgets these sites: they were given another build. Their names and those of others stay resolved.
    pub fn sites_changed(&self, ids: &[SiteId]) {
        let mut last = self.last_changes.write().unwrap_or_else(PoisonError::into_inner);
        let change = self.changes.fetch_add(1, Ordering::AcqRel) + 1;
        last.extend(ids.iter().map(|id| (*id, change)));
    }

    /// Whether a site changed after its load began.
    fn is_stale(&self, known: &Known) -> bool {
        let last = self.last_changes.read().unwrap_or_else(PoisonError::into_inner);
        last.get(&known.site.id).is_some_and(|change| *change > known.loaded_at)
    }

    /// Rises with each change of all sites.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// The subdomain that `host` spells, whether a site has it or not.
    pub fn label_at(&self, host: &str) -> Option<Subdomain> {
        match parse_host(host, &self.base_domains) {
            Ok(Host::Site(Lookup::Label(label))) => Some(label),
            _ => None,
        }
    }

    /// Target of `host`, a Host header with or without a port.
    ///
    /// # Errors
    /// [`HostError`] if the host can't be parsed or the directory can't be read.
    pub async fn resolve(&self, host: &str) -> Result<Resolved, HostError> {
        Ok(match parse_host(host, &self.base_domains)? {
            Host::Site(lookup) => self.find(lookup).await?.map_or(Resolved::Unknown, Resolved::Site),
            Host::Console => Resolved::Console,
            Host::Base => Resolved::Base,
            Host::Nobody => Resolved::Unknown,
        })
    }

    /// Site for `lookup`, if it exists.
    ///
    /// # Errors
    /// The directory can't be read.
    pub async fn find(&self, lookup: Lookup) -> Result<Option<Arc<Site>>, LoadError> {
        let key = (self.generation(), lookup);
        loop {
            let known = match self.known.get(&key).await {
                Some(known) => known,
                None if self.unknown.contains_key(&key) => return Ok(None),
                None => match self.load(&key).await? {
                    Some(known) => known,
                    None => return Ok(None),
                },
            };
            if !self.is_stale(&known) {
                return Ok(Some(known.site));
            }
            self.known.invalidate(&key).await;
        }
    }

    async fn load(&self, key: &(u64, Lookup)) -> Result<Option<Known>, LoadError> {
        let init = async {
            let loaded_at = self.changes.load(Ordering::Acquire);
            let site = (self.loader)(key.1.clone()).await.map_err(Miss::Failed)?;
            let site = site.map(Arc::new).ok_or(Miss::Unknown)?;
            Ok(Known { site, loaded_at })
        };
        match Box::pin(self.known.try_get_with::<_, Miss>(key.clone(), init)).await {
            Ok(known) => Ok(Some(known)),
            Err(miss) => match miss.as_ref() {
                Miss::Unknown => {
                    self.unknown.insert(key.clone(), ()).await;
                    Ok(None)
                }
                Miss::Failed(error) => Err(error.clone()),
            },
        }
    }
}

/// Reason why a lookup found no site.
enum Miss {
    Unknown,
    Failed(LoadError),
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::keys::SiteKeys;
    use crate::random::SeededRandom;
    use crate::tenancy::Environment;

    fn site(seed: u64, label: &str) -> Site {
        let random = SeededRandom::new(seed);
        Site {
            id: SiteId::generate(&random),
            subdomain: label.parse().unwrap(),
            is_suspended: false,
            environment: Environment {
                name: "production".to_owned(),
                production: true,
            },
            build: Some("1.0.0".to_owned()),
            app_key: String::new(),
            keys: SiteKeys::generate(&random),
            custom_domain: None,
            epoch: 1,
            hold: None,
        }
    }

    #[tokio::test]
    async fn only_changed_sites_are_reloaded() {
        let (first, second) = (site(1, "first"), site(2, "second"));
        let loads = Arc::new(Mutex::new(Vec::new()));
        let (sites, seen) = ([first.clone(), second], Arc::clone(&loads));
        let directory = SiteDirectory::new(vec!["localhost".to_owned()], move |lookup| {
            let Lookup::Label(label) = lookup else { unreachable!() };
            seen.lock().unwrap().push(label.to_string());
            let found = sites.iter().find(|site| site.subdomain == label).cloned();
            Box::pin(async { Ok(found) })
        });
        let find_both = async || {
            for host in ["first.localhost", "second.localhost"] {
                assert!(matches!(directory.resolve(host).await, Ok(Resolved::Site(_))));
            }
            std::mem::take(&mut *loads.lock().unwrap())
        };
        assert_eq!(find_both().await, ["first", "second"]);
        assert_eq!(find_both().await, [""; 0]);
        directory.sites_changed(&[first.id]);
        assert_eq!(find_both().await, ["first"]);
        assert_eq!(find_both().await, [""; 0]);
        directory.changed();
        assert_eq!(find_both().await, ["first", "second"]);
    }
}
