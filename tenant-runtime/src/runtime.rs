//! Shared services of all requests, built once by the binary or a test.

mod bodies;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::http::Extensions;
use platform::auth::password::Hashers;
use platform::clock::SharedClock;
use platform::config::OriginPattern;
use platform::db::Schema;
use platform::http::{Limits, Places, TrustedProxies};
use platform::ids::SiteId;
use platform::jobs::Schedule;
use platform::mail::Mailer;
use platform::random::SharedRandom;
use platform::sandbox::Sandbox;
use platform::storage::Objects;
use platform::tenancy::{DueIndex, FileIndex, OpenSites, OpenSitesConfig, SiteDirectory};
use secrecy::SecretString;
use tokio_util::task::TaskTracker;

pub use bodies::{Bodies, BodyCaps, BodyError, BodyShare, discard, is_declared_longer};

use crate::error::Fault;

/// Maximum simultaneous requests of a site, multiplied by the scale of limits. Its single writer and two readers serve
/// far fewer; further requests are rejected immediately, and other sites keep their share of the machine.
const IN_FLIGHT: usize = 256;

/// Differences between a process and a test.
pub struct Parts {
    pub clock: SharedClock,
    pub random: SharedRandom,
    pub directory: Arc<SiteDirectory>,
    pub sites: OpenSitesConfig,
    pub objects: Objects,
    pub due: Arc<dyn DueIndex>,
    pub files: Arc<dyn FileIndex>,
    pub hashers: Hashers,
    pub sandbox: Sandbox,
    /// Cost of one captcha attempt, in iterations (`identity::CAPTCHA_COST`); `None` for no captcha.
    pub captcha: Option<u32>,
    pub mailer: Arc<dyn Mailer>,
    pub provider: Provider,
    pub origins: OriginPattern,
    pub limits: Limits,
    pub proxies: TrustedProxies,
    pub metrics_token: Option<SecretString>,
}

/// Company that runs the installation, as its emails to merchants name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provider {
    pub name: String,
    /// Address for replies and questions. `None`: not set, outside production.
    pub support_email: Option<String>,
}

/// The running installation, for the domains.
pub struct Runtime {
    pub clock: SharedClock,
    pub random: SharedRandom,
    pub directory: Arc<SiteDirectory>,
    pub sites: Arc<OpenSites>,
    pub objects: Objects,
    pub hashers: Hashers,
    /// Reads merchants' templates, drawings and HTML.
    pub sandbox: Sandbox,
    pub captcha: Option<u32>,
    pub mailer: Arc<dyn Mailer>,
    pub provider: Provider,
    pub origins: OriginPattern,
    pub limits: Limits,
    pub proxies: TrustedProxies,
    pub in_flight: Arc<Places<SiteId>>,
    /// Request bodies that are arriving or worked on.
    pub bodies: Arc<Bodies>,
    pub metrics_token: Option<SecretString>,
    pub schedule: Arc<Schedule>,
    pub due: Arc<dyn DueIndex>,
    /// Purchases and refunds waiting for a processor. A shutdown waits for them, because no one else knows the
    /// processor's response.
    pub under_way: TaskTracker,
    /// Whether background jobs wait because the machine's clock may be wrong.
    pub is_clock_held: AtomicBool,
    /// State of domains for the lifetime of the process, by type.
    state: Extensions,
}

/// The state of every handler.
pub type SharedRuntime = Arc<Runtime>;

impl Runtime {
    /// `schema`: of sites' files; `state`: of domains. Call it inside a tokio runtime.
    pub fn new(parts: Parts, schema: &'static Schema, state: Extensions) -> SharedRuntime {
        let schedule = Arc::<Schedule>::default();
        let bodies = Bodies::new(parts.sites.data_dir.join("incoming"), BodyCaps::default());
        let sites = OpenSites::new(
            parts.sites,
            schema,
            parts.objects.clone(),
            Arc::clone(&parts.clock),
            Arc::clone(&parts.due),
            parts.files,
            Arc::clone(&schedule),
        );
        Arc::new(Self {
            in_flight: Places::new(IN_FLIGHT.saturating_mul(parts.limits.scale() as usize)),
            bodies,
            clock: parts.clock,
            random: parts.random,
            directory: parts.directory,
            sites: Arc::new(sites),
            objects: parts.objects,
            hashers: parts.hashers,
            sandbox: parts.sandbox,
            captcha: parts.captcha,
            mailer: parts.mailer,
            provider: parts.provider,
            origins: parts.origins,
            limits: parts.limits,
            proxies: parts.proxies,
            metrics_token: parts.metrics_token,
            schedule,
            due: parts.due,
            under_way: TaskTracker::new(),
            is_clock_held: AtomicBool::new(false),
            state,
        })
    }

    /// State of a domain.
    ///
    /// # Errors
    /// It wasn't inserted, which is a bug.
    pub fn state<T: Send + Sync + 'static>(&self) -> Result<&T, Fault> {
        let kept = self.state.get();
        kept.ok_or_else(|| Fault::internal(format!("the process has no {}", std::any::type_name::<T>())))
    }
}
