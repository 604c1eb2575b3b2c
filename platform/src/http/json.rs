//! Reading JSON bodies and queries, with failures in the envelope that name the place.

use axum::extract::{FromRequest, FromRequestParts, Request};
use bytes::Bytes;
use http::request::Parts;
use serde::de::DeserializeOwned;

use super::ApiError;

/// A JSON body. Replaces axum's, whose rejections are not in the envelope.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bytes = body_of(request, state).await?;
        parse_json(&bytes).map(Self)
    }
}

/// The body of a request. How long it may be was seen to before.
///
/// # Errors
/// 400 when it cannot be read.
pub async fn body_of<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state)
        .await
        .map_err(|_| ApiError::malformed("The body could not be read."))
}

/// Reads `bytes` as JSON of shape `T`.
///
/// # Errors
/// 400 `malformed` that names the place at fault.
pub fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let cause = error.into_inner();
        if path == "." || cause.is_syntax() || cause.is_eof() {
            ApiError::malformed(format!("The body is not the JSON that was expected: {cause}."))
        } else {
            ApiError::malformed(format!("The body's {path} is not as expected: {cause}."))
                .field(path, cause.to_string())
        }
    })?;
    deserializer
        .end()
        .map_err(|_| ApiError::malformed("There is something after the end of the JSON."))?;
    Ok(value)
}

/// A query string.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(value)| Self(value))
            .map_err(|error| ApiError::malformed(format!("The query is not as expected: {}.", error.body_text())))
    }
}
