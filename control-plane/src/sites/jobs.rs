//! Background jobs of a site, as operators see and retry them.

use platform::jobs::{self, JobReport, JobState};
use platform::tenancy::Unavailable;
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
