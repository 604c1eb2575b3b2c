use platform::http::ApiError;

use super::rules::pause::PauseRefusal;
use super::rules::uses::UseRefusal;
use crate::error::{ErrorCode, Fault};
use crate::fields::invalid_field;
use crate::payments::PaymentError;

/// Errors of membership actions. The conversion into [`ApiError`] defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub(super) enum ClubError {
    /// Also if it has ended.
    #[error("the customer has no club")]
    NoMember,
    #[error("a member needs a card on file")]
    CardRequired,
    #[error("unknown or ended membership")]
    NoSuchMember,
    #[error("the product isn't a club")]
    NoSuchClub,
    #[error("unknown location")]
    NoSuchLocation,
    #[error("the member already has this club at these locations")]
    SamePlan,
    /// The reason is invalid, with the message.
    #[error("missing reason: {0}")]
    NoReason(&'static str),
    #[error("invalid pause: {0:?}")]
    Pause(PauseRefusal),
    #[error("a price can't be negative")]
    NoSuchPrice,
    #[error("members need 30 days' notice of a price change")]
    TooSoon,
    #[error("staff can't change their own membership")]
    OwnMembership,
    #[error("no unpaid period for this card")]
    NothingToRetry,
    #[error("a period is unpaid or being charged")]
    NotNow,
    #[error(transparent)]
    Payment(#[from] PaymentError),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for ClubError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<ClubError> for ApiError {
    fn from(error: ClubError) -> Self {
        match error {
            ClubError::NoMember => UseRefusal::NoMember.into(),
            ClubError::CardRequired => ErrorCode::CardRequired.because("Add a card first."),
            ClubError::NoSuchMember => Self::not_found(),
            ClubError::NoSuchClub => invalid_field("productId", "Unknown club."),
            ClubError::NoSuchLocation => invalid_field("locations", "Unknown location."),
            ClubError::SamePlan => invalid_field("productId", "The member already has this club at these locations."),
            ClubError::NoReason(message) => invalid_field("reason", message),
            ClubError::Pause(PauseRefusal::Over) => invalid_field("until", "Enter a date after today."),
            ClubError::Pause(PauseRefusal::TooLong) => invalid_field("until", "A pause can last up to six months."),
            ClubError::NoSuchPrice => invalid_field("monthlyPrice", "Enter a price of 0 or more."),
            ClubError::TooSoon => invalid_field("from", "Give members at least 30 days' notice."),
            ClubError::OwnMembership => {
                ErrorCode::NotAdmin.because("You can't change your own membership. Ask a teammate.")
            }
            ClubError::NothingToRetry => {
                ErrorCode::PaymentPending.because("This membership has no unpaid period to charge to this card.")
            }
            ClubError::NotNow => {
                ErrorCode::PaymentPending.because("This membership is being renewed, past due, paused or canceled.")
            }
            ClubError::Payment(error) => error.into(),
            ClubError::Fault(fault) => fault.into(),
        }
    }
}

impl From<UseRefusal> for ApiError {
    fn from(refusal: UseRefusal) -> Self {
        match refusal {
            UseRefusal::NoMember => ErrorCode::NotFound.because("You're not in a wash club."),
            UseRefusal::Suspended => ErrorCode::ClubSuspended
                .because("Your wash club payment is past due. Update your card to use it again."),
            UseRefusal::Paused => ErrorCode::ClubSuspended.because("Your wash club is paused."),
            UseRefusal::LimitReached => ErrorCode::LimitReached.because("You've used all your washes for this period."),
            UseRefusal::Elsewhere => {
                ErrorCode::NotForThisLocation.because("Your wash club isn't valid at this location.")
            }
        }
    }
}
