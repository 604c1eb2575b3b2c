//! Answers that are rendered once per version of the public data.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use platform::http::{ApiError, envelope_bytes};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// An enveloped answer with its entity tag.
pub struct Rendered {
    body: Bytes,
    etag: HeaderValue,
}

impl Rendered {
    /// Renders `value`; the tag is a digest of the text.
    ///
    /// # Errors
    /// 500 when `value` cannot be serialised.
    pub fn new<T: Serialize>(value: &T) -> Result<Self, ApiError> {
        let body = envelope_bytes(value)?;
        let digest = HEXLOWER.encode(&Sha256::digest(&body)[..12]);
        Self::tagged(body, &digest)
    }

    /// The same with a tag of the caller's, such as a revision.
    ///
    /// # Errors
    /// 500 when the tag holds characters that a header cannot.
    pub fn tagged(body: Bytes, tag: &str) -> Result<Self, ApiError> {
        let etag = HeaderValue::from_str(&format!("\"{tag}\"")).map_err(ApiError::internal)?;
        Ok(Self { body, etag })
    }

    /// Bytes held, for the cache.
    pub fn weight(&self) -> u32 {
        u32::try_from(self.body.len()).unwrap_or(u32::MAX).saturating_add(256)
    }

    /// 200 with the body, or 304 when the client has this version.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let cache = (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        let etag = (header::ETAG, self.etag.clone());
        if not_modified(headers, &self.etag) {
            return (StatusCode::NOT_MODIFIED, [etag, cache]).into_response();
        }
        let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        ([kind, etag, cache], self.body.clone()).into_response()
    }
}

/// Whether `If-None-Match` names `etag`.
pub fn not_modified(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let Some(sent) = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let etag = etag.to_str().unwrap_or_default();
    sent.split(',')
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || tag == etag)
}
