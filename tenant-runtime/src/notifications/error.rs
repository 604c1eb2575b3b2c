use platform::http::ApiError;

use super::allowance::TooManyMails;
use crate::error::ErrorCode;

impl From<TooManyMails> for ApiError {
    fn from(TooManyMails(wait): TooManyMails) -> Self {
        ErrorCode::TooManyRequests
            .because("Too many requests. Wait a while and try again.")
            .retry_after(wait.as_seconds())
    }
}
