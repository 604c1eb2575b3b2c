//! Runs due jobs, site by site. A site is opened only when the index of due work or a commit says that something waits.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use super::running::RunningJobs;
use super::store::{Row, Run};
use super::{Job, JobError, Lane, Schedule, rules, store};
use crate::causes::Causes;
use crate::clock::SharedClock;
use crate::db::{DbError, TenantWrite};
use crate::ids::{RequestId, SiteId};
use crate::telemetry::links;
use crate::tenancy::{DueIndex, Lookup, OpenSite, OpenSites, Site, SiteDirectory, Unavailable};

/// Lanes that have a turn at the same time.
const TURNS: usize = 8;

/// Longest time that a lane keeps its turn.
const TURN: Duration = Duration::from_secs(1);

/// Most jobs whose ends are noted together: as many run again after a crash.
const BATCH: i64 = 16;

/// Jobs of a lane after which it pauses for [`PAUSE`].
const AT_A_LOOK: usize = 16;

/// Pause of a lane between two looks. Jobs that come due in it run together, and a backlog of email leaves the machine to
/// customers: 80 jobs a second and lane.
const PAUSE: Duration = Duration::from_millis(200);

/// Wait before the index of due jobs is read again.
const RETRY: Duration = Duration::from_secs(5);

/// Wait before a busy database is written to again.
const BUSY: Duration = Duration::from_millis(100);

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
    lane: Lane,
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
            lane: T::LANE,
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
    JobError::permanent(format!("unreadable payload at line {line}, column {column}"))
}

/// How a job ended.
struct Ended {
    run: Run,
    kind: String,
    /// Attempts, with this one.
    attempts: i64,
    result: Result<(), JobError>,
}

