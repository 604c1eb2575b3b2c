//! Job reports and actions for operators. Payloads aren't shown, because they may contain personal data.

use jiff::Timestamp;

use super::{JobReport, JobState, store};
use crate::db::{TenantRead, TenantWrite};

/// Jobs of a site, optionally in one `state`, the longest overdue first.
pub async fn list(db: &mut TenantRead, state: Option<JobState>) -> Result<Vec<JobReport>, sqlx::Error> {
    store::list(db, state.map(|state| state == JobState::Dead)).await
}

/// Jobs of a site whose `field` is one of `ids`, oldest first.
pub async fn about(db: &mut TenantRead, field: &str, ids: &[i64]) -> Result<Vec<JobReport>, sqlx::Error> {
    let ids = serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    store::about(db, field, &ids).await
}

/// Retries the failed job `id`, or all failed ones, after the commit, as if it had never failed. Returns those jobs.
pub async fn retry(db: &mut TenantWrite, now: Timestamp, id: Option<i64>) -> Result<Vec<JobReport>, sqlx::Error> {
    let revived = store::revive(db, id, now.as_millisecond()).await?;
    if !revived.is_empty() {
        db.enqueued(now.as_millisecond());
    }
    Ok(revived)
}

/// Deletes the failed job `id`, which was done manually or is no longer needed. Returns it.
pub async fn discard(db: &mut TenantWrite, id: i64) -> Result<Option<JobReport>, sqlx::Error> {
    store::delete_dead(db, id).await
}
