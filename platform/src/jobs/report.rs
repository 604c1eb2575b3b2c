//! Job reports and actions for operators. Payloads aren't shown, because they may contain personal data.

use jiff::Timestamp;

use super::{JobReport, JobState, store};
use crate::db::{TenantRead, TenantWrite};

/// The jobs of a site, those in `state` only if one is named, the longest due first.
///
/// # Errors
/// When the database refuses.
pub async fn list(db: &mut TenantRead, state: Option<JobState>) -> Result<Vec<JobReport>, sqlx::Error> {
    store::list(db, state.map(|state| state == JobState::Dead)).await
}

/// The jobs of a site whose `field` is one of `ids`: what they are about, as they say it themselves. The oldest first.
///
/// # Errors
/// When the database refuses.
pub async fn about(db: &mut TenantRead, field: &str, ids: &[i64]) -> Result<Vec<JobReport>, sqlx::Error> {
    let ids = serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    store::about(db, field, &ids).await
}

/// Lets the dead job `id`, or every dead one, be tried anew after the commit, as if it had never failed. Answers those jobs.
///
/// # Errors
/// When the database refuses.
pub async fn retry(db: &mut TenantWrite, now: Timestamp, id: Option<i64>) -> Result<Vec<JobReport>, sqlx::Error> {
    let revived = store::revive(db, id, now.as_millisecond()).await?;
    if !revived.is_empty() {
        db.enqueued(now.as_millisecond());
    }
    Ok(revived)
}

/// Removes the dead job `id`: its work was done by hand, or is not wanted any more. Answers it as it was.
///
/// # Errors
/// When the database refuses.
pub async fn discard(db: &mut TenantWrite, id: i64) -> Result<Option<JobReport>, sqlx::Error> {
    store::delete_dead(db, id).await
}