/// Runner of all sites' jobs.
pub struct Runner {
    directory: Arc<SiteDirectory>,
    sites: Arc<OpenSites>,
    handlers: Handlers,
    clock: SharedClock,
    schedule: Arc<Schedule>,
    /// Lanes of sites that have a task.
    running: Mutex<HashSet<(SiteId, Lane)>>,
    markers: RunningJobs,
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
        let markers = RunningJobs::in_data_dir(sites.data_dir());
        Self {
            directory,
            sites,
            handlers,
            clock,
            schedule,
            running: Mutex::default(),
            markers,
            turns: Arc::new(Semaphore::new(TURNS)),
        }
    }

    /// Runs jobs as they come due until `stop` is canceled. Running jobs are finished then, and no other starts.
    pub async fn run(self: Arc<Self>, due: Arc<dyn DueIndex>, stop: CancellationToken) {
        self.count_crashes().await;
        self.schedule_all(&*due, &stop).await;
        let tasks = TaskTracker::new();
        while !stop.is_cancelled() {
            match self.schedule.take_due(self.clock.now()) {
                Ok(site) => {
                    let Ok(turn) = Arc::clone(&self.turns).acquire_owned().await else {
                        break;
                    };
                    let look = Arc::clone(&self).look_into(site, tasks.clone(), stop.clone());
                    tasks.spawn(in_turn(turn, look));
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

    /// Schedules every site whose jobs wait. Without the index they would wait for a visitor, so it is read until it can be.
    async fn schedule_all(&self, due: &dyn DueIndex, stop: &CancellationToken) {
        while !stop.is_cancelled() {
            match due.all().await {
                Ok(waiting) => {
                    waiting.into_iter().for_each(|(site, at)| self.schedule.at(site, at));
                    return;
                }
                Err(error) => tracing::error!(%error, "failed to list due jobs, will retry"),
            }
            tokio::select! {
                () = tokio::time::sleep(RETRY) => {}
                () = stop.cancelled() => {}
            }
        }
    }

    /// Counts a failed attempt for each job that was running when the process died, and quarantines those that it died of
    /// [`rules::MAX_CRASHES`] times.
    async fn count_crashes(&self) {
        for (id, run) in self.markers.left() {
            match self.count_crash(id, run).await {
                Ok(()) => self.markers.remove(id, run),
                Err(error) => {
                    tracing::error!(site.id = %id, job.id = run.id, error = %Causes(&error), "a crash could not be counted");
                }
            }
        }
    }

    async fn count_crash(&self, id: SiteId, run: Run) -> Result<(), JobError> {
        let Some(site) = self.directory.find(Lookup::Id(id)).await.map_err(JobError::transient)? else {
            return Ok(());
        };
        let open = self.sites.open(&site).await.map_err(JobError::transient)?;
        let mut db = open.write().await?;
        if let Some((kind, crashes)) = store::crashes(&mut db, run).await? {
            let crashes = crashes + 1;
            let known = self.handlers.0.get(kind.as_str());
            let is_quarantined = crashes >= rules::MAX_CRASHES;
            // What owes money waits longer each time instead, since nobody may have to notice it.
            let dead = is_quarantined && !known.is_some_and(|kind| kind.is_never_given_up);
            let wait = if is_quarantined {
                rules::AFTER_CRASHES
            } else {
                rules::backoff(crashes)
            };
            let due = (self.clock.now() + wait).as_millisecond();
            store::crash(&mut db, run, due, dead).await?;
            db.enqueued(due);
            tracing::error!(site.id = %id, job.id = run.id, job.kind = kind, crashes, dead, "the server ended while this job ran");
        }
        db.commit().await?;
        Ok(())
    }

    /// Runs everything that is due at `site` now, lane by lane, and schedules the rest. Answers how many jobs were run.
    ///
    /// # Errors
    /// When the site cannot be opened or read.
    pub async fn run_due(&self, site: &Arc<Site>) -> Result<usize, JobError> {
        let Some(open) = self.open(site).await? else {
            return Ok(0);
        };
        let mut count = 0;
        loop {
            let lanes = self.due_lanes(&open).await?;
            if lanes.is_empty() {
                break;
            }
            for kinds in lanes.values() {
                let stop = CancellationToken::new();
                count += self.run_lane(site, &open, kinds, usize::MAX, &stop).await?;
            }
        }
        self.schedule_next(site.id, &open).await?;
        Ok(count)
    }

    /// The site, unless its jobs wait: for an operator, who has it looked into on release, or for good.
    async fn open(&self, site: &Arc<Site>) -> Result<Option<Arc<OpenSite>>, JobError> {
        if site.hold.is_some() {
            return Ok(None);
        }
        let open = self.sites.open(site).await.map_err(JobError::transient)?;
        Ok(Some(open).filter(|open| !open.is_of_another_epoch()))
    }

    /// Kinds of jobs that are due now, by lane.
    async fn due_lanes(&self, open: &OpenSite) -> Result<BTreeMap<Lane, Vec<String>>, JobError> {
        let kinds = store::due_kinds(&mut open.read().await?, self.clock.now().as_millisecond()).await?;
        let mut lanes = BTreeMap::<_, Vec<_>>::new();
        for kind in kinds {
            let known = self.handlers.0.get(kind.as_str());
            let lane = known.map_or(Lane::Upkeep, |kind| kind.lane);
            lanes.entry(lane).or_default().push(kind);
        }
        Ok(lanes)
    }

    /// Has the site looked into when its next job comes due.
    async fn schedule_next(&self, id: SiteId, open: &OpenSite) -> Result<(), JobError> {
        let now = self.clock.now().as_millisecond();
        let next = store::next_after(&mut open.read().await?, now).await?;
        if let Some(next) = next.and_then(|ms| Timestamp::from_millisecond(ms).ok()) {
            self.schedule.at(id, next);
        }
        Ok(())
    }

    /// Starts the lanes of a site that have due jobs and no task.
    async fn look_into(self: Arc<Self>, id: SiteId, tasks: TaskTracker, stop: CancellationToken) {
        if let Err(error) = self.start_lanes(id, &tasks, &stop).await {
            self.complain(id, &error);
        }
    }

    async fn start_lanes(
        self: &Arc<Self>,
        id: SiteId,
        tasks: &TaskTracker,
        stop: &CancellationToken,
    ) -> Result<(), JobError> {
        let found = self.directory.find(Lookup::Id(id)).await;
        let Some(site) = found.map_err(JobError::transient)? else {
            return Ok(());
        };
        let Some(open) = self.open(&site).await? else {
            return Ok(());
        };
        let lanes = self.due_lanes(&open).await?;
        self.schedule_next(id, &open).await?;
        for (lane, kinds) in lanes {
            if self.running().insert((id, lane)) {
                let (runner, stop) = (Arc::clone(self), stop.clone());
                let (site, open) = (Arc::clone(&site), Arc::clone(&open));
                tasks.spawn(async move { runner.run_lane_once(&site, &open, lane, &kinds, &stop).await });
            }
        }
        Ok(())
    }

    /// Runs some jobs of a lane, then pauses and has the site looked into again.
    async fn run_lane_once(
        &self,
        site: &Arc<Site>,
        open: &Arc<OpenSite>,
        lane: Lane,
        kinds: &[String],
        stop: &CancellationToken,
    ) {
        let result = match Arc::clone(&self.turns).acquire_owned().await {
            Ok(turn) => in_turn(turn, self.run_lane(site, open, kinds, AT_A_LOOK, stop)).await,
            Err(_) => Ok(0),
        };
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = stop.cancelled() => {}
        }
        self.running().remove(&(site.id, lane));
        match result {
            Ok(_) => self.schedule.at(site.id, self.clock.now()),
            Err(error) => self.complain(site.id, &error),
        }
    }

    fn complain(&self, id: SiteId, error: &JobError) {
        tracing::error!(site.id = %id, error = %Causes(error), "failed to run a site's jobs");
        self.schedule
            .at(id, self.clock.now() + jiff::SignedDuration::from_secs(30));
    }

    /// Runs due jobs of these `kinds` until `enough` were run or `stop` is canceled.
    async fn run_lane(
        &self,
        site: &Arc<Site>,
        open: &Arc<OpenSite>,
        kinds: &[String],
        enough: usize,
        stop: &CancellationToken,
    ) -> Result<usize, JobError> {
        let kinds = serde_json::to_string(kinds).map_err(JobError::permanent)?;
        let mut count = 0;
        while count < enough && !stop.is_cancelled() {
            let now = self.clock.now();
            let jobs = store::due(&mut open.read().await?, now.as_millisecond(), &kinds, BATCH).await?;
            if jobs.is_empty() {
                break;
            }
            count += self.run_batch(site, open, jobs, stop).await?;
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
            let run = Run {
                id: job.id,
                revision: job.revision,
            };
            self.markers.add(site.id, run);
            let end = self.run_one(site, open, job).await;
            self.markers.remove(site.id, run);
            let last = (has_key && end.result.is_ok()) || stop.is_cancelled();
            ended.push(end);
            if last {
                break;
            }
        }
        self.note_all(open, &ended).await?;
        Ok(ended.len())
    }

    /// Notes how jobs ended, for as long as the database is only busy: what isn't noted runs again, and an email is sent twice.
    async fn note_all(&self, open: &OpenSite, ended: &[Ended]) -> Result<(), JobError> {
        loop {
            match self.try_note_all(open, ended).await {
                Err(Unavailable::Db(error)) if error.is_busy() => {
                    tracing::warn!(%error, "the ends of jobs can't be noted yet; retrying");
                    tokio::time::sleep(BUSY).await;
                }
                result => return Ok(result?),
            }
        }
    }

    async fn try_note_all(&self, open: &OpenSite, ended: &[Ended]) -> Result<(), Unavailable> {
        let mut db = open.write().await?;
        for end in ended {
            self.note(&mut db, end).await.map_err(DbError::from)?;
        }
        Ok(db.commit().await?)
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
                tracing::warn!("unknown job kind");
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
                tracing::info!(took_ms, "job completed");
            }
            Err(JobError::NotBefore(_)) => {}
            Err(error) if self.is_dead(ended) => {
                tracing::error!(attempts, error = %Causes(error), "job failed permanently")
            }
            Err(error) if rules::is_told(attempts) => {
                tracing::error!(attempts, error = %Causes(error), "job keeps failing");
            }
            Err(error) => tracing::warn!(attempts, error = %Causes(error), "job failed, will retry"),
        }
    }

    fn running(&self) -> MutexGuard<'_, HashSet<(SiteId, Lane)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does `work` with a turn for as long as one lasts. What takes longer waits for a processor or a mail server that hangs: it
/// continues without a turn.
async fn in_turn<T>(turn: OwnedSemaphorePermit, work: impl Future<Output = T>) -> T {
    tokio::pin!(work);
    tokio::select! {
        result = &mut work => result,
        () = tokio::time::sleep(TURN) => {
            drop(turn);
            work.await
        }
    }
}
