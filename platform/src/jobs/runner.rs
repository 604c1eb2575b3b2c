//! Runs due jobs, site by site. A site is opened only when the index of due work or a commit says that something waits.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::store::{Row, Run};
use super::{Job, JobError, Schedule, rules, store};
use crate::causes::Causes;
use crate::clock::SharedClock;
use crate::db::TenantWrite;
use crate::ids::{RequestId, SiteId};
use crate::telemetry::links;
use crate::tenancy::{DueIndex, Lookup, OpenSite, OpenSites, Site, SiteDirectory};

/// How many sites have a turn at the same time.
const TURNS: usize = 8;

/// How long a site may keep its turn. One that is busy for longer waits for a processor or a mail server that
/// hangs: it goes on without a turn, and holds up only itself.
const TURN: Duration = Duration::from_secs(1);

/// Most jobs whose ends are noted together: as many run again after a crash.
const BATCH: i64 = 16;

/// After how many jobs a site is left alone for [`PAUSE`].
const AT_A_LOOK: usize = 16;

/// Least time between two looks at a site. What its customers do meanwhile is worked off together, and a backlog of mail
/// leaves the machine to them: 80 jobs a second and site.
const PAUSE: Duration = Duration::from_millis(200);

/// One try of a job, as its handler sees it.
pub struct Attempt {
    pub site: Arc<Site>,
    pub open: Arc<OpenSite>,
    pub job: i64,
    /// Attempts before this one.
    pub earlier: i64,
    /// The request that the job follows.
    pub request: Option<RequestId>,
}

type Handler = Arc<dyn Fn(Attempt, &str) -> BoxFuture<'static, Result<(), JobError>> + Send + Sync>;

/// What is done with the jobs of one kind.
#[derive(Clone)]
struct Kind {
    handler: Handler,
    is_never_given_up: bool,
    is_erased_when_given_up: bool,
}

