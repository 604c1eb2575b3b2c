use platform::http::ApiError;
use tenant_runtime::error::Fault;
use tenant_runtime::fields::{FieldErrors, invalid_fields};
use tenant_runtime::http::Stale;

use crate::db::ControlDbError;

/// Reason why a package can't be created or its settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    #[error("no packages for this platform")]
    NoPlatform,
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error(transparent)]
    Database(#[from] ControlDbError),
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<sqlx::Error> for PackageError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<FieldErrors> for PackageError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<PackageError> for ApiError {
    fn from(error: PackageError) -> Self {
        match error {
            PackageError::NoPlatform => Self::not_found(),
            PackageError::Fields(errors) => invalid_fields(errors),
            PackageError::Stale(stale) => stale.into(),
            PackageError::Database(error) => error.into(),
            PackageError::Fault(fault) => fault.into(),
        }
    }
}
