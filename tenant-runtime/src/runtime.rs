//! What every request may use. Built once, by the binary or a test.

use std::sync::Arc;

use platform::auth::password::Hashers;
use platform::clock::SharedClock;
use platform::http::{ApiError, Limits, Places, TrustedProxies};
use platform::ids::SiteId;
use platform::jobs::{Attempt, Handlers, Job, JobError, Runner, Schedule};
use platform::mail::Mailer;
use platform::random::SharedRandom;
use platform::storage::Objects;
use platform::tenancy::{DueIndex, FileIndex, OpenSites, OpenSitesConfig, Site, SiteDirectory};
use secrecy::SecretString;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::payments::Processors;
use crate::payments::processor::Processor;
use crate::tenant::Tenant;
use crate::{SCHEMA, checkout, gift_cards, gifts, identity, payments};

/// Where sites are found from outside: `http://{site}.localhost:8080`.
#[derive(Clone, Debug)]
pub struct Origins {
    pattern: String,
}

impl Origins {
    /// `pattern` holds `{site}` where the subdomain goes, and neither path nor trailing slash.
    pub fn new(pattern: impl Into<String>) -> Self {
        Self {
            pattern: pattern.into(),
        }
    }

    /// Scheme, host and port of `site`. Used in links and Origin checks; never taken from a request.
    pub fn of(&self, site: &Site) -> String {
        match &site.custom_domain {
            Some(domain) => format!("https://{domain}"),
            None => self.of_label(&site.subdomain.to_string()),
        }
    }

    /// The same for a label that is no site, such as the console's.
    pub fn of_label(&self, label: &str) -> String {
        self.pattern.replace("{site}", label)
    }

    /// The host under which sites are labels, without port.
    pub fn base_domain(&self) -> &str {
        let host = self.pattern.split("://").last().unwrap_or_default();
        host.split(':').next().unwrap_or_default().trim_start_matches("{site}.")
    }
}

/// How many requests of a site may be under way at once, times the scale of the limits. Its one writer and two readers
/// serve far fewer; who would only wait is told so, and the other sites keep their share of the machine.
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
    /// What one try of a captcha's puzzle costs, in iterations ([`identity::CAPTCHA_COST`]); `None`: no captcha.
    pub captcha: Option<u32>,
    pub mailer: Arc<dyn Mailer>,
    pub origins: Origins,
    pub limits: Limits,
    pub proxies: TrustedProxies,
    /// Address of the processor stub; `None`: no site may use it.
    pub paystub_url: Option<String>,
    /// Serves every site in place of its own processor, where a trial decides what processors do; `None` in every process.
    pub stand_in: Option<Arc<dyn Processor>>,
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
    pub captcha: Option<u32>,
    pub mailer: Arc<dyn Mailer>,
    pub origins: Origins,
    pub limits: Limits,
    pub proxies: TrustedProxies,
    pub processors: Processors,
    pub sockets: crate::payments::Sockets,
    pub guesses: identity::Guesses,
    pub in_flight: Arc<Places<SiteId>>,
    pub metrics_token: Option<SecretString>,
    pub schedule: Arc<Schedule>,
    pub due: Arc<dyn DueIndex>,
    /// Purchases and refunds that a processor is being asked about. A stop waits for them: what the processor answers is known
    /// to nobody else.
    pub under_way: TaskTracker,
}

/// Says that `handler` does the jobs of the kind `T`, for whichever site they are due.
pub fn on_job<T, F, W>(handlers: &mut Handlers, runtime: &SharedRuntime, handler: F)
where
    T: Job,
    F: Fn(Tenant, T) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Result<(), JobError>> + Send + 'static,
{
    on_attempt(handlers, runtime, move |tenant, job, _| handler(tenant, job));
}

/// The same for a handler that is also told how often the job was tried before.
pub fn on_attempt<T, F, W>(handlers: &mut Handlers, runtime: &SharedRuntime, handler: F)
where
    T: Job,
    F: Fn(Tenant, T, i64) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Result<(), JobError>> + Send + 'static,
{
    // The runner lives in the runtime's process but must not keep the runtime alive.
    let runtime = Arc::downgrade(runtime);
    handlers.on(move |attempt: Attempt, job: T| {
        let (runtime, handler) = (runtime.clone(), handler.clone());
        async move {
            let Some(runtime) = runtime.upgrade() else {
                return Err(JobError::transient("the process is stopping"));
            };
            let tenant = Tenant::of(&runtime, attempt.site, attempt.open).part_of(attempt.request);
            handler(tenant, job, attempt.earlier).await
        }
    });
}

/// The state of every handler.
pub type SharedRuntime = Arc<Runtime>;

impl Runtime {
    /// Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// When the client for outgoing calls cannot be built.
    pub fn new(parts: Parts) -> Result<SharedRuntime, reqwest::Error> {
        let schedule = Arc::<Schedule>::default();
        let sites = OpenSites::new(
            parts.sites,
            &SCHEMA,
            parts.objects.clone(),
            Arc::clone(&parts.clock),
            Arc::clone(&parts.due),
            parts.files,
            Arc::clone(&schedule),
        );
        Ok(Arc::new(Self {
            processors: Processors::new(parts.paystub_url, parts.stand_in)?,
            sockets: crate::payments::Sockets::new(parts.limits.scale()),
            in_flight: Places::new(IN_FLIGHT.saturating_mul(parts.limits.scale() as usize)),
            guesses: identity::Guesses::default(),
            clock: parts.clock,
            random: parts.random,
            directory: parts.directory,
            sites: Arc::new(sites),
            objects: parts.objects,
            hashers: parts.hashers,
            captcha: parts.captcha,
            mailer: parts.mailer,
            origins: parts.origins,
            limits: parts.limits,
            proxies: parts.proxies,
            metrics_token: parts.metrics_token,
            schedule,
            due: parts.due,
            under_way: TaskTracker::new(),
        }))
    }

    /// Does `work` in a task of its own: neither who asked for it and disconnects nor a stop cuts it in two.
    ///
    /// # Errors
    /// Those of `work`; they are logged where nobody asks any more.
    pub async fn carry_through<T, W>(&self, work: W) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: Future<Output = Result<T, ApiError>> + Send + 'static,
    {
        let asks = Arc::new(());
        let asked = Arc::downgrade(&asks);
        let work = async move {
            let result = work.await;
            if let Err(error) = &result
                && asked.strong_count() == 0
            {
                error.log_cause();
            }
            result
        };
        let result = self.under_way.spawn(work.in_current_span()).await;
        drop(asks);
        result.map_err(ApiError::internal)?
    }

    /// The runner of all sites' background work.
    pub fn runner(self: &Arc<Self>) -> Arc<Runner> {
        let mut handlers = Handlers::default();
        identity::register_jobs(&mut handlers, self);
        payments::register_jobs(&mut handlers, self);
        checkout::register_jobs(&mut handlers, self);
        gift_cards::register_jobs(&mut handlers, self);
        gifts::register_jobs(&mut handlers, self);
        Arc::new(Runner::new(
            Arc::clone(&self.directory),
            Arc::clone(&self.sites),
            handlers,
            Arc::clone(&self.clock),
            Arc::clone(&self.schedule),
        ))
    }
}
