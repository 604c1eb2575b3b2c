use platform::http::ApiError;

use crate::error::Fault;
use crate::fields::{FieldErrors, invalid_fields};
use crate::http::Stale;

/// Errors of the survey.
#[derive(Debug, thiserror::Error)]
pub(super) enum SurveyError {
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for SurveyError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<FieldErrors> for SurveyError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<SurveyError> for ApiError {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Stale(stale) => stale.into(),
            SurveyError::Fields(errors) => invalid_fields(errors),
            SurveyError::Fault(fault) => fault.into(),
        }
    }
}
