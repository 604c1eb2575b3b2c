//! Background jobs of a site, as operators see and retry them.

use platform::jobs::{self, JobReport, JobState};
use platform::tenancy::Unavailable;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{OpenSiteError, SiteRecord, open};
use crate::audit;
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// Reason why the jobs of a site can't be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum JobsError {
    #[error("no job {0} at this site; run `suds jobs list` (finished jobs are removed)")]
    NoJob(i64),
    #[error("no failed job {0} at this site; run `suds jobs list --state dead`")]
    NoSuchJob(i64),
    #[error("can't open the site: {0}")]
    Open(#[from] OpenSiteError),
    #[error("can't use the site's file: {0}")]
    File(#[from] Unavailable),
    #[error("{0}.")]
    Audit(#[from] ControlDbError),
}

impl From<sqlx::Error> for JobsError {
    fn from(error: sqlx::Error) -> Self {
        Self::File(Unavailable::Db(error.into()))
    }
}

/// Jobs of `site`, optionally only those in `state`.
///
/// # Errors
/// Its file can't be read.
pub async fn list(
    plane: &ControlPlane,
    site: &SiteRecord,
    state: Option<JobState>,
) -> Result<Vec<JobReport>, JobsError> {
    let open = open(plane, site.id).await?;
    Ok(jobs::list(&mut open.read().await?, state).await?)
}

/// The job `id` of `site`.
///
/// # Errors
/// The job doesn't exist, or the file can't be read.
pub async fn find(plane: &ControlPlane, site: &SiteRecord, id: i64) -> Result<JobReport, JobsError> {
    let all = list(plane, site, None).await?;
    all.into_iter().find(|job| job.id == id).ok_or(JobsError::NoJob(id))
}

/// Retries the failed job `id` of `site`, or all failed ones. Returns those jobs.
///
/// # Errors
/// There is no such job, or the file can't be written.
pub async fn retry(plane: &ControlPlane, site: &SiteRecord, id: Option<i64>) -> Result<Vec<JobReport>, JobsError> {
    let open = open(plane, site.id).await?;
    let mut db = open.write().await?;
    let revived = jobs::retry(&mut db, plane.now(), id).await?;
    if let (Some(id), []) = (id, &*revived) {
        return Err(JobsError::NoSuchJob(id));
    }
    db.commit().await.map_err(Unavailable::from)?;
    record(plane, site, "job.retry", &revived).await?;
    Ok(revived)
}

/// Sites whose failed jobs are retried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RetriedJobs {
    /// Number of jobs.
    pub jobs: usize,
    /// Number of sites with such jobs.
    pub sites: usize,
    /// Sites that couldn't be opened, each with the reason.
    pub failed: Vec<String>,
}

/// Retries all failed jobs of all sites. A site that can't be opened doesn't stop the others.
///
/// # Errors
/// The control database can't be read.
pub async fn retry_everywhere(plane: &ControlPlane) -> Result<RetriedJobs, JobsError> {
    let sites = super::store::list(&mut plane.db.read().await?).await?;
    let mut run = RetriedJobs {
        jobs: 0,
        sites: 0,
        failed: Vec::new(),
    };
    for site in sites {
        match retry(plane, &site, None).await {
            Ok(jobs) if jobs.is_empty() => {}
            Ok(jobs) => {
                run.jobs += jobs.len();
                run.sites += 1;
            }
            Err(error) => run.failed.push(format!("{}: {error}", site.subdomain)),
        }
    }
    Ok(run)
}

/// Removes the failed job `id` of `site` and returns it.
///
/// # Errors
/// The job doesn't exist, or the file can't be written.
pub async fn discard(plane: &ControlPlane, site: &SiteRecord, id: i64) -> Result<JobReport, JobsError> {
    let open = open(plane, site.id).await?;
    let mut db = open.write().await?;
    let discarded = jobs::discard(&mut db, id).await?;
    let discarded = discarded.ok_or(JobsError::NoSuchJob(id))?;
    db.commit().await.map_err(Unavailable::from)?;
    record(plane, site, "job.discard", std::slice::from_ref(&discarded)).await?;
    Ok(discarded)
}

async fn record(
    plane: &ControlPlane,
    site: &SiteRecord,
    action: &'static str,
    jobs: &[JobReport],
) -> Result<(), ControlDbError> {
    let mut db = plane.db.write().await?;
    for job in jobs {
        let details = json!({ "job": job.id, "kind": job.kind });
        plane
            .audit(
                &mut db,
                audit::CLI,
                action,
                (Some(&site.environment), &site.id.to_string()),
                details,
            )
            .await?;
    }
    db.commit().await
}
