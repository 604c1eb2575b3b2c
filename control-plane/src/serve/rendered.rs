//! Rendered shell and its delivery.

use std::error::Error;
use std::io::Write as _;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use headers::{ETag, HeaderMapExt as _};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sha2::{Digest as _, Sha256};
use tenant_runtime::http::{accepts, not_modified};

use crate::builds::shell_policy::{PERMISSIONS_POLICY, PERMISSIONS_POLICY_NAME};

/// Compression level for shells, which are compressed once per content.
const BROTLI_QUALITY: u32 = 7;

/// A rendered shell, plain and compressed.
pub(super) struct Shell {
    html: Bytes,
    brotli: Bytes,
    /// Weak, because the compressed form shares it.
    etag: ETag,
}

impl Shell {
    /// Compresses a text that many clients will get.
    ///
    /// # Errors
    /// Never: writing to memory can't fail, and digests are valid tags.
    pub(super) fn new(html: String) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let etag = format!("W/\"{}\"", HEXLOWER.encode(&Sha256::digest(&html)[..12]));
        let brotli = compress(html.as_bytes())?;
        Ok(Self {
            html: html.into(),
            brotli: brotli.into(),
            etag: etag.parse()?,
        })
    }

    /// Size of both forms in bytes.
    pub(super) fn weight(&self) -> u32 {
        u32::try_from(self.html.len() + self.brotli.len()).unwrap_or(u32::MAX)
    }

    /// Response to a page request.
    pub(super) fn answer(&self, policy: &HeaderValue, request: &HeaderMap, has_query: bool) -> Response {
        let compressed = accepts(request, "br");
        let unchanged = not_modified(request, &self.etag);
        let mut response = match (unchanged, compressed) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, true) => Response::new(Body::from(self.brotli.clone())),
            (false, false) => Response::new(Body::from(self.html.clone())),
        };
        let headers = response.headers_mut();
        let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
        set(header::CACHE_CONTROL, "no-cache");
        set(header::VARY, "accept-encoding");
        set(PERMISSIONS_POLICY_NAME, PERMISSIONS_POLICY);
        set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        // The query may contain an email address and a token, because links in emails lead here.
        set(
            header::REFERRER_POLICY,
            if has_query { "no-referrer" } else { "same-origin" },
        );
        if !unchanged {
            set(header::CONTENT_TYPE, "text/html; charset=utf-8");
            if compressed {
                set(header::CONTENT_ENCODING, "br");
            }
        }
        headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        headers.typed_insert(self.etag.clone());
        response
    }

    /// Response to a page request while a site is unavailable: an uncached 503 with the same shell. `retry_after`:
    /// seconds.
    pub(super) fn answer_unavailable(&self, policy: &HeaderValue, request: &HeaderMap, retry_after: u64) -> Response {
        let mut response = self.answer_uncached(policy, request, StatusCode::SERVICE_UNAVAILABLE);
        let retry_after = HeaderValue::from(retry_after);
        response.headers_mut().insert(header::RETRY_AFTER, retry_after);
        response
    }

    /// Response to a request for a page that doesn't exist: an uncached 404 with the same shell, whose client says so.
    pub(super) fn answer_missing(&self, policy: &HeaderValue, request: &HeaderMap) -> Response {
        self.answer_uncached(policy, request, StatusCode::NOT_FOUND)
    }

    fn answer_uncached(&self, policy: &HeaderValue, request: &HeaderMap, status: StatusCode) -> Response {
        let mut unconditional = request.clone();
        unconditional.remove(header::IF_NONE_MATCH);
        let mut response = self.answer(policy, &unconditional, true);
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.remove(header::ETAG);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

fn compress(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, BROTLI_QUALITY, 20);
    writer.write_all(text)?;
    writer.flush()?;
    Ok(writer.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn compressed_shells_are_complete() {
        let text = "A wash, please. ".repeat(400);
        let mut out = String::new();
        brotli::Decompressor::new(&compress(text.as_bytes()).unwrap()[..], 4096)
            .read_to_string(&mut out)
            .unwrap();
        assert_eq!(out, text);
    }
}
