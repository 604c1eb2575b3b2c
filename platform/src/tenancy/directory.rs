//! The cached directory of sites: host name → site.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::future::BoxFuture;
use moka::future::Cache;

use super::host::{Host, MalformedHost, parse_host};
use super::site::{Lookup, Site};
use crate::ids::Subdomain;

/// How many hosts stay resolved. Unknown ones are kept apart, so that made-up names never push a site out.
const CAPACITY: u64 = 20_000;

/// Why the directory could not be asked.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the site directory cannot be read: {0}")]
pub struct LoadError(pub String);

/// What answers at a host.
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

/// Why a host could not be resolved.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error(transparent)]
    Malformed(#[from] MalformedHost),
    #[error(transparent)]
    Load(#[from] LoadError),
}

type Loader = Arc<dyn Fn(Lookup) -> BoxFuture<'static, Result<Option<Site>, LoadError>> + Send + Sync>;

/// Host → site, cached. Code that changes a site calls [`SiteDirectory::changed`].
pub struct SiteDirectory {
    base_domains: Vec<String>,
    loader: Loader,
    // The generation is part of the key, because an invalidation does not reach a load already in flight.
    known: Cache<(u64, Lookup), Arc<Site>>,
    unknown: Cache<(u64, Lookup), ()>,
    generation: AtomicU64,
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
        }
    }

    /// Forgets everything cached: a site was made, renamed, suspended or given another build.
    pub fn changed(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    /// Rises with each change.
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

    /// What answers at `host`, the value of a Host header with or without port.
    ///
    /// # Errors
    /// [`HostError`] when the host cannot be parsed or the directory cannot be read.
    pub async fn resolve(&self, host: &str) -> Result<Resolved, HostError> {
        Ok(match parse_host(host, &self.base_domains)? {
            Host::Site(lookup) => self.find(lookup).await?.map_or(Resolved::Unknown, Resolved::Site),
            Host::Console => Resolved::Console,
            Host::Base => Resolved::Base,
            Host::Nobody => Resolved::Unknown,
        })
    }

    /// The site that `lookup` names, if there is one.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub async fn find(&self, lookup: Lookup) -> Result<Option<Arc<Site>>, LoadError> {
        let key = (self.generation(), lookup);
        if let Some(found) = self.known.get(&key).await {
            return Ok(Some(found));
        }
        if self.unknown.contains_key(&key) {
            return Ok(None);
        }
        let load = (self.loader)(key.1.clone());
        let init = async move { load.await.map_err(Miss::Failed)?.map(Arc::new).ok_or(Miss::Unknown) };
        match Box::pin(self.known.try_get_with(key.clone(), init)).await {
            Ok(site) => Ok(Some(site)),
            Err(miss) => match miss.as_ref() {
                Miss::Unknown => {
                    self.unknown.insert(key, ()).await;
                    Ok(None)
                }
                Miss::Failed(error) => Err(error.clone()),
            },
        }
    }
}

/// Why a look-up found no site.
enum Miss {
    Unknown,
    Failed(LoadError),
}
