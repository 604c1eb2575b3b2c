use platform::http::ApiError;
use tenant_runtime::error::ErrorCode;
use tenant_runtime::fields::{FieldErrors, invalid_fields};

use super::rules::AccountProblem;
use crate::db::ControlDbError;

const ID_TAKEN: &str = "Another account already has this CRM ID.";

/// Errors of account changes. The texts are for the command line; the conversion into [`ApiError`] defines the response
/// to clients.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error(transparent)]
    Invalid(#[from] AccountProblem),
    #[error("another account already has CRM ID {0}; use a different one")]
    HsAccountIdTaken(String),
    #[error("invalid email address {0:?}; use an address such as name@example.com")]
    Email(String),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for AccountError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Invalid(problem) => invalid_fields(FieldErrors::from([match problem {
                AccountProblem::CompanyName => ("companyName".into(), "Enter a name of 1 to 120 characters."),
                AccountProblem::HsAccountId => (
                    "hsAccountId".into(),
                    "Enter 1 to 120 visible characters without spaces.",
                ),
            }])),
            AccountError::HsAccountIdTaken(_) => ErrorCode::Taken.because(ID_TAKEN).field("hsAccountId", ID_TAKEN),
            AccountError::Email(_) => invalid_fields(FieldErrors::from([(
                "email".into(),
                tenant_runtime::fields::text::EMAIL,
            )])),
            AccountError::Database(error) => error.into(),
        }
    }
}
