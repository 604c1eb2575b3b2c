use platform::http::ApiError;
use platform::quota::Wait;

use crate::clubs::rules::uses::UseRefusal;
use crate::error::{ErrorCode, Fault};
use crate::payments::PaymentError;

/// Reason why no token was issued. The conversion into [`ApiError`] defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub(super) enum TokenError {
    #[error("the club isn't usable: {0}")]
    Club(UseRefusal),
    #[error("the customer has no card on file")]
    CardRequired,
    #[error("the card has reached its daily kiosk limit")]
    ChargedEnough,
    /// Wait until the next one.
    #[error("the customer requested too many tokens")]
    TooOften(Wait),
    #[error(transparent)]
    Payment(#[from] PaymentError),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for TokenError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<UseRefusal> for TokenError {
    fn from(refusal: UseRefusal) -> Self {
        Self::Club(refusal)
    }
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Club(refusal) => refusal.into(),
            TokenError::CardRequired => ErrorCode::CardRequired.because("Add a card first."),
            TokenError::ChargedEnough => {
                ErrorCode::LimitReached.because("You've reached today's limit for kiosk payments.")
            }
            TokenError::TooOften(wait) => ErrorCode::RateLimited
                .because("Too many requests. Wait a moment and try again.")
                .retry_after(wait.as_seconds()),
            TokenError::Payment(error) => error.into(),
            TokenError::Fault(fault) => fault.into(),
        }
    }
}
