//! Schedules due jobs, site by site and lane by lane. A site is opened only if the index of due jobs or a commit asks for it.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::crashes::{CrashCount, RunningJobs};
use super::executor::Executor;
use super::{Handlers, JobError, Lane, Schedule, store};
use crate::causes::Causes;
use crate::clock::SharedClock;
use crate::ids::SiteId;
use crate::tenancy::{DueIndex, Lookup, OpenSite, OpenSites, Site, SiteDirectory};

/// Lanes that hold a turn at the same time.
const TURNS: usize = 8;

/// Maximum time that a lane keeps its turn.
const TURN: Duration = Duration::from_secs(1);

/// Maximum number of jobs whose results are recorded together. After a crash, up to this many run again.
pub(super) const BATCH: i64 = 16;

/// Jobs of a lane after which it pauses for [`PAUSE`].
const AT_A_LOOK: usize = 16;

/// Pause of a lane between batches. Jobs that become due in it run together, and a backlog of emails leaves capacity
/// for customers: 80 jobs per second and lane.
pub(super) const PAUSE: Duration = Duration::from_millis(200);

/// Wait before the index of due jobs is read again.
const RETRY: Duration = Duration::from_secs(5);

/// Runner of all sites' jobs.
pub struct Runner {
    directory: Arc<SiteDirectory>,
    sites: Arc<OpenSites>,
    pub(super) executor: Executor,
    pub(super) clock: SharedClock,
    schedule: Arc<Schedule>,
    /// Site lanes with a running task.
    running: Mutex<HashSet<(SiteId, Lane)>>,
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
        let executor = Executor {
            handlers,
            running: RunningJobs::in_data_dir(sites.data_dir()),
            clock: Arc::clone(&clock),
        };
        executor.create_counters();
        Self {
            directory,
            sites,
            executor,
            clock,
            schedule,
            running: Mutex::default(),
            turns: Arc::new(Semaphore::new(TURNS)),
        }
    }

    /// Runs jobs when they are due, until `stop` is canceled. Running jobs then finish, and no others start.
    pub async fn run(self: Arc<Self>, due: Arc<dyn DueIndex>, stop: CancellationToken) {
        let crashes = CrashCount {
            running: &self.executor.running,
            handlers: &self.executor.handlers,
            directory: &self.directory,
            sites: &self.sites,
            clock: &self.clock,
        };
        crashes.run().await;
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

    /// Schedules every site with waiting jobs. Without the index they would wait for a visitor, so reading it is
    /// retried until it succeeds.
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

    /// Runs all due jobs of `site`, lane by lane, and schedules the rest. Returns the number of jobs run.
    ///
    /// # Errors
    /// The site can't be opened or read.
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

    /// The site, unless its jobs wait for its release (which schedules it again) or will never run.
    async fn open(&self, site: &Arc<Site>) -> Result<Option<Arc<OpenSite>>, JobError> {
        if site.hold.is_some() {
            return Ok(None);
        }
        let open = self.sites.open(site).await.map_err(JobError::transient)?;
        Ok(Some(open).filter(|open| !open.is_of_another_epoch()))
    }

    /// Types of jobs that are due now, by lane.
    pub(super) async fn due_lanes(&self, open: &OpenSite) -> Result<BTreeMap<Lane, Vec<String>>, JobError> {
        let kinds = store::due_kinds(&mut open.read().await?, self.clock.now().as_millisecond()).await?;
        let mut lanes = BTreeMap::<_, Vec<_>>::new();
        for kind in kinds {
            let known = self.executor.handlers.kind(&kind);
            let lane = known.map_or(Lane::Upkeep, |kind| kind.lane);
            lanes.entry(lane).or_default().push(kind);
        }
        Ok(lanes)
    }

    /// Schedules the site for when its next job is due.
    async fn schedule_next(&self, id: SiteId, open: &OpenSite) -> Result<(), JobError> {
        let now = self.clock.now().as_millisecond();
        let next = store::next_after(&mut open.read().await?, now).await?;
        if let Some(next) = next.and_then(|ms| Timestamp::from_millisecond(ms).ok()) {
            self.schedule.at(id, next);
        }
        Ok(())
    }

    /// Starts the lanes of a site that have due jobs and no running task.
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

    /// Runs some jobs of a lane, then pauses and schedules the site again.
    async fn run_lane_once(
        &self,
        site: &Arc<Site>,
        open: &Arc<OpenSite>,
        lane: Lane,
        kinds: &[String],
        stop: &CancellationToken,
    ) {
        let result = match Arc::clone(&self.turns).acquire_owned().await {
            Ok(turn) if lane == Lane::Mail => in_turn(turn, self.run_side_by_side(site, open, lane, stop)).await,
            Ok(turn) => {
                let run = in_turn(turn, self.run_lane(site, open, kinds, AT_A_LOOK, stop)).await;
                run.map(|_| ())
            }
            Err(_) => Ok(()),
        };
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = stop.cancelled() => {}
        }
        self.running().remove(&(site.id, lane));
        match result {
            Ok(()) => self.schedule.at(site.id, self.clock.now()),
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
            count += self.executor.run_batch(site, open, jobs, stop).await?;
        }
        Ok(count)
    }

    fn running(&self) -> MutexGuard<'_, HashSet<(SiteId, Lane)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs `work` with a turn while the turn lasts. Work that takes longer is waiting for a slow processor or mail server,
/// and continues without a turn.
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
