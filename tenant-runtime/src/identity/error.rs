use platform::auth::access::InvalidToken;
use platform::http::ApiError;
use platform::quota::Wait;

use super::rules::text;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_field, invalid_fields};
use crate::http::{ClaimError, Stale};
use crate::notifications::allowance::TooManyMails;

const WRONG_CODE: &str = "This code is not correct, or was used already.";

const CAPTCHA_WANTED: &str = "Please confirm that you are human.";

/// Why something about accounts and sessions could not be done. What it means to a client is said in one place: its conversion
/// into [`ApiError`].
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    #[error("nobody is logged in")]
    LoggedOut,
    #[error(transparent)]
    InvalidToken(#[from] InvalidToken),
    #[error("the session has ended")]
    SessionEnded,
    /// `captcha`: the next log-in needs one.
    #[error("the e-mail address or the password is wrong")]
    WrongCredentials { captcha: bool },
    /// With the ticket of what has been shown.
    #[error("the log-in needs a second factor")]
    SecondFactorRequired { ticket: String },
    #[error("the code of the second factor is wrong")]
    WrongSecondFactor,
    #[error("the new authenticator shows another code")]
    WrongNewFactor,
    #[error("the passkey that was made cannot be taken")]
    WrongPasskey,
    #[error("there is no such second factor")]
    NoSecondFactor,
    /// Whoever requires one of others has one.
    #[error("the caller has no second factor")]
    SecondFactorNeeded,
    #[error("the log-in took too long, or is over")]
    TicketOver,
    #[error("the password is wrong")]
    WrongPassword,
    /// The wait until the next guess.
    #[error("the password was wrong too often")]
    TooManyGuesses(Wait),
    #[error("the request needs a captcha")]
    CaptchaWanted,
    #[error("the captcha's solution is none, has expired or was used before")]
    CaptchaRefused,
    #[error("the mailed link is none, or was used")]
    InvalidLink,
    #[error("the mailed link has expired")]
    ExpiredLink,
    /// Also once it is deleted.
    #[error("there is no such account")]
    NoAccount,
    #[error("the address has an account")]
    EmailTaken,
    #[error("this is the only owner of the site")]
    LastOwner,
    #[error("the merchant has blocked the account")]
    Blocked,
    #[error("staff may not do this to their own account")]
    OwnAccount,
    #[error("the account is that of a colleague whose role is not below one's own")]
    Colleague,
    #[error("another vehicle is on file")]
    OtherVehicle,
    #[error("what was entered breaks rules: {0:?}")]
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

/// A refusal that announces that the next request needs a captcha.
pub fn asking_for_captcha(refusal: ApiError) -> ApiError {
    refusal.field("captcha", CAPTCHA_WANTED)
}

impl From<IdentityError> for ApiError {
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::LoggedOut => ErrorCode::InvalidToken.because("Please log in."),
            IdentityError::InvalidToken(reason) => ErrorCode::InvalidToken.because(reason.to_string()),
            IdentityError::SessionEnded => {
                ErrorCode::InvalidToken.because("Your session has ended. Please log in again.")
            }
            IdentityError::WrongCredentials { captcha } => {
                let refusal = ErrorCode::WrongCredentials.because("Your email or password is not correct.");
                if captcha { asking_for_captcha(refusal) } else { refusal }
            }
            IdentityError::SecondFactorRequired { ticket } => ErrorCode::SecondFactorRequired
                .because("Please enter the code of your authenticator.")
                .ticket(ticket),
            IdentityError::WrongSecondFactor => ErrorCode::WrongSecondFactor
                .because(WRONG_CODE)
                .field("code", WRONG_CODE),
            IdentityError::WrongNewFactor => invalid_field("code", WRONG_CODE),
            IdentityError::WrongPasskey => {
                ErrorCode::WrongSecondFactor.because("This passkey could not be used. Please try again.")
            }
            IdentityError::NoSecondFactor => Self::not_found(),
            IdentityError::SecondFactorNeeded => {
                ErrorCode::SecondFactorNeeded.because("Please set up a second factor for yourself first.")
            }
            IdentityError::TicketOver => {
                ErrorCode::Expired.because("This log-in took too long. Please enter your password once more.")
            }
            IdentityError::WrongPassword => ErrorCode::WrongPassword
                .because("The password is not correct.")
                .field("password", "The password is not correct."),
            IdentityError::TooManyGuesses(wait) => ErrorCode::RateLimited
                .because("The password was wrong too often. Please wait a moment and try again.")
                .retry_after(wait.as_seconds()),
            IdentityError::CaptchaWanted => invalid_field("captcha", CAPTCHA_WANTED),
            IdentityError::CaptchaRefused => invalid_field(
                "captcha",
                "This confirmation has expired or was used already. Please try again.",
            ),
            IdentityError::InvalidLink => {
                ErrorCode::InvalidCode.because("This link is not valid. Please ask for a new one.")
            }
            IdentityError::ExpiredLink => {
                ErrorCode::Expired.because("This link has expired. Please ask for a new one.")
            }
            IdentityError::NoAccount => Self::not_found(),
            IdentityError::EmailTaken => ErrorCode::Taken.because(text::TAKEN).field("email", text::TAKEN),
            IdentityError::LastOwner => {
                ErrorCode::LastOwner.because("You are the only owner here. Please make somebody else an owner first.")
            }
            IdentityError::Blocked => {
                ErrorCode::AccountBlocked.because("This account is blocked. Please contact support.")
            }
            IdentityError::OwnAccount => {
                ErrorCode::NotAdmin.because("This is your own account. Please ask a colleague.")
            }
            IdentityError::Colleague => {
                ErrorCode::NotAdmin.because("This is the account of a colleague whose role is not below yours.")
            }
            IdentityError::OtherVehicle => {
                ErrorCode::Taken.because("Your vehicle is on file already. Please contact support to change it.")
            }
            IdentityError::Fields(errors) => invalid_fields(errors),
            IdentityError::Stale(stale) => stale.into(),
            IdentityError::TooManyMails(error) => error.into(),
            IdentityError::Key(error) => error.into(),
            IdentityError::Fault(fault) => fault.into(),
        }
    }
}
