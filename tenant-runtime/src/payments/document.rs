//! Small standalone documents: each allows one inline script, one inline style and, for a card form, one processor.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use platform::http::ApiError;
use sha2::{Digest, Sha256};

/// Title of all documents.
pub(super) const TITLE: &str = "Card details";

/// A document and what its policy allows.
pub(super) struct Page<'a> {
    pub(super) html: String,
    style: &'a str,
    script: &'a str,
    /// Origin of the processor; empty for none.
    processor: String,
}

impl<'a> Page<'a> {
    /// `body` is HTML before the script.
    pub(super) fn new(
        language: &str,
        title: &str,
        style: &'a str,
        body: String,
        script: &'a str,
        processor: &str,
    ) -> Self {
        let html = format!(
            "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{}</title>\
             <style>{style}</style></head><body>{body}<script>{script}</script></body></html>",
            attribute(language),
            attribute(title),
        );
        Self {
            html,
            style,
            script,
            processor: processor.to_owned(),
        }
    }

    pub(super) fn policy(&self) -> String {
        let (script, style) = (digest(self.script), digest(self.style));
        let Self { processor, .. } = self;
        let admitted = if processor.is_empty() { "'none'" } else { processor };
        // At the end, a processor redirects its frame to us.
        let framed = if processor.is_empty() {
            "'none'".to_owned()
        } else {
            format!("'self' {processor}")
        };
        format!(
            "default-src 'none'; script-src '{script}' {processor}; style-src '{style}' {processor}; img-src {admitted}; \
             connect-src {admitted}; frame-src {framed}; form-action {admitted}; base-uri 'none'; frame-ancestors 'self'"
        )
    }

    pub(super) fn answer(self, status: StatusCode) -> Result<Response, ApiError> {
        let policy = HeaderValue::from_str(&self.policy()).map_err(ApiError::internal)?;
        let headers = [
            (
                header::CONTENT_TYPE,
                HeaderValue::from_static("text/html; charset=utf-8"),
            ),
            (header::CONTENT_SECURITY_POLICY, policy),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            // The URL contains a reference, which must not leak.
            (header::REFERRER_POLICY, HeaderValue::from_static("origin")),
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        ];
        Ok((status, headers, self.html).into_response())
    }
}

/// CSP source that allows exactly this inline text.
fn digest(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// `text` escaped for attributes and content.
pub(super) fn attribute(text: &str) -> String {
    html_escape::encode_quoted_attribute(text).into_owned()
}
