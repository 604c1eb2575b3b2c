use platform::http::ApiError;

use crate::error::Fault;
use crate::fields::{FieldErrors, invalid_fields};

/// Errors of push settings.
#[derive(Debug, thiserror::Error)]
pub(super) enum PushError {
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error(transparent)]
    Fault(Fault),
}

impl PushError {
    pub(super) fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Fault(Fault::internal(cause))
    }
}

impl<E> From<E> for PushError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<PushError> for ApiError {
    fn from(error: PushError) -> Self {
        match error {
            PushError::Fields(errors) => invalid_fields(errors),
            PushError::Fault(fault) => fault.into(),
        }
    }
}
