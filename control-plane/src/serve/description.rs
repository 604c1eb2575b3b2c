//! The API description as it is served: the same bytes for everyone, with an entity tag.

use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use headers::{ETag, HeaderMapExt as _};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sha2::{Digest as _, Sha256};
use tenant_runtime::http::not_modified;
use utoipa::openapi::OpenApi;

/// For five minutes, clients and proxies don't ask again.
const CACHED: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// The description with its entity tag.
pub(super) struct Description {
    json: Bytes,
    etag: Option<ETag>,
}

impl Description {
    pub(super) fn new(openapi: &OpenApi) -> Self {
        let json = Bytes::from(openapi.to_json().unwrap_or_default());
        let digest = HEXLOWER.encode(&Sha256::digest(&json)[..12]);
        Self {
            json,
            etag: format!("\"{digest}\"").parse().ok(),
        }
    }

    /// 200 with the description, or 304 for a client that has it.
    pub(super) fn answer(&self, request: &HeaderMap) -> Response {
        let is_known = self.etag.as_ref().is_some_and(|etag| not_modified(request, etag));
        let mut response = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            ([kind], self.json.clone()).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, CACHED);
        if let Some(etag) = &self.etag {
            headers.typed_insert(etag.clone());
        }
        response
    }
}
