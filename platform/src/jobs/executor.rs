//! Execution of due jobs and their results.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::crashes::RunningJobs;
use super::handlers::{Attempt, Handlers, Kind};
use super::store::{self, Row, Run};
use super::{JobError, rules};
use crate::causes::Causes;
use crate::clock::SharedClock;
use crate::db::{DbError, TenantWrite};
use crate::ids::RequestId;
use crate::telemetry::links;
use crate::tenancy::{OpenSite, Site, Unavailable};

/// Wait before another write to a busy database.
const BUSY: Duration = Duration::from_millis(100);

/// Result of a run.
pub(super) struct Ended {
    pub(super) run: Run,
    kind: String,
    /// Attempts, with this one.
    attempts: i64,
    result: Result<(), JobError>,
    has_key: bool,
}

impl Ended {
    /// Whether no job with the same key can be enqueued until this one's row is deleted.
    pub(super) fn blocks_its_key(&self) -> bool {
        self.has_key && self.result.is_ok()
    }
}

/// Values of the label `outcome` of `suds_jobs_total`.
const OUTCOMES: [&str; 4] = ["done", "postponed", "failed", "dead"];

/// Runs jobs that are due.
pub(super) struct Executor {
    pub(super) handlers: Handlers,
    pub(super) running: RunningJobs,
    pub(super) clock: SharedClock,
}

impl Executor {
    /// Runs `jobs` one after another and records their results in one transaction, because a synced commit per email
    /// would slow down purchases. A completed job with a key ends the batch: no job with the same key can be enqueued
    /// until its row is deleted.
    pub(super) async fn run_batch(
        &self,
        site: &Arc<Site>,
        open: &Arc<OpenSite>,
        jobs: Vec<Row>,
        stop: &CancellationToken,
    ) -> Result<usize, JobError> {
        let mut ended = Vec::with_capacity(jobs.len());
        for job in jobs {
            let end = self.run(site, open, job).await;
            let last = end.blocks_its_key() || stop.is_cancelled();
            ended.push(end);
            if last {
                break;
            }
        }
        self.record_all(open, &ended).await?;
        Ok(ended.len())
    }

    /// Runs a job. If the server is killed during it, the next start counts a failed attempt.
    pub(super) async fn run(&self, site: &Arc<Site>, open: &Arc<OpenSite>, job: Row) -> Ended {
        let run = Run {
            id: job.id,
            revision: job.revision,
        };
        self.running.add(site.id, run);
        let end = self.run_one(site, open, job).await;
        self.running.remove(site.id, run);
        end
    }

    /// Records results. Waits while the database is busy: a job without a recorded result runs again, so an email would
    /// be sent twice.
    pub(super) async fn record_all(&self, open: &OpenSite, ended: &[Ended]) -> Result<(), JobError> {
        loop {
            match self.try_record_all(open, ended).await {
                Err(Unavailable::Db(error)) if error.is_busy() => {
                    tracing::warn!(%error, "failed to record job results, will retry");
                    tokio::time::sleep(BUSY).await;
                }
                result => return Ok(result?),
            }
        }
    }

    async fn try_record_all(&self, open: &OpenSite, ended: &[Ended]) -> Result<(), Unavailable> {
        let mut db = open.write().await?;
        for end in ended {
            self.record(&mut db, end).await.map_err(DbError::from)?;
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
        let result = match self.handlers.kind(&job.kind) {
            Some(kind) => {
                let attempt = Attempt {
                    site: Arc::clone(site),
                    open: Arc::clone(open),
                    job: job.id,
                    earlier: job.attempts,
                    request: job.request_id.map(RequestId::from),
                };
                // In a separate task, so that a panic fails the job and not the runner.
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
            has_key: job.has_key,
        };
        let outcome = self.outcome(&ended);
        // Kinds of other versions share a label, so that their number stays bounded.
        let kind = self.kind(&ended).map_or("unknown", |_| ended.kind.as_str()).to_owned();
        metrics::counter!("suds_jobs_total", "kind" => kind, "outcome" => outcome).increment(1);
        self.log(&ended, started);
        ended
    }

    async fn record(&self, db: &mut TenantWrite, ended: &Ended) -> Result<(), sqlx::Error> {
        match &ended.result {
            Ok(()) => store::delete(db, ended.run).await,
            Err(JobError::NotBefore(at)) => store::postpone(db, ended.run, at.as_millisecond()).await,
            Err(error) => {
                let due = (self.clock.now() + rules::backoff(ended.attempts)).as_millisecond();
                let dead = self.is_dead(ended);
                let message = Causes(error).to_string();
                store::fail(db, ended.run, due, dead, &message).await?;
                if dead && self.kind(ended).is_some_and(|kind| kind.is_erased_when_given_up) {
                    store::erase_payload(db, ended.run).await?;
                }
                Ok(())
            }
        }
    }

    fn kind(&self, ended: &Ended) -> Option<&Kind> {
        self.handlers.kind(&ended.kind)
    }

    /// Whether a job failed permanently: retries can't help, or haven't helped for too long.
    fn is_dead(&self, ended: &Ended) -> bool {
        match ended.result {
            Ok(()) | Err(JobError::NotBefore(_)) => false,
            Err(JobError::Permanent(_)) => true,
            Err(JobError::Transient(_)) => {
                ended.attempts >= rules::MAX_ATTEMPTS && !self.kind(ended).is_some_and(|kind| kind.is_never_given_up)
            }
        }
    }

    /// Creates the counters at zero, so that the first failure is already an increase.
    pub(super) fn create_counters(&self) {
        for kind in self.handlers.kinds() {
            for outcome in OUTCOMES {
                metrics::counter!("suds_jobs_total", "kind" => kind, "outcome" => outcome).increment(0);
            }
        }
    }

    /// Metric label.
    fn outcome(&self, ended: &Ended) -> &'static str {
        match ended.result {
            Ok(()) => "done",
            Err(JobError::NotBefore(_)) => "postponed",
            Err(_) if self.is_dead(ended) => "dead",
            Err(_) => "failed",
        }
    }

    /// Logs a result, as an error if someone must act on it.
    fn log(&self, ended: &Ended, started: Instant) {
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
}
