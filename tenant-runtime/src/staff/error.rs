use platform::http::ApiError;

use super::owners::OwnerError;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_fields};
use crate::identity::IdentityError;
use crate::notifications::allowance::TooManyMails;

const ASKED: &str = "This address already has an invitation.";
const IS_OWNER: &str = "This address already belongs to an owner.";
const IS_STAFF: &str = "Someone on your team already uses this address.";

/// Errors of team actions.
#[derive(Debug, thiserror::Error)]
pub(super) enum StaffError {
    #[error("unknown team member")]
    NoSuchPerson,
    #[error("unknown invitation")]
    NoSuchInvitation,
    #[error("owners can't change their own role")]
    OwnRole,
    #[error("the address already has an invitation")]
    Asked,
    #[error("the address already belongs to a team member")]
    IsStaff,
    #[error("the link isn't from the newest email")]
    InvalidLink,
    #[error("the link has expired")]
    ExpiredLink,
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error(transparent)]
    TooManyMails(#[from] TooManyMails),
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for StaffError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<FieldErrors> for StaffError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<StaffError> for ApiError {
    fn from(error: StaffError) -> Self {
        match error {
            StaffError::NoSuchPerson | StaffError::NoSuchInvitation => Self::not_found(),
            StaffError::OwnRole => ErrorCode::NotAdmin.because("Only another owner can change your role."),
            StaffError::Asked => ErrorCode::Taken.because(ASKED).field("email", ASKED),
            StaffError::IsStaff => ErrorCode::Taken.because(IS_STAFF).field("email", IS_STAFF),
            StaffError::InvalidLink => {
                ErrorCode::InvalidCode.because("This invitation is no longer valid. Request a new one.")
            }
            StaffError::ExpiredLink => ErrorCode::Expired.because("This invitation has expired. Request a new one."),
            StaffError::Fields(errors) => invalid_fields(errors),
            StaffError::TooManyMails(error) => error.into(),
            StaffError::Identity(IdentityError::NoAccount) => Self::not_found(),
            StaffError::Identity(IdentityError::LastOwner) => {
                ErrorCode::LastOwner.because("A site needs an owner. Make someone else an owner first.")
            }
            StaffError::Identity(error) => error.into(),
            StaffError::Fault(fault) => fault.into(),
        }
    }
}

impl From<OwnerError> for ApiError {
    fn from(error: OwnerError) -> Self {
        match error {
            OwnerError::NoSuchInvitation => Self::not_found(),
            OwnerError::Invited => ErrorCode::Taken.because(ASKED).field("email", ASKED),
            OwnerError::IsOwner => ErrorCode::Taken.because(IS_OWNER).field("email", IS_OWNER),
            OwnerError::Fault(fault) => fault.into(),
        }
    }
}
