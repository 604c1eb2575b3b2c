//! What the process that holds the installation provides: its server, mailer, addresses and settings. A command without a server
//! has only some of them.

use std::sync::{Arc, PoisonError};

use platform::auth::password::{Cost, Hashers};
use platform::config::{OriginPattern, StorageConfig};
use platform::http::TrustedProxies;
use platform::ids::Subdomain;
use platform::jobs::Schedule;
use platform::mail::SharedMailer;
use platform::tenancy::{OpenSites, SiteDirectory};

use super::{Attached, ControlPlane};
use crate::dns::DomainProof;

impl ControlPlane {
    /// Attaches the server of this process. Its directory is notified of changes, its open sites are reused, and staff
    /// passwords share its hashers. A `hazard` completes "the server runs …" and prevents new sites in production.
    pub fn attach(
        &self,
        directory: Arc<SiteDirectory>,
        (sites, schedule): (Arc<OpenSites>, Arc<Schedule>),
        hashers: Hashers,
        hazard: Option<String>,
    ) {
        let _ = self.hashers.set(hashers);
        // A process has one server. If there were a second one, the first would stay attached.
        let _ = self.server.set(Attached {
            directory,
            sites,
            schedule,
            hazard,
        });
    }

    /// Sets the mailer for staff, once.
    pub fn set_mailer(&self, mailer: SharedMailer, origins: &OriginPattern) {
        let _ = self.mail.set((mailer, origins.clone()));
    }

    /// `None` in a command without a server.
    pub(crate) fn mailer(&self) -> Option<&(SharedMailer, OriginPattern)> {
        self.mail.get()
    }

    /// Sets the origin of this installation's sites, once.
    pub fn lies_under(&self, origins: &OriginPattern) {
        let _ = self.origins.set(origins.clone());
    }

    /// Allows staff of production environments to work without two-factor authentication, as in a demo.
    pub(crate) fn exempt_from_second_factors(&self) {
        let _ = self.without_second_factors.set(());
    }

    /// Whether staff of production environments need two-factor authentication.
    pub(crate) fn requires_second_factors(&self) -> bool {
        self.without_second_factors.get().is_none()
    }

    /// Uses a cheap hash for archive passphrases outside production (`SUDS_PASSWORD_HASH=fast`).
    pub(crate) fn hash_passphrases_fast(&self) {
        let _ = self.has_fast_passphrases.set(());
    }

    /// Cost of hashing an archive's passphrase. Production always has the standard one.
    pub(crate) fn passphrase_cost(&self, is_production: bool) -> Cost {
        if self.has_fast_passphrases.get().is_some() && !is_production {
            Cost::Fast
        } else {
            Cost::Standard
        }
    }

    /// Whether pages are behind TLS.
    pub(crate) fn is_https(&self) -> bool {
        self.origins.get().is_some_and(OriginPattern::is_https)
    }

    /// Sets the method of proving custom domains, once.
    pub fn set_domain_proof(&self, proof: DomainProof) {
        let _ = self.domain_proof.set(proof);
    }

    pub(crate) fn domain_proof(&self) -> &DomainProof {
        self.domain_proof.get_or_init(DomainProof::default)
    }

    /// Whether a site must prove its custom domain. Always true in production.
    pub(crate) fn requires_domain_proof(&self, is_production: bool) -> bool {
        is_production || self.domain_proof().is_required
    }

    /// Sets the URL of the processor stub, once.
    pub fn set_paystub_url(&self, url: &str) {
        let _ = self.paystub_url.set(url.to_owned());
    }

    /// Sets the server's trusted proxies, once.
    pub(crate) fn set_proxies(&self, proxies: &TrustedProxies) {
        let _ = self.proxies.set(proxies.clone());
    }

    /// `None` in a command without a server.
    pub(crate) fn proxies(&self) -> Option<&TrustedProxies> {
        self.proxies.get()
    }

    /// Settings of the object store and Litestream.
    pub(crate) fn storage(&self) -> StorageConfig {
        self.storage.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_storage(&self, storage: &StorageConfig) {
        *self.storage.write().unwrap_or_else(PoisonError::into_inner) = storage.clone();
    }

    /// URL of the processor stub, if there is one.
    pub(crate) fn paystub_url(&self) -> Option<&str> {
        self.paystub_url.get().map(String::as_str)
    }

    /// Domain under which sites have their subdomains.
    pub(crate) fn base_domain(&self) -> &str {
        self.origins.get().map_or("localhost", OriginPattern::base_domain)
    }

    /// URL of a site. `None` in a command that doesn't know the installation's origin.
    pub(crate) fn address(&self, subdomain: &Subdomain, custom_domain: Option<&str>) -> Option<String> {
        Some(self.origins.get()?.at(subdomain, custom_domain))
    }

    /// Reason why new sites in production are rejected, if any.
    pub(crate) fn production_hazard(&self) -> Option<&str> {
        self.server.get()?.hazard.as_deref()
    }
}
