//! What a person sees and does of a site's jobs. What a job needs to know stays unsaid: it may tell who somebody is.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use super::store;
use crate::db::{TenantRead, TenantWrite};

/// Whether a job is still to be done by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum JobState {
    Waiting,
    /// Given up: a person looks.
    Dead,
}

/// One job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobReport {
    pub id: i64,
    pub kind: String,
    pub state: JobState,
    /// How often it failed since it was enqueued or tried anew.
    pub attempts: i64,
    pub due_at: Timestamp,
    pub created_at: Timestamp,
    /// Why it failed at last.
    pub last_error: Option<String>,
}

/// The jobs of a site, those in `state` only if one is named, the longest due first.
///
/// # Errors
/// When the database refuses.
pub async fn list(db: &mut TenantRead, state: Option<JobState>) -> Result<Vec<JobReport>, sqlx::Error> {
    store::list(db, state.map(|state| state == JobState::Dead)).await
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
