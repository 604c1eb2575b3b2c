//! `{"success":true,"resultData":…}`

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderValue, header};
use serde::Serialize;

/// Success envelope.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<T> {
    /// Always true.
    pub success: bool,
    pub result_data: T,
}

/// Response of a handler: `Answer(value)` is sent in the envelope with status 200.
#[derive(Debug)]
pub struct Answer<T>(pub T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        axum::Json(Envelope {
            success: true,
            result_data: self.0,
        })
        .into_response()
    }
}

/// JSON envelope of `value`, for responses that are rendered once and served often.
///
/// # Errors
/// `value` can't be serialized, which is a bug.
pub fn envelope_bytes<T: Serialize>(value: &T) -> serde_json::Result<Bytes> {
    serde_json::to_vec(&Envelope {
        success: true,
        result_data: value,
    })
    .map(Bytes::from)
}

/// Content type of JSON.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Sends a stored result (the value as JSON) in the envelope again.
pub fn replay(stored: &str) -> Response {
    let body = format!(r#"{{"success":true,"resultData":{stored}}}"#);
    ([(header::CONTENT_TYPE, JSON)], body).into_response()
}
