//! Background jobs promised with a commit.

use platform::jobs::{self, JobState};

use crate::domain::CheckedSite;

/// The work of a failed job is done manually or not at all.
pub(crate) async fn failed_jobs(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let failed = jobs::list(site.db(), Some(JobState::Dead)).await?;
    let told = failed.into_iter().map(|job| {
        let error = job.last_error.unwrap_or_default();
        format!("Background job {} ({}) failed: {error}", job.id, job.kind)
    });
    Ok(told.collect())
}
