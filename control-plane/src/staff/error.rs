use platform::auth::password::Busy;
use platform::http::ApiError;
use platform::quota::Wait;
use tenant_runtime::error::{ErrorCode, Fault};
use tenant_runtime::fields::{FieldErrors, invalid_fields};
use tenant_runtime::identity::IdentityError;

use crate::db::ControlDbError;

/// Errors of staff actions. The texts are for the command line; the conversion into [`ApiError`] defines the response
/// to clients.
#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    #[error("no environment {0:?}; run `suds environment list`")]
    NoEnvironment(String),
    #[error("no staff member {0:?} in this environment; run `suds staff list`")]
    Nobody(String),
    #[error("a staff member in this environment already has this email address")]
    EmailTaken,
    #[error("this is the environment's only owner; make someone else an owner first")]
    LastOwner,
    #[error("wrong environment, email or password")]
    WrongCredentials,
    /// The field where it was entered.
    #[error("Incorrect password.")]
    WrongPassword(&'static str),
    #[error("too many wrong passwords; wait a moment and try again")]
    TooManyGuesses(Wait),
    #[error("{}", .0.values().copied().collect::<Vec<_>>().join(" "))]
    Fields(FieldErrors),
    #[error("too many password checks are in progress; try again in a moment")]
    Busy(#[from] Busy),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
    /// Error of two-factor authentication, with the same texts as on sites.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<sqlx::Error> for StaffError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
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
            StaffError::NoEnvironment(_) | StaffError::Nobody(_) => Self::not_found(),
            StaffError::EmailTaken => {
                let message = "Email is already associated with an account.";
                ErrorCode::Taken.because(message).field("email", message)
            }
            StaffError::LastOwner => {
                ErrorCode::LastOwner.because("You're the only owner. Make someone else an owner first.")
            }
            StaffError::WrongCredentials => ErrorCode::WrongCredentials.because("Failed to log in."),
            StaffError::WrongPassword(field) => ErrorCode::WrongPassword
                .because("Incorrect password.")
                .field(field, "Incorrect password."),
            StaffError::TooManyGuesses(wait) => ErrorCode::RateLimited
                .because("Too many wrong passwords. Wait a moment and try again.")
                .retry_after(wait.as_seconds()),
            StaffError::Fields(errors) => invalid_fields(errors),
            StaffError::Busy(busy) => Fault::from(busy).into(),
            StaffError::Database(error) => error.into(),
            StaffError::Identity(error) => error.into(),
            StaffError::Fault(fault) => fault.into(),
        }
    }
}
