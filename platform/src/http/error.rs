//! Error type of all HTTP handlers.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use super::{Catalogue, Text};
use crate::causes::Causes;
use crate::db::{DbError, SchemaError};
use crate::tenancy::{HostError, LoadError, Unavailable};

/// Stable error code for programs. The domains that use them define the closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Code(pub &'static str);

/// Error as returned to the client.
#[derive(Clone, Debug)]
pub struct ApiError(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    status: StatusCode,
    code: Code,
    message: Text,
    fields: BTreeMap<String, Text>,
    /// Seconds.
    retry_after: Option<u64>,
    ticket: Option<String>,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

/// Error envelope.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// Always false.
    pub success: bool,
    /// Message for people, in the language of the request.
    pub error_message: String,
    /// Stable code for programs; see `ErrorCode`.
    pub error_code: String,
    /// Messages by field, for validation errors.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// Only with `second_factor_required`: ticket for the second login step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<String>,
    /// Only with 500: reference for support requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: Code, message: impl Into<Text>) -> Self {
        Self(Box::new(Inner {
            status,
            code,
            message: message.into(),
            fields: BTreeMap::new(),
            retry_after: None,
            ticket: None,
            cause: None,
        }))
    }

    /// Adds the ticket for the next step.
    #[must_use]
    pub fn ticket(mut self, ticket: String) -> Self {
        self.0.ticket = Some(ticket);
        self
    }

    /// Adds a field's message.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, message: impl Into<Text>) -> Self {
        self.0.fields.insert(name.into(), message.into());
        self
    }

    /// Sets the delay before the client should retry, in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// 400: the request is malformed.
    pub fn malformed(message: impl Into<Text>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code("malformed"), message)
    }

    /// 415: the body's media type isn't one that the route accepts.
    pub fn unsupported_media_type() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Code("unsupported_media_type"),
            "This content type isn't supported.",
        )
    }

    /// 404 on a site.
    pub fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            Code("not_found"),
            "We couldn't find this. It may have been changed or deleted.",
        )
    }

    /// 413: the body is too large for this endpoint.
    pub fn too_large() -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            Code("too_large"),
            "This request is too large.",
        )
    }

    /// 429: too many requests, or too many at once. `seconds`: when to retry.
    pub fn too_often(seconds: u64) -> Self {
        Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            Code("too_many_requests"),
            "Too many requests. Wait a moment and try again.",
        )
        .retry_after(seconds.max(1))
    }

    /// 503: overloaded.
    pub fn busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            Code("busy"),
            "We're very busy right now. Try again in a moment.",
        )
        .retry_after(2)
    }

    /// 503: the site's storage isn't available.
    pub fn site_unavailable() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            Code("site_unavailable"),
            "This site isn't available right now. Try again later.",
        )
        .retry_after(60)
    }

    /// 500. The cause is logged and never sent to the client.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            Code("internal"),
            "Something went wrong on our side.",
        )
        .caused_by(cause.into().into())
    }

    /// Adds the cause, for the log.
    #[must_use]
    pub fn caused_by(mut self, cause: Arc<dyn Error + Send + Sync>) -> Self {
        self.0.cause = Some(cause);
        self
    }

    /// Logs the cause if it is our fault. Called once, by the code that sends the response.
    pub fn log_cause(&self) {
        let Some(cause) = &self.0.cause else { return };
        let cause = Causes(&**cause);
        if self.code() == Self::busy().code() {
            tracing::warn!(%cause, "request rejected");
        } else {
            tracing::error!(%cause, "request failed");
        }
    }

    pub fn code(&self) -> Code {
        self.0.code
    }

    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// Message for people.
    pub fn text(&self) -> &Text {
        &self.0.message
    }

    /// Message in English.
    pub fn message(&self) -> String {
        self.0.message.to_string()
    }

    /// The error in the language of `catalogue`.
    pub(super) fn failure(&self, catalogue: Option<&Catalogue>) -> Failure {
        let Inner {
            code,
            message,
            fields,
            ticket,
            ..
        } = &*self.0;
        let fields = fields.iter().map(|(name, text)| (name.clone(), text.told(catalogue)));
        Failure {
            success: false,
            error_message: message.told(catalogue),
            error_code: code.0.to_owned(),
            fields: fields.collect(),
            ticket: ticket.clone(),
            request_id: None,
        }
    }

    /// `cause` is or contains `error`.
    fn from_sqlx(error: &sqlx::Error, cause: Arc<dyn Error + Send + Sync>) -> Self {
        // SQLite's primary result codes: 5 BUSY, 6 LOCKED, 11 CORRUPT, 13 FULL, 14 CANTOPEN, 26 NOTADB.
        let primary = match error {
            sqlx::Error::Database(database) => database
                .code()
                .and_then(|code| code.parse::<u32>().ok())
                .map(|code| code & 0xff),
            _ => None,
        };
        let refusal = match primary {
            Some(5 | 6) => Self::busy(),
            Some(13) => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                Code("storage_full"),
                "We can't save changes right now. Nothing was changed. Try again later.",
            )
            .retry_after(60),
            Some(11 | 14 | 26) => Self::site_unavailable(),
            _ => return Self::internal(cause),
        };
        refusal.caused_by(cause)
    }
}

/// For operators: the cause, or the client's message.
impl Display for ApiError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.cause {
            Some(cause) => cause.fmt(f),
            None => self.0.message.fmt(f),
        }
    }
}

impl Error for ApiError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.cause.as_deref().and_then(|cause| cause.source())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let no_store = [(header::CACHE_CONTROL, "no-store")];
        let mut response = (self.0.status, no_store, axum::Json(self.failure(None))).into_response();
        if let Some(seconds) = self.0.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // The outer layer knows the language and the request ID, and renders the error again with them.
        response.extensions_mut().insert(self);
        response
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        DbError::from(error).into()
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        Unavailable::from(error).into()
    }
}

impl From<Unavailable> for ApiError {
    fn from(error: Unavailable) -> Self {
        Arc::new(error).into()
    }
}

impl From<Arc<Unavailable>> for ApiError {
    fn from(error: Arc<Unavailable>) -> Self {
        match &*error {
            Unavailable::Db(DbError::Busy) => Self::busy().caused_by(error),
            Unavailable::Db(DbError::Sqlx(refused)) | Unavailable::Schema(SchemaError::Sqlx(refused)) => {
                Self::from_sqlx(refused, Arc::clone(&error) as _)
            }
            Unavailable::Schema(_)
            | Unavailable::File(_)
            | Unavailable::FileIndex(_)
            | Unavailable::Due(_)
            | Unavailable::Directory(_)
            | Unavailable::Closed => Self::site_unavailable().caused_by(error),
        }
    }
}

impl From<LoadError> for ApiError {
    fn from(error: LoadError) -> Self {
        Unavailable::from(error).into()
    }
}

impl From<HostError> for ApiError {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Malformed(_) => Self::malformed("Invalid Host header."),
            HostError::Load(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use deadpool::managed::{PoolError, TimeoutType};

    use super::*;

    #[test]
    fn temporary_failure_is_not_logged_as_an_error() {
        for wait in [TimeoutType::Wait, TimeoutType::Create, TimeoutType::Recycle] {
            let refusal = ApiError::from(DbError::from(PoolError::Timeout(wait)));
            assert_eq!(refusal.code(), ApiError::busy().code(), "{wait:?}");
        }
        let refusal = ApiError::from(LoadError("the control database is busy".to_owned()));
        assert_eq!(refusal.code(), ApiError::site_unavailable().code());
    }
}
