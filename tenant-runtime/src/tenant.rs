//! The open site that a request is for: made once, from Host, and the only way to a site's data.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, header};
use platform::auth::password::Hasher;
use platform::db::{Acting, TenantRead, TenantWrite};
use platform::http::ApiError;
use platform::ids::{RequestId, SiteId};
use platform::keys::SiteKeys;
use platform::sandbox::SiteSandbox;
use platform::storage::TenantStorage;
use platform::tenancy::{OpenSite, Site, Unavailable};

use crate::error::Fault;
use crate::runtime::{Runtime, SharedRuntime};

/// One site, open. Cheap to clone. It alone opens connections to the site's data; see [`TenantContext`].
#[derive(Clone)]
pub struct Tenant {
    context: TenantContext,
}

/// Everything about an open site except the way to another connection. Functions that are passed a connection take this, so that they
/// can't wait for a second one while they hold the first.
#[derive(Clone)]
pub struct TenantContext {
    pub runtime: SharedRuntime,
    pub site: Arc<Site>,
    open: Arc<OpenSite>,
    request: Option<RequestId>,
    acting: Option<Acting>,
    job: Option<i64>,
}

impl Deref for Tenant {
    type Target = TenantContext;

    fn deref(&self) -> &TenantContext {
        &self.context
    }
}

impl Tenant {
    /// Opens `site`, or takes its open handle.
    ///
    /// # Errors
    /// Its file can't be used.
    pub async fn open(runtime: &SharedRuntime, site: Arc<Site>) -> Result<Self, Arc<Unavailable>> {
        let open = runtime.sites.open(&site).await?;
        Ok(Self::of(runtime, site, open))
    }

    /// The tenant of a handle that is already open, as job handlers get it.
    pub fn of(runtime: &Arc<Runtime>, site: Arc<Site>, open: Arc<OpenSite>) -> Self {
        Self {
            context: TenantContext {
                runtime: Arc::clone(runtime),
                site,
                open,
                request: None,
                acting: None,
                job: None,
            },
        }
    }

    /// The same, for work that is part of a request: the jobs that it enqueues are logged with its id too.
    #[must_use]
    pub fn part_of(mut self, request: Option<RequestId>) -> Self {
        self.context.request = request;
        self
    }

    /// The same, for the job with this id.
    #[must_use]
    pub fn doing(mut self, job: i64) -> Self {
        self.context.job = Some(job);
        self
    }

    /// The same for a person with a role, which the audit log records.
    #[must_use]
    pub fn used_by(mut self, acting: Option<Acting>) -> Self {
        self.context.acting = acting;
        self
    }

    /// The tenant that the gate has found for a request; a route without it is a mistake in the program.
    ///
    /// # Errors
    /// 500 outside the gate.
    pub fn of_request(extensions: &Extensions) -> Result<&Self, ApiError> {
        let tenant = extensions.get();
        tenant.ok_or_else(|| ApiError::internal("a route without an access policy"))
    }

    /// # Errors
    /// See [`OpenSite::read`].
    pub async fn read(&self) -> Result<TenantRead, Unavailable> {
        self.open.read().await
    }

    /// # Errors
    /// See [`OpenSite::write`].
    pub async fn write(&self) -> Result<TenantWrite, Unavailable> {
        let mut db = self.open.write().await?;
        db.is_part_of(self.request.clone());
        db.is_made_by(self.acting.clone());
        Ok(db)
    }

    /// Whether the site's ledger has been sealed, according to the index of files.
    pub fn is_sealed(&self) -> bool {
        self.open.is_sealed()
    }

    /// # Errors
    /// See [`OpenSite::set_sealed`].
    pub async fn set_sealed(&self) -> Result<(), Unavailable> {
        self.open.set_sealed().await
    }

    /// # Errors
    /// See [`OpenSite::empty_wal`].
    pub async fn empty_wal(&self) -> Result<bool, Unavailable> {
        self.open.empty_wal().await
    }

    /// Value computed by `load` from the public data, cached until that data changes. `load` also returns its size in bytes.
    ///
    /// # Errors
    /// Those of `load`.
    pub async fn cached<T, L, F>(&self, name: &'static str, params: &str, load: L) -> Result<Arc<T>, Fault>
    where
        T: Send + Sync + 'static,
        L: FnOnce() -> F,
        F: Future<Output = Result<(T, u32), Fault>>,
    {
        let cached = self.open.cached(name, params, load).await;
        cached.map_err(Arc::unwrap_or_clone)
    }
}

impl TenantContext {
    /// The job that is being done; `None`: this is a request.
    pub const fn job(&self) -> Option<i64> {
        self.job
    }

    pub fn id(&self) -> SiteId {
        self.site.id
    }

    /// Whether the site does nothing that cannot be undone until an operator releases it.
    pub fn is_held(&self) -> bool {
        self.site.hold.is_some() || self.open.is_of_another_epoch()
    }

    pub fn keys(&self) -> &SiteKeys {
        &self.site.keys
    }

    /// Hashes and checks passwords, in this site's turn.
    pub fn hasher(&self) -> Hasher {
        self.runtime.hashers.of(self.id())
    }

    /// Reads this site's untrusted input, in this site's turn.
    pub fn sandbox(&self) -> SiteSandbox {
        self.runtime.sandbox.of(self.id())
    }

    pub fn storage(&self) -> &TenantStorage {
        self.open.storage()
    }

    /// Scheme, host and port under which visitors find this site.
    pub fn origin(&self) -> String {
        self.runtime.origins.of(&self.site)
    }

    /// Every address under which visitors find this site, the one that links name first.
    pub fn addresses(&self) -> Vec<String> {
        let own = self.runtime.origins.at(&self.site.subdomain, None);
        let mut addresses = vec![self.origin()];
        if addresses[0] != own {
            addresses.push(own);
        }
        addresses
    }

    /// The address of these under which a request's `host` finds the site; without one, the address that links name.
    pub fn origin_at(&self, host: &str) -> String {
        let name = |authority: &str| authority.split(':').next().unwrap_or_default().to_ascii_lowercase();
        let wanted = name(host);
        let is_wanted = |origin: &&String| origin.split("://").nth(1).is_some_and(|own| name(own) == wanted);
        let addresses = self.addresses();
        addresses.iter().find(is_wanted).unwrap_or(&addresses[0]).clone()
    }

    pub fn now(&self) -> jiff::Timestamp {
        self.runtime.clock.now()
    }

    /// Changes with every commit that changes public data.
    pub fn public_version(&self) -> u64 {
        self.open.public_version()
    }

    /// Value cached by [`Tenant::cached`]. Never waits.
    pub async fn kept<T: Send + Sync + 'static>(&self, name: &'static str, params: &str) -> Option<Arc<T>> {
        self.open.kept(name, params).await
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Tenant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Self::of_request(&parts.extensions).cloned()
    }
}

/// Origin of the page that sent a request. A site with a domain also answers at its subdomain.
#[derive(Clone, Debug)]
pub struct PageOrigin(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PageOrigin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let tenant = Tenant::of_request(&parts.extensions)?;
        let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        // HTTP/2 has the host in the request URI.
        let host = host.or_else(|| parts.uri.authority().map(|host| host.as_str()));
        Ok(Self(tenant.origin_at(host.unwrap_or_default())))
    }
}
