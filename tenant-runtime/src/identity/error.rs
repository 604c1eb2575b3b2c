use platform::auth::access::InvalidToken;
use platform::http::ApiError;
use platform::quota::Wait;

use super::rules::text;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_field, invalid_fields};
use crate::http::{ClaimError, Stale};
use crate::notifications::allowance::TooManyMails;

const WRONG_CODE: &str = "This code is incorrect or was already used.";

const CAPTCHA_WANTED: &str = "Confirm that you're human.";

/// Errors of accounts and sessions. The conversion into [`ApiError`] defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    #[error("not logged in")]
    LoggedOut,
    #[error(transparent)]
    InvalidToken(#[from] InvalidToken),
    #[error("the session has ended")]
    SessionEnded,
    /// `captcha`: the next login needs one.
    #[error("wrong email or password")]
    WrongCredentials { captcha: bool },
    /// With the ticket for the completed steps.
    #[error("the login needs a second factor")]
    SecondFactorRequired { ticket: String },
    #[error("wrong second-factor code")]
    WrongSecondFactor,
    #[error("the new authenticator's code doesn't match")]
    WrongNewFactor,
    #[error("can't register the new passkey")]
    WrongPasskey,
    #[error("unknown second factor")]
    NoSecondFactor,
    /// Only people with two-factor authentication can require it of others.
    #[error("the caller has no second factor")]
    SecondFactorNeeded,
    #[error("the login expired")]
    TicketOver,
    #[error("wrong password")]
    WrongPassword,
    /// Wait until the next attempt.
    #[error("too many wrong passwords")]
    TooManyGuesses(Wait),
    #[error("the request needs a captcha")]
    CaptchaWanted,
    #[error("the captcha solution is invalid, expired or used")]
    CaptchaRefused,
    #[error("the emailed link is invalid or was used")]
    InvalidLink,
    #[error("the emailed link has expired")]
    ExpiredLink,
    /// Also after it is deleted.
    #[error("unknown account")]
    NoAccount,
    #[error("the address already has an account")]
    EmailTaken,
    #[error("this is the site's only owner")]
    LastOwner,
    #[error("the merchant has blocked the account")]
    Blocked,
    #[error("staff can't change their own account")]
    OwnAccount,
    #[error("the account belongs to a teammate whose role isn't lower")]
    Colleague,
    #[error("another vehicle is on file")]
    OtherVehicle,
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error(transparent)]
    TooManyMails(#[from] TooManyMails),
    #[error(transparent)]
    Key(#[from] ClaimError),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for IdentityError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<FieldErrors> for IdentityError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

/// Adds to an error that the next request requires a captcha.
pub fn asking_for_captcha(refusal: ApiError) -> ApiError {
    refusal.field("captcha", CAPTCHA_WANTED)
}

impl From<IdentityError> for ApiError {
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::LoggedOut => ErrorCode::InvalidToken.because("Log in to continue."),
            IdentityError::InvalidToken(reason) => ErrorCode::InvalidToken.because(reason.to_string()),
            IdentityError::SessionEnded => ErrorCode::InvalidToken.because("Your session has ended. Log in again."),
            IdentityError::WrongCredentials { captcha } => {
                let refusal = ErrorCode::WrongCredentials.because("Incorrect email or password.");
                if captcha { asking_for_captcha(refusal) } else { refusal }
            }
            IdentityError::SecondFactorRequired { ticket } => ErrorCode::SecondFactorRequired
                .because("Enter the code from your authenticator app.")
                .ticket(ticket),
            IdentityError::WrongSecondFactor => ErrorCode::WrongSecondFactor
                .because(WRONG_CODE)
                .field("code", WRONG_CODE),
            IdentityError::WrongNewFactor => invalid_field("code", WRONG_CODE),
            IdentityError::WrongPasskey => ErrorCode::WrongSecondFactor.because("This passkey didn't work. Try again."),
            IdentityError::NoSecondFactor => Self::not_found(),
            IdentityError::SecondFactorNeeded => {
                ErrorCode::SecondFactorNeeded.because("Set up two-factor authentication first.")
            }
            IdentityError::TicketOver => ErrorCode::Expired.because("Your login timed out. Enter your password again."),
            IdentityError::WrongPassword => ErrorCode::WrongPassword
                .because("Incorrect password.")
                .field("password", "Incorrect password."),
            IdentityError::TooManyGuesses(wait) => ErrorCode::RateLimited
                .because("Too many wrong passwords. Wait a moment and try again.")
                .retry_after(wait.as_seconds()),
            IdentityError::CaptchaWanted => invalid_field("captcha", CAPTCHA_WANTED),
            IdentityError::CaptchaRefused => {
                invalid_field("captcha", "This captcha has expired or was already used. Try again.")
            }
            IdentityError::InvalidLink => ErrorCode::InvalidCode.because("This link isn't valid. Request a new one."),
            IdentityError::ExpiredLink => ErrorCode::Expired.because("This link has expired. Request a new one."),
            IdentityError::NoAccount => Self::not_found(),
            IdentityError::EmailTaken => ErrorCode::Taken.because(text::TAKEN).field("email", text::TAKEN),
            IdentityError::LastOwner => {
                ErrorCode::LastOwner.because("You're the only owner. Make someone else an owner first.")
            }
            IdentityError::Blocked => ErrorCode::AccountBlocked.because("This account is blocked. Contact support."),
            IdentityError::OwnAccount => {
                ErrorCode::NotAdmin.because("You can't change your own account. Ask a teammate.")
            }
            IdentityError::Colleague => {
                ErrorCode::NotAdmin.because("You can only change accounts of teammates with a lower role.")
            }
            IdentityError::OtherVehicle => {
                ErrorCode::Taken.because("Your vehicle is already on file. Contact support to change it.")
            }
            IdentityError::Fields(errors) => invalid_fields(errors),
            IdentityError::Stale(stale) => stale.into(),
            IdentityError::TooManyMails(error) => error.into(),
            IdentityError::Key(error) => error.into(),
            IdentityError::Fault(fault) => fault.into(),
        }
    }
}
