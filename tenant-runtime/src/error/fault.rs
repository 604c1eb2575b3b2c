use std::error::Error;
use std::sync::Arc;

use platform::auth::password::Busy;
use platform::db::DbError;
use platform::http::ApiError;
use platform::jobs::JobError;
use platform::tenancy::Unavailable;

/// Failures below the domains, independent of the request and not decided by any domain. Each domain's error has it as
/// a variant, with a conversion from everything that converts into it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Fault {
    /// The site's database isn't available right now.
    #[error(transparent)]
    Unavailable(Arc<Unavailable>),
    /// The site lacks something that every site has: its creation didn't finish.
    #[error("the site has no {0}")]
    Incomplete(&'static str),
    /// Too much is in progress.
    #[error("it has no scheduled time")]
    Busy,
    /// Stored data can't be read, or a bug.
    #[error(transparent)]
    Internal(Arc<dyn Error + Send + Sync>),
}

impl Fault {
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into().into())
    }
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        DbError::from(error).into()
    }
}

impl From<DbError> for Fault {
    fn from(error: DbError) -> Self {
        Unavailable::from(error).into()
    }
}

impl From<Unavailable> for Fault {
    fn from(error: Unavailable) -> Self {
        Arc::new(error).into()
    }
}

impl From<Arc<Unavailable>> for Fault {
    fn from(error: Arc<Unavailable>) -> Self {
        Self::Unavailable(error)
    }
}

impl From<Busy> for Fault {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unavailable(cause) => cause.into(),
            Fault::Incomplete(_) => Self::site_unavailable().caused_by(Arc::new(fault)),
            Fault::Busy => Self::busy(),
            Fault::Internal(cause) => Self::internal(cause),
        }
    }
}

impl From<Fault> for JobError {
    fn from(fault: Fault) -> Self {
        Self::transient(fault)
    }
}
