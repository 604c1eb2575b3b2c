use platform::http::{ApiError, Text};
use platform::jobs::JobError;
use platform::money::Currency;
use platform::quota::Wait;

use super::processor::SetupError;
use crate::error::{ErrorCode, Fault};
use crate::http::Stale;

/// Errors of cards and charges. The conversion into [`ApiError`] defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    #[error("the site uses a processor that this build doesn't support")]
    NoProcessor,
    #[error("the site no longer has credentials for this payment's merchant account")]
    LeftProcessor,
    /// Also if it belongs to another customer, so that its existence isn't revealed.
    #[error("unknown card form or payment")]
    NotFound,
    #[error("the card form has expired")]
    FormExpired,
    #[error("the card form's connection is closed")]
    SocketClosed,
    #[error("the card pays for a membership")]
    CardNeeded,
    /// Wait until the next one.
    #[error("the customer has opened too many card forms")]
    TooManyForms(Wait),
    #[error("the processor returned no card form: {0}")]
    Unanswered(#[from] SetupError),
    #[error(transparent)]
    Fault(Fault),
}

impl PaymentError {
    /// Reason why a processor wasn't called, as stored with a payment or reversal.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NoProcessor | Self::LeftProcessor => ErrorCode::FeatureDisabled.text(),
            Self::NotFound => ErrorCode::NotFound.text(),
            Self::FormExpired | Self::SocketClosed => ErrorCode::Expired.text(),
            Self::CardNeeded => ErrorCode::CardRequired.text(),
            Self::TooManyForms(_) => ErrorCode::TooManyRequests.text(),
            Self::Unanswered(_) => ErrorCode::ProcessorUnavailable.text(),
            Self::Fault(_) => ErrorCode::Internal.text(),
        }
    }
}

/// Reason why credentials are rejected.
#[derive(Debug, thiserror::Error)]
pub(super) enum ProcessorError {
    /// The invalid field, by its API name.
    #[error("invalid field {0}")]
    Field(String),
    #[error("the processor doesn't accept {currency}")]
    Currency {
        /// The site's.
        currency: Currency,
        supported: &'static [&'static str],
    },
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for ProcessorError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<ProcessorError> for ApiError {
    fn from(error: ProcessorError) -> Self {
        match error {
            ProcessorError::Field(name) => ErrorCode::InvalidFields
                .because("Check your entries.")
                .field(name, "Enter the value from your processor."),
            ProcessorError::Currency { currency, supported } => {
                let text = Text::new(
                    "This processor doesn't accept {currency}, your site's currency. It accepts {supported}.",
                )
                .with("currency", currency.code())
                .with("supported", supported.join(", "));
                ErrorCode::InvalidFields
                    .because("Check your entries.")
                    .field("name", text)
            }
            ProcessorError::Stale(stale) => stale.into(),
            ProcessorError::Fault(fault) => fault.into(),
        }
    }
}

impl<E> From<E> for PaymentError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<PaymentError> for ApiError {
    fn from(error: PaymentError) -> Self {
        match error {
            // Text from the specification.
            PaymentError::NoProcessor => ErrorCode::FeatureDisabled.because("No Payment processor!"),
            PaymentError::LeftProcessor => ErrorCode::FeatureDisabled
                .because("This payment belongs to a merchant account that this site no longer uses."),
            PaymentError::NotFound => Self::not_found(),
            PaymentError::FormExpired => ErrorCode::Expired.because("This card form has expired. Start again."),
            PaymentError::SocketClosed => ErrorCode::Expired.because("The card form lost its connection. Try again."),
            PaymentError::CardNeeded => ErrorCode::CardRequired
                .because("This card pays for your wash club. Replace it, or cancel the club first."),
            PaymentError::TooManyForms(wait) => ErrorCode::TooManyRequests
                .because("You've opened the card form too many times. Wait a while and try again.")
                .retry_after(wait.as_seconds()),
            PaymentError::Unanswered(cause) => {
                tracing::warn!(error = %cause, "failed to open or look up a card form");
                ErrorCode::ProcessorUnavailable
                    .because("We can't reach our payment processor right now. Nothing was saved. Try again later.")
            }
            PaymentError::Fault(fault) => fault.into(),
        }
    }
}

impl From<PaymentError> for JobError {
    fn from(error: PaymentError) -> Self {
        Self::transient(error)
    }
}
