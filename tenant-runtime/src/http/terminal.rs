//! Authenticated terminal of a request.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use platform::http::ApiError;

use crate::error::ErrorCode;

/// The terminal that sent a request. Its key was verified at this site for this request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminal {
    pub id: String,
    /// Label of the terminal.
    pub label: String,
    /// Location of the terminal.
    pub location_id: i64,
}

impl Terminal {
    /// 401: the caller isn't a terminal of this site.
    pub fn unknown() -> ApiError {
        ErrorCode::InvalidToken.because("This terminal isn't paired. Pair it again.")
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Terminal {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // Set by the gate of routes that require a terminal.
        parts.extensions.get::<Self>().cloned().ok_or_else(Self::unknown)
    }
}
