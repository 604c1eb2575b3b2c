use std::error::Error;
use std::sync::Arc;

use platform::db::DbError;
use platform::http::ApiError;
use platform::jobs::JobError;
use platform::tenancy::Unavailable;

use super::processor::SetupError;
use crate::error::ErrorCode;
use crate::runtime::Missing;

/// Why something about cards and charges could not be done. What it means to a client is said in one place: its conversion into
/// [`ApiError`].
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    #[error("the site sells through no processor that this build knows")]
    NoProcessor,
    #[error("the site has left the processor that took this payment")]
    LeftProcessor,
    /// Also what is somebody else's, so that nobody learns whether it is there.
    #[error("there is no such card form or payment")]
    NotFound,
    #[error("the card form has expired")]
    FormExpired,
    #[error("the processor did not open a card form or tell of one: {0}")]
    Unanswered(#[from] SetupError),
    /// The site's file cannot be used.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Shared(Arc<ApiError>),
    /// What is stored cannot be read, or a mistake in the program.
    #[error(transparent)]
    Internal(Box<dyn Error + Send + Sync>),
}

impl PaymentError {
    pub(super) fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into())
    }

    /// Why a processor was not asked, as a payment or reversal keeps it.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NoProcessor | Self::LeftProcessor => ErrorCode::FeatureDisabled.text(),
            Self::NotFound => ErrorCode::NotFound.text(),
            Self::FormExpired => ErrorCode::Expired.text(),
            Self::Unanswered(_) => ErrorCode::ProcessorUnavailable.text(),
            Self::Unavailable(_) | Self::Db(_) | Self::Shared(_) | Self::Internal(_) => ErrorCode::Internal.text(),
        }
    }
}

impl From<sqlx::Error> for PaymentError {
    fn from(error: sqlx::Error) -> Self {
        Self::Db(error.into())
    }
}

impl From<Missing> for PaymentError {
    fn from(error: Missing) -> Self {
        Self::internal(error)
    }
}

impl From<Arc<ApiError>> for PaymentError {
    fn from(error: Arc<ApiError>) -> Self {
        Self::Shared(error)
    }
}

impl From<PaymentError> for ApiError {
    fn from(error: PaymentError) -> Self {
        match error {
            // The specification's text.
            PaymentError::NoProcessor => ErrorCode::FeatureDisabled.because("No Payment processor!"),
            PaymentError::LeftProcessor => {
                ErrorCode::FeatureDisabled.because("This payment was made through a processor that the site has left.")
            }
            PaymentError::NotFound => Self::not_found(),
            PaymentError::FormExpired => ErrorCode::Expired.because("This card form has expired. Please start again."),
            PaymentError::Unanswered(cause) => {
                tracing::warn!(error = %cause, "a card form could not be opened or asked about");
                ErrorCode::ProcessorUnavailable.because(
                    "We cannot reach our payment processor just now. Nothing was saved. Please try again later.",
                )
            }
            PaymentError::Unavailable(cause) => cause.into(),
            PaymentError::Db(cause) => cause.into(),
            PaymentError::Shared(error) => error.into(),
            PaymentError::Internal(cause) => Self::internal(cause),
        }
    }
}

impl From<PaymentError> for JobError {
    fn from(error: PaymentError) -> Self {
        Self::transient(error)
    }
}
