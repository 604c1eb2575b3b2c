//! Responses cached per version of the public data.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use platform::http::envelope_bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::Fault;

/// An enveloped response with its entity tag.
pub struct Rendered {
    body: Bytes,
    etag: ETag,
}

impl Rendered {
    /// Renders `value`. The tag is a digest of the text.
    ///
    /// # Errors
    /// `value` can't be serialized.
    pub fn new<T: Serialize>(value: &T) -> Result<Self, Fault> {
        let body = envelope_bytes(value).map_err(Fault::internal)?;
        let digest = HEXLOWER.encode(&Sha256::digest(&body)[..12]);
        Self::tagged(body, &digest)
    }

    /// The same with a tag from the caller, such as a revision.
    ///
    /// # Errors
    /// The tag has characters that headers don't allow.
    pub fn tagged(body: Bytes, tag: &str) -> Result<Self, Fault> {
        let etag = format!("\"{tag}\"").parse().map_err(Fault::internal)?;
        Ok(Self { body, etag })
    }

    /// Size in the cache, in bytes.
    pub fn weight(&self) -> u32 {
        u32::try_from(self.body.len()).unwrap_or(u32::MAX).saturating_add(256)
    }

    /// 200 with the body, or 304 if the client has this version.
    pub fn answer(&self, request: &HeaderMap) -> Response {
        let mut response = if not_modified(request, &self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            ([kind], self.body.clone()).into_response()
        };
        let headers = response.headers_mut();
        headers.typed_insert(self.etag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        response
    }
}

/// Whether the client has the version with `etag`, weak or strong.
pub fn not_modified(request: &HeaderMap, etag: &ETag) -> bool {
    request
        .typed_get::<IfNoneMatch>()
        .is_some_and(|known| !known.precondition_passes(etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entity_tags_match_weakly() {
        for (sent, known) in [
            ("\"a\", W/\"b\"", true),
            ("\"b\"", true),
            ("*", true),
            ("\"a\"", false),
            ("b", false),
        ] {
            let request = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(sent))]);
            for etag in ["\"b\"", "W/\"b\""] {
                assert_eq!(not_modified(&request, &etag.parse().unwrap()), known, "{sent} {etag}");
            }
        }
        assert!(!not_modified(&HeaderMap::new(), &"\"b\"".parse().unwrap()));
    }
}
