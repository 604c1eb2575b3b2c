use platform::http::{ApiError, Text};

use super::mistakes::Mistake;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_field, invalid_fields};
use crate::http::Stale;

/// Errors of email settings and templates.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("unknown email template, or not available in this language")]
    NoSuchMail,
    #[error("only owners can customize this email")]
    ForOwners,
    #[error("someone else saved this email")]
    StaleMail,
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error("invalid template: {0:?}")]
    Template(Mistake),
    #[error("the templates exceed the limits on memory, time or depth")]
    TooComplex,
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error("the email couldn't be sent")]
    NotTaken,
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for MailError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<FieldErrors> for MailError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl From<MailError> for ApiError {
    fn from(error: MailError) -> Self {
        match error {
            MailError::NoSuchMail => Self::not_found(),
            MailError::ForOwners => ErrorCode::NotAdmin
                .because("Only owners can edit emails about logins, invitations and payment settings."),
            MailError::Stale(stale) => stale.into(),
            MailError::StaleMail => {
                ErrorCode::StaleRevision.because("Someone else saved this email. Reload and try again.")
            }
            MailError::Template(mistake) => {
                let field = match mistake.name.rsplit('.').next() {
                    Some("subject") => "subject",
                    Some("txt") => "text",
                    _ => "markup",
                };
                let message = match mistake.line {
                    Some(line) => Text::new("Line {line}: {mistake}.")
                        .with("line", line)
                        .with("mistake", mistake.message),
                    None => Text::new(capitalized(&mistake.message) + "."),
                };
                ErrorCode::InvalidFields.because(message.clone()).field(field, message)
            }
            MailError::TooComplex => invalid_field(
                "markup",
                "This template is too complex. Remove long loops and deeply nested elements.",
            ),
            MailError::Fields(errors) => invalid_fields(errors),
            MailError::NotTaken => ErrorCode::Busy.because("We couldn't send the email. Try again."),
            MailError::Fault(fault) => fault.into(),
        }
    }
}
