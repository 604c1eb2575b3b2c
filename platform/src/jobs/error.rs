use jiff::Timestamp;

use crate::db::DbError;
use crate::tenancy::Unavailable;

/// Cause of a job's failure. It is logged and stored with the job, including its sources, so it must not contain
/// personal data.
type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Reason why a job failed.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// Try again later.
    #[error(transparent)]
    Transient(Cause),
    /// Retry at this time. Doesn't count as a failure.
    #[error("postponed until {0}")]
    NotBefore(Timestamp),
    /// Retrying won't help. The job has failed, and staff must look at it.
    #[error(transparent)]
    Permanent(Cause),
}

impl JobError {
    pub fn transient(cause: impl Into<Cause>) -> Self {
        Self::Transient(cause.into())
    }

    pub fn permanent(cause: impl Into<Cause>) -> Self {
        Self::Permanent(cause.into())
    }
}

impl From<Unavailable> for JobError {
    fn from(error: Unavailable) -> Self {
        Self::transient(error)
    }
}

impl From<DbError> for JobError {
    fn from(error: DbError) -> Self {
        Self::transient(error)
    }
}

impl From<sqlx::Error> for JobError {
    fn from(error: sqlx::Error) -> Self {
        Self::transient(error)
    }
}
