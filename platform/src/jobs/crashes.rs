//! Jobs that were running when the process died. An empty file marks each running job, which is cheaper than a transaction before
//! each of them. The markers that are left at the next start count as failed attempts.

use std::fs;
use std::path::{Path, PathBuf};

use super::handlers::Handlers;
use super::store::{self, Run};
use super::{JobError, rules};
use crate::causes::Causes;
use crate::clock::SharedClock;
use crate::ids::SiteId;
use crate::tenancy::{Lookup, OpenSites, SiteDirectory};

/// Folder for the markers in the data directory.
const FOLDER: &str = "running-jobs";

pub(super) struct RunningJobs(PathBuf);

impl RunningJobs {
    pub(super) fn in_data_dir(data_dir: &Path) -> Self {
        Self(data_dir.join(FOLDER))
    }

    /// Marks a job as running. If the disk is full, the job runs without a marker.
    pub(super) fn add(&self, site: SiteId, run: Run) {
        let path = self.path(site, run);
        let created = fs::File::create(&path).or_else(|_| {
            fs::create_dir_all(&self.0)?;
            fs::File::create(&path)
        });
        if let Err(error) = created {
            tracing::warn!(%error, "failed to mark a running job");
        }
    }

    pub(super) fn remove(&self, site: SiteId, run: Run) {
        if let Err(error) = fs::remove_file(self.path(site, run)) {
            tracing::warn!(%error, "failed to remove a job's marker");
        }
    }

    /// Jobs that were running when the process crashed.
    pub(super) fn left(&self) -> Vec<(SiteId, Run)> {
        let Ok(files) = fs::read_dir(&self.0) else {
            return Vec::new();
        };
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        names.filter_map(|name| parsed(&name)).collect()
    }

    fn path(&self, site: SiteId, Run { id, revision }: Run) -> PathBuf {
        self.0.join(format!("{site}.{id}.{revision}"))
    }
}

fn parsed(name: &str) -> Option<(SiteId, Run)> {
    let mut parts = name.split('.');
    let (site, id, revision) = (parts.next()?, parts.next()?, parts.next()?);
    let run = Run {
        id: id.parse().ok()?,
        revision: revision.parse().ok()?,
    };
    Some((site.parse().ok()?, run))
}

/// Counts crashes of the previous process.
pub(super) struct CrashCount<'a> {
    pub(super) running: &'a RunningJobs,
    pub(super) handlers: &'a Handlers,
    pub(super) directory: &'a SiteDirectory,
    pub(super) sites: &'a OpenSites,
    pub(super) clock: &'a SharedClock,
}

impl CrashCount<'_> {
    /// Counts a failed attempt for each job that was running when the process crashed. After [`rules::MAX_CRASHES`]
    /// attempts, a job is quarantined.
    pub(super) async fn run(&self) {
        for (id, run) in self.running.left() {
            match self.count(id, run).await {
                Ok(()) => self.running.remove(id, run),
                Err(error) => {
                    tracing::error!(site.id = %id, job.id = run.id, error = %Causes(&error), "failed to count a crash");
                }
            }
        }
    }

    async fn count(&self, id: SiteId, run: Run) -> Result<(), JobError> {
        let Some(site) = self.directory.find(Lookup::Id(id)).await.map_err(JobError::transient)? else {
            return Ok(());
        };
        let open = self.sites.open(&site).await.map_err(JobError::transient)?;
        let mut db = open.write().await?;
        if let Some((kind, crashes)) = store::crashes(&mut db, run).await? {
            let crashes = crashes + 1;
            let known = self.handlers.kind(&kind);
            let is_quarantined = crashes >= rules::MAX_CRASHES;
            // A job that owes money can't wait until someone notices, so it is only delayed longer.
            let dead = is_quarantined && !known.is_some_and(|kind| kind.is_never_given_up);
            let wait = if is_quarantined {
                rules::AFTER_CRASHES
            } else {
                rules::backoff(crashes)
            };
            let due = (self.clock.now() + wait).as_millisecond();
            store::crash(&mut db, run, due, dead).await?;
            if dead && known.is_some_and(|kind| kind.is_erased_when_given_up) {
                store::erase_payload(&mut db, run).await?;
            }
            db.enqueued(due);
            tracing::error!(site.id = %id, job.id = run.id, job.kind = kind, crashes, dead, "the server stopped while this job was running");
        }
        db.commit().await?;
        Ok(())
    }
}
