//! Every response carries `X-Request-Id`; a 500 repeats it in its body.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};

use super::{ApiError, Catalogue};
use crate::ids::RequestId;

const NAME: HeaderName = HeaderName::from_static("x-request-id");

impl RequestId {
    /// Adds the ID to `response` and renders errors in the language of `catalogue` (without one, in English). Logs
    /// their cause.
    pub fn stamp(&self, mut response: Response, catalogue: Option<&Catalogue>) -> Response {
        if let Some(refusal) = response.extensions_mut().remove::<ApiError>() {
            refusal.log_cause();
            response = self.told(response, &refusal, catalogue);
        }
        if let Ok(value) = HeaderValue::from_str(self.as_str()) {
            response.headers_mut().insert(NAME, value);
        }
        response
    }

    fn told(&self, response: Response, refusal: &ApiError, catalogue: Option<&Catalogue>) -> Response {
        let mut failure = refusal.failure(catalogue);
        if refusal.status() == StatusCode::INTERNAL_SERVER_ERROR {
            failure.request_id = Some(self.as_str().to_owned());
        }
        let language = HeaderValue::from_static(catalogue.map_or("en", Catalogue::tag));
        let (mut parts, _) = response.into_parts();
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.headers.insert(header::CONTENT_LANGUAGE, language);
        Response::from_parts(parts, Json(failure).into_response().into_body())
    }
}
