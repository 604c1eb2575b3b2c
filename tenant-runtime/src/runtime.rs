//! Shared services of all requests, built once by the binary or a test.

mod bodies;

use std::sync::Arc;

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

/// How many requests of a site may be under way at once, times the scale of the limits. Its one writer and two readers
/// serve far fewer; further requests are refused at once, and the other sites keep their share of the machine.
const IN_FLIGHT: usize = 256;

/// What differs between a process and a test.
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
    /// What one try of a captcha's puzzle costs, in iterations (`identity::CAPTCHA_COST`); `None`: no captcha.
    pub captcha: Option<u32>,
    pub mailer: Arc<dyn Mailer>,
    pub origins: OriginPattern,
    pub limits: Limits,
    pub proxies: TrustedProxies,
    pub metrics_token: Option<SecretString>,
}

/// The running installation, as the domains see it.
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
    pub origins: OriginPattern,
    pub limits: Limits,
    pub proxies: TrustedProxies,
    pub in_flight: Arc<Places<SiteId>>,
    /// Request bodies that are arriving or worked on.
    pub bodies: Arc<Bodies>,
    pub metrics_token: Option<SecretString>,
    pub schedule: Arc<Schedule>,
    pub due: Arc<dyn DueIndex>,
    /// Purchases and refunds that a processor is being asked about. A stop waits for them: what the processor answers is known
    /// to nobody else.
    pub under_way: TaskTracker,
    /// What domains keep for the life of the process, by its type.
    state: Extensions,
}

/// The state of every handler.
pub type SharedRuntime = Arc<Runtime>;

impl Runtime {
    /// `schema`: of a site's file; `state`: what domains keep. Must be called inside a tokio runtime.
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
            origins: parts.origins,
            limits: parts.limits,
            proxies: parts.proxies,
            metrics_token: parts.metrics_token,
            schedule,
            due: parts.due,
            under_way: TaskTracker::new(),
            state,
        })
    }

    /// What a domain keeps here.
    ///
    /// # Errors
    /// When it was not put in, which is a mistake in the program.
    pub fn state<T: Send + Sync + 'static>(&self) -> Result<&T, Fault> {
        let kept = self.state.get();
        kept.ok_or_else(|| Fault::internal(format!("the process has no {}", std::any::type_name::<T>())))
    }
}
