//! The document that holds a processor's card form. It loads none of our code but a few lines that start the form, and
//! admits nobody but that site's processor; the app shows it in a frame and never sees what is typed.

use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use platform::http::ApiError;
use sha2::{Digest, Sha256};

use super::processor::Form;
use super::{setup, store};
use crate::tenant::Tenant;

/// GET `/payments/form/{reference}`. The reference is 128 random bits that only the customer's browser was told.
pub(super) async fn show_form(tenant: Tenant, Path(reference): Path<String>) -> Result<Response, ApiError> {
    let now = tenant.now().as_millisecond();
    let mut db = tenant.read().await?;
    let row = store::find_setup(&mut db, &reference).await?;
    drop(db);
    let Some(row) = row.filter(|row| row.state == "open" && row.expires_at > now) else {
        return document(StatusCode::NOT_FOUND, &Page::expired());
    };
    let processor = super::processor_of(&tenant).await?;
    if processor.name != row.processor {
        return document(StatusCode::NOT_FOUND, &Page::expired());
    }
    let setup = setup::open_setup(&tenant, row)?;
    let config = tenant.config().await?;
    document(
        StatusCode::OK,
        &Page::of(&processor.adapter.form(&setup), &config.config.locale),
    )
}

/// A document and what its policy admits.
struct Page {
    html: String,
    /// Of the processor; empty: nobody.
    origin: String,
    script: &'static str,
}

const STYLE: &str = "html,body{height:100%;margin:0;color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
#form{min-height:100%}p{margin:0;padding:1.5rem}";

const EXPIRED_SCRIPT: &str = "(function(){var app=window.parent!==window?window.parent:window.opener;\
if(app)app.postMessage({source:'suds-payment-form',event:'error',ticket:null},window.location.origin)})();";

impl Page {
    fn of(form: &Form, language: &str) -> Self {
        match form {
            Form::Widget {
                origin,
                script,
                glue,
                data,
            } => Self {
                html: format!(
                    "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\">\
                     <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Card details</title>\
                     <style>{STYLE}</style><script type=\"application/json\" id=\"setup\">{}</script></head>\
                     <body><main><div id=\"form\"></div><p id=\"trouble\" role=\"alert\" hidden>The payment form could not be \
                     loaded. Please close this window and try again.</p></main>\
                     <script src=\"{}\"></script><script>{glue}</script></body></html>",
                    attribute(language),
                    in_script(data),
                    attribute(script),
                ),
                origin: origin.clone(),
                script: glue,
            },
        }
    }

    fn expired() -> Self {
        Self {
            html: format!(
                "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
                 <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Card details</title>\
                 <style>{STYLE}</style></head><body><main><p role=\"alert\">This card form has expired. Please close this \
                 window and try again.</p></main><script>{EXPIRED_SCRIPT}</script></body></html>"
            ),
            origin: String::new(),
            script: EXPIRED_SCRIPT,
        }
    }

    fn policy(&self) -> String {
        let Self { origin, script, .. } = self;
        let (script, style) = (digest(script), digest(STYLE));
        let processor = if origin.is_empty() { "'none'" } else { origin };
        format!(
            "default-src 'none'; script-src '{script}' {origin}; style-src '{style}' {origin}; img-src {processor}; \
             connect-src {processor}; frame-src {processor}; form-action {processor}; base-uri 'none'; \
             frame-ancestors 'self'"
        )
    }
}

fn document(status: StatusCode, page: &Page) -> Result<Response, ApiError> {
    let policy = HeaderValue::from_str(&page.policy()).map_err(|error| ApiError::internal(&error))?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        ),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // The address holds the reference, which is nobody else's business.
        (header::REFERRER_POLICY, HeaderValue::from_static("origin")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    Ok((status, headers, page.html.clone()).into_response())
}

/// The source expression that admits exactly this inline text.
fn digest(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// JSON that cannot end its script element.
fn in_script(data: &serde_json::Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

fn attribute(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let form = Form::Widget {
            origin: "https://pay.example".to_owned(),
            script: "https://pay.example/w.js?\"><script>".to_owned(),
            glue: "go();",
            data: serde_json::json!({"ticket": "</script><script>alert(1)</script>"}),
        };
        Page::of(&form, "en-US")
    }

    #[test]
    fn the_policy_admits_the_processor_and_our_own_lines_only() {
        let policy = page().policy();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'sha256-"),
            "{policy}"
        );
        assert!(
            !policy.contains("unsafe") && !policy.contains("'self' ") && !policy.contains('*'),
            "{policy}"
        );
        assert!(policy.ends_with("frame-ancestors 'self'"), "{policy}");
        assert!(
            policy.contains("frame-src https://pay.example; form-action https://pay.example;"),
            "{policy}"
        );
        assert!(Page::expired().policy().contains("frame-src 'none'"));
    }

    #[test]
    fn data_cannot_leave_its_place() {
        let html = page().html;
        assert!(!html.contains("<script>alert"), "{html}");
        assert!(!html.contains("\"><script>\""), "{html}");
    }
}
