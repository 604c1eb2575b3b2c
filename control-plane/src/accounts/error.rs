use platform::http::ApiError;
use tenant_runtime::error::ErrorCode;
use tenant_runtime::fields::{FieldErrors, invalid_fields};

use super::rules::AccountProblem;
use crate::db::ControlDbError;

const ID_TAKEN: &str = "Another account has this id in the customer system.";

/// Why something about accounts could not be done. The texts are for the command line; what it means to a client is said in its
/// conversion into [`ApiError`].
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error(transparent)]
    Invalid(#[from] AccountProblem),
    #[error("There is an account with the id {0} in the customer system already.")]
    HsAccountIdTaken(String),
    #[error("{0:?} is no e-mail address.")]
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
                AccountProblem::CompanyName => ("companyName".into(), "Please enter a name of 1 to 120 characters."),
                AccountProblem::HsAccountId => (
                    "hsAccountId".into(),
                    "Please enter 1 to 120 visible characters without spaces.",
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
