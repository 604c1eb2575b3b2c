use platform::http::ApiError;

use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_fields};
use crate::http::{ClaimError, Stale};

/// Errors of loyalty actions.
#[derive(Debug, thiserror::Error)]
pub(super) enum LoyaltyError {
    #[error("unknown customer")]
    NotFound,
    #[error("staff can't change their own points")]
    OwnPoints,
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error(transparent)]
    Key(#[from] ClaimError),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for LoyaltyError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<FieldErrors> for LoyaltyError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<LoyaltyError> for ApiError {
    fn from(error: LoyaltyError) -> Self {
        match error {
            LoyaltyError::NotFound => Self::not_found(),
            LoyaltyError::OwnPoints => ErrorCode::NotAdmin.because("You can't change your own points. Ask a teammate."),
            LoyaltyError::Stale(stale) => stale.into(),
            LoyaltyError::Fields(errors) => invalid_fields(errors),
            LoyaltyError::Key(error) => error.into(),
            LoyaltyError::Fault(fault) => fault.into(),
        }
    }
}
