//! Every response carries `X-Request-Id`; a 500 repeats it in its body.

use axum::body::{Body, to_bytes};
use axum::response::Response;
use data_encoding::HEXLOWER;
use http::{HeaderName, HeaderValue, header};

use crate::random::Random;

const NAME: HeaderName = HeaderName::from_static("x-request-id");

/// Marks a response whose failure body lacks the request id.
#[derive(Clone, Copy)]
pub(super) struct NeedsRequestId;

/// The id of one request, made by the server.
#[derive(Clone, Debug)]
pub struct RequestId(String);

impl RequestId {
    pub fn new(random: &dyn Random) -> Self {
        Self(HEXLOWER.encode(&random.bytes::<12>()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Puts the id on `response`.
    pub async fn stamp(&self, mut response: Response) -> Response {
        if response.extensions_mut().remove::<NeedsRequestId>().is_some() {
            response = self.complete(response).await;
        }
        if let Ok(value) = HeaderValue::from_str(&self.0) {
            response.headers_mut().insert(NAME, value);
        }
        response
    }

    async fn complete(&self, response: Response) -> Response {
        let (mut parts, body) = response.into_parts();
        let body = to_bytes(body, 4096).await.unwrap_or_default();
        let completed = serde_json::from_slice::<serde_json::Value>(&body)
            .ok()
            .and_then(|mut value| {
                value
                    .as_object_mut()?
                    .insert("requestId".to_owned(), self.0.clone().into());
                serde_json::to_vec(&value).ok()
            });
        parts.headers.remove(header::CONTENT_LENGTH);
        Response::from_parts(parts, Body::from(completed.unwrap_or_else(|| body.to_vec())))
    }
}