/// Which function does which kind of job. A handler must be idempotent: after a crash it runs again.
#[derive(Clone, Default)]
pub struct Handlers(HashMap<&'static str, Kind>);

impl Handlers {
    /// Says that `handler` does the jobs of the kind `T`.
    pub fn on<T, F, W>(&mut self, handler: F)
    where
        T: Job,
        F: Fn(Attempt, T) -> W + Send + Sync + 'static,
        W: Future<Output = Result<(), JobError>> + Send + 'static,
    {
        let kind = Kind {
            handler: Arc::new(move |attempt, payload| match serde_json::from_str(payload) {
                Ok(job) => handler(attempt, job).boxed(),
                Err(error) => std::future::ready(Err(unreadable(&error))).boxed(),
            }),
            is_never_given_up: T::NEVER_GIVEN_UP,
            is_erased_when_given_up: T::ERASED_WHEN_GIVEN_UP,
        };
        let previous = self.0.insert(T::KIND, kind);
        debug_assert!(previous.is_none(), "two handlers for {}", T::KIND);
    }
}

/// Without the error's own words, which quote the payload.
fn unreadable(error: &serde_json::Error) -> JobError {
    let (line, column) = (error.line(), error.column());
    JobError::permanent(format!(
        "the payload cannot be read from line {line}, column {column} on"
    ))
}

/// How a job ended.
struct Ended {
    run: Run,
    kind: String,
    /// Attempts, with this one.
    attempts: i64,
    result: Result<(), JobError>,
}

/// The runner of all sites' jobs.
pub struct Runner {
    directory: Arc<SiteDirectory>,
    sites: Arc<OpenSites>,
    handlers: Handlers,
    clock: SharedClock,
    schedule: Arc<Schedule>,
    running: Mutex<HashSet<SiteId>>,
    turns: Arc<Semaphore>,
}

impl Runner {
    pub fn new(
        directory: Arc<SiteDirectory>,
        sites: Arc<OpenSites>,
        handlers: Handlers,
        clock: SharedClock,
        schedule: Arc<Schedule>,
    ) -> Self {
        Self {
            directory,
            sites,
            handlers,
            clock,
            schedule,
            running: Mutex::default(),
            turns: Arc::new(Semaphore::new(TURNS)),
        }
    }

    /// Runs jobs as they come due until `stop` is cancelled; the jobs under way are finished, and none begins after that.
    pub async fn run(self: Arc<Self>, due: Arc<dyn DueIndex>, stop: CancellationToken) {
        match due.all().await {
            Ok(waiting) => waiting.into_iter().for_each(|(site, at)| self.schedule.at(site, at)),
            Err(error) => tracing::error!(%error, "waiting work could not be listed"),
        }
        let tasks = tokio_util::task::TaskTracker::new();
        while !stop.is_cancelled() {
            match self.schedule.take_due(self.clock.now()) {
                Ok(site) => {
                    let Ok(turn) = Arc::clone(&self.turns).acquire_owned().await else {
                        break;
                    };
                    let (runner, stop) = (Arc::clone(&self), stop.clone());
                    tasks.spawn(async move {
                        if !runner.begin(site) {
                            return;
                        }
                        runner.look_into(site, turn, &stop).await;
                        tokio::select! {
                            () = tokio::time::sleep(PAUSE) => {}
                            () = stop.cancelled() => {}
                        }
                        runner.running().remove(&site);
                    });
                }
                Err(next) => {
                    let wait = next.map_or(Duration::from_secs(60), |at| {
                        let wait = at.duration_since(self.clock.now());
                        Duration::try_from(wait)
                            .unwrap_or_default()
                            .clamp(Duration::from_millis(5), Duration::from_secs(60))
                    });
                    tokio::select! {
                        () = tokio::time::sleep(wait) => {}
                        () = self.schedule.changed.notified() => {}
                        () = stop.cancelled() => {}
                    }
                }
            }
        }
        tasks.close();
        tasks.wait().await;
    }

    /// Runs everything that is due at `site` now and schedules the rest. Answers how many jobs were run.
    ///
    /// # Errors
    /// When the site cannot be opened or read.
    pub async fn run_due(&self, site: &Arc<Site>) -> Result<usize, JobError> {
        self.run_some(site, usize::MAX, &CancellationToken::new()).await
    }

    /// Runs what is due at `site` until `enough` jobs were run or `stop` is cancelled, and schedules the rest.
    async fn run_some(&self, site: &Arc<Site>, enough: usize, stop: &CancellationToken) -> Result<usize, JobError> {
        if site.hold.is_some() {
            // Its work waits for an operator, who has it looked into on release.
            return Ok(0);
        }
        let open = self.sites.open(site).await.map_err(JobError::transient)?;
        if open.is_of_another_epoch() {
            return Ok(0);
        }
        let mut count = 0;
        while count < enough && !stop.is_cancelled() {
            let now = self.clock.now();
            let jobs = store::due(&mut open.read().await?, now.as_millisecond(), BATCH).await?;
            if jobs.is_empty() {
                break;
            }
            count += self.run_batch(site, &open, jobs, stop).await?;
        }
        let earliest = store::earliest(&mut open.read().await?).await?;
        if let Some(next) = earliest.and_then(|ms| Timestamp::from_millisecond(ms).ok()) {
            self.schedule.at(site.id, next);
        }
        Ok(count)
    }

    /// Runs `jobs` one after another and notes their ends in one transaction: a durable one for each mail would cost the
    /// site's customers as much as a purchase. A job with a key that is done ends the batch, since until its row has gone no
    /// other like it can be written.
    async fn run_batch(
        &self,
        site: &Arc<Site>,
        open: &Arc<OpenSite>,
        jobs: Vec<Row>,
        stop: &CancellationToken,
    ) -> Result<usize, JobError> {
        let mut ended = Vec::with_capacity(jobs.len());
        for job in jobs {
            let has_key = job.has_key;
            let end = self.run_one(site, open, job).await;
            let last = (has_key && end.result.is_ok()) || stop.is_cancelled();
            ended.push(end);
            if last {
                break;
            }
        }
        let mut db = open.write().await?;
        for end in &ended {
            self.note(&mut db, end).await?;
        }
        db.commit().await?;
        Ok(ended.len())
    }

    async fn run_one(&self, site: &Arc<Site>, open: &Arc<OpenSite>, mut job: Row) -> Ended {
        let span = tracing::info_span!(
            "job",
            request.id = job.request_id,
            site.id = %site.id,
            job.id = job.id,
            job.kind = job.kind,
        );
        if let Some(trace_parent) = job.trace_parent.take() {
            links::link(&span, trace_parent);
        }
        self.attempt(site, open, job).instrument(span).await
    }

    async fn attempt(&self, site: &Arc<Site>, open: &Arc<OpenSite>, job: Row) -> Ended {
        let started = Instant::now();
        let result = match self.handlers.0.get(job.kind.as_str()) {
            Some(kind) => {
                let attempt = Attempt {
                    site: Arc::clone(site),
                    open: Arc::clone(open),
                    job: job.id,
                    earlier: job.attempts,
                    request: job.request_id.map(RequestId::from),
                };
                // In a task of its own, so that a panic fails this job and not the runner.
                tokio::spawn((kind.handler)(attempt, &job.payload).in_current_span())
                    .await
                    .unwrap_or_else(|panic| Err(JobError::transient(panic)))
            }
            None => {
                tracing::warn!("a job is of a kind that this version does not know");
                Err(JobError::NotBefore(self.clock.now() + rules::UNKNOWN_KIND))
            }
        };
        let ended = Ended {
            run: Run {
                id: job.id,
                revision: job.revision,
            },
            kind: job.kind,
            attempts: job.attempts + 1,
            result,
        };
        let outcome = self.outcome(&ended);
        metrics::counter!("suds_jobs_total", "kind" => ended.kind.clone(), "outcome" => outcome).increment(1);
        self.tell(&ended, started);
        ended
    }

    async fn note(&self, db: &mut TenantWrite, ended: &Ended) -> Result<(), sqlx::Error> {
        match &ended.result {
            Ok(()) => store::delete(db, ended.run).await,
            Err(JobError::NotBefore(at)) => store::postpone(db, ended.run, at.as_millisecond()).await,
            Err(error) => {
                let due = (self.clock.now() + rules::backoff(ended.attempts)).as_millisecond();
                let dead = self.is_dead(ended);
                let told = Causes(error).to_string();
                store::fail(db, ended.run, due, dead, &told).await?;
                if dead && self.kind(ended).is_some_and(|kind| kind.is_erased_when_given_up) {
                    store::erase_payload(db, ended.run).await?;
                }
                Ok(())
            }
        }
    }

    fn kind(&self, ended: &Ended) -> Option<&Kind> {
        self.handlers.0.get(ended.kind.as_str())
    }

    /// Whether a job is given up: trying again cannot help, or has not helped for too long.
    fn is_dead(&self, ended: &Ended) -> bool {
        match ended.result {
            Ok(()) | Err(JobError::NotBefore(_)) => false,
            Err(JobError::Permanent(_)) => true,
            Err(JobError::Transient(_)) => {
                ended.attempts >= rules::MAX_ATTEMPTS && !self.kind(ended).is_some_and(|kind| kind.is_never_given_up)
            }
        }
    }

    /// As metrics call it.
    fn outcome(&self, ended: &Ended) -> &'static str {
        match ended.result {
            Ok(()) => "done",
            Err(JobError::NotBefore(_)) => "postponed",
            Err(_) if self.is_dead(ended) => "dead",
            Err(_) => "failed",
        }
    }

    /// Logs how a job ended: as an error when a person must see it.
    fn tell(&self, ended: &Ended, started: Instant) {
        let attempts = ended.attempts;
        match &ended.result {
            Ok(()) => {
                let took_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
                tracing::info!(took_ms, "a job was done");
            }
            Err(JobError::NotBefore(_)) => {}
            Err(error) if self.is_dead(ended) => tracing::error!(attempts, error = %Causes(error), "a job is dead"),
            Err(error) if rules::is_told(attempts) => {
                tracing::error!(attempts, error = %Causes(error), "a job keeps failing");
            }
            Err(error) => tracing::warn!(attempts, error = %Causes(error), "a job failed"),
        }
    }

    /// Whether no other task looks into the site now.
    fn begin(&self, id: SiteId) -> bool {
        let free = self.running().insert(id);
        if !free {
            // Its commits were seen by the run under way or will be by the next look.
            self.schedule
                .at(id, self.clock.now() + jiff::SignedDuration::from_millis(50));
        }
        free
    }

    /// Runs jobs of the site `id`, with a turn for as long as one lasts.
    async fn look_into(&self, id: SiteId, turn: OwnedSemaphorePermit, stop: &CancellationToken) {
        let work = self.run_site(id, stop);
        tokio::pin!(work);
        let result = tokio::select! {
            result = &mut work => result,
            () = tokio::time::sleep(TURN) => {
                drop(turn);
                work.await
            }
        };
        if let Err(error) = result {
            tracing::error!(site.id = %id, error = %Causes(&error), "a site's jobs could not be run");
            self.schedule
                .at(id, self.clock.now() + jiff::SignedDuration::from_secs(30));
        }
    }

    async fn run_site(&self, id: SiteId, stop: &CancellationToken) -> Result<(), JobError> {
        match self.directory.find(Lookup::Id(id)).await {
            Ok(Some(site)) => self.run_some(&site, AT_A_LOOK, stop).await.map(drop),
            Ok(None) => Ok(()),
            Err(error) => Err(JobError::transient(error)),
        }
    }

    fn running(&self) -> MutexGuard<'_, HashSet<SiteId>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
