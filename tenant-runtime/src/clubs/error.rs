use platform::http::ApiError;

use super::rules::pause::PauseRefusal;
use super::rules::uses::UseRefusal;
use crate::error::{ErrorCode, Fault};
use crate::fields::invalid_field;
use crate::payments::PaymentError;

/// Why something about a membership could not be done. What it means to a client is said in one place: its conversion into
/// [`ApiError`].
#[derive(Debug, thiserror::Error)]
pub(super) enum ClubError {
    /// Also where it has ended.
    #[error("the customer is in no club")]
    NoMember,
    #[error("a member needs a card on file")]
    CardRequired,
    #[error("there is no such membership, or it has ended")]
    NoSuchMember,
    #[error("the product is no club")]
    NoSuchClub,
    #[error("there is no such location")]
    NoSuchLocation,
    #[error("it is the member's club already, at the same locations")]
    SamePlan,
    /// What is wrong with it.
    #[error("no reason was named: {0}")]
    NoReason(&'static str),
    #[error("the pause is refused: {0:?}")]
    Pause(PauseRefusal),
    #[error("a price cannot be negative")]
    NoSuchPrice,
    #[error("members are told of a price thirty days before")]
    TooSoon,
    #[error("staff may not do this to their own membership")]
    OwnMembership,
    #[error("nothing is owed that the same card could pay")]
    NothingToRetry,
    #[error("a month is owed, or being charged")]
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
            ClubError::CardRequired => ErrorCode::CardRequired.because("Please add a card first."),
            ClubError::NoSuchMember => Self::not_found(),
            ClubError::NoSuchClub => invalid_field("productId", "There is no such club."),
            ClubError::NoSuchLocation => invalid_field("locations", "There is no such location."),
            ClubError::SamePlan => invalid_field("productId", "The member has this club at these locations."),
            ClubError::NoReason(message) => invalid_field("reason", message),
            ClubError::Pause(PauseRefusal::Over) => invalid_field("until", "Enter a date after today."),
            ClubError::Pause(PauseRefusal::TooLong) => invalid_field("until", "A pause lasts for six months at most."),
            ClubError::NoSuchPrice => invalid_field("monthlyPrice", "A price cannot be negative."),
            ClubError::TooSoon => invalid_field("from", "Members need thirty days' notice."),
            ClubError::OwnMembership => {
                ErrorCode::NotAdmin.because("This is your own membership. Please ask a colleague.")
            }
            ClubError::NothingToRetry => {
                ErrorCode::PaymentPending.because("No month of this membership is owed that the same card could pay.")
            }
            ClubError::NotNow => {
                ErrorCode::PaymentPending.because("A month of this membership is not paid, or it was cancelled.")
            }
            ClubError::Payment(error) => error.into(),
            ClubError::Fault(fault) => fault.into(),
        }
    }
}

impl From<UseRefusal> for ApiError {
    fn from(refusal: UseRefusal) -> Self {
        match refusal {
            UseRefusal::NoMember => ErrorCode::NotFound.because("You are not in a wash club."),
            UseRefusal::Suspended => {
                ErrorCode::ClubSuspended.because("Your wash club cannot be used until its month is paid.")
            }
            UseRefusal::Paused => ErrorCode::ClubSuspended.because("Your wash club is paused."),
            UseRefusal::LimitReached => ErrorCode::LimitReached.because("Your wash club has no use left for now."),
            UseRefusal::Elsewhere => {
                ErrorCode::NotForThisLocation.because("Your wash club is not good at this location.")
            }
        }
    }
}
