//! Every response carries `X-Request-Id`; a 500 repeats it in its body.

use axum::Json;
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use http::{HeaderName, HeaderValue, StatusCode, header};

use super::{ApiError, Catalogue};
use crate::random::Random;

const NAME: HeaderName = HeaderName::from_static("x-request-id");

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

    /// Puts the id on `response`, and tells a refusal in the language of `catalogue`; English without one. Its cause is logged.
    pub fn stamp(&self, mut response: Response, catalogue: Option<&Catalogue>) -> Response {
        if let Some(refusal) = response.extensions_mut().remove::<ApiError>() {
            refusal.log_cause();
            response = self.told(response, &refusal, catalogue);
        }
        if let Ok(value) = HeaderValue::from_str(&self.0) {
            response.headers_mut().insert(NAME, value);
        }
        response
    }

    fn told(&self, response: Response, refusal: &ApiError, catalogue: Option<&Catalogue>) -> Response {
        let mut failure = refusal.failure(catalogue);
        if refusal.status() == StatusCode::INTERNAL_SERVER_ERROR {
            failure.request_id = Some(self.0.clone());
        }
        let language = HeaderValue::from_static(catalogue.map_or("en", Catalogue::tag));
        let (mut parts, _) = response.into_parts();
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.headers.insert(header::CONTENT_LANGUAGE, language);
        Response::from_parts(parts, Json(failure).into_response().into_body())
    }
}
