//! Document with a processor's card form. It loads none of our code except a few lines that start the form, and allows
//! only that site's processor; the app shows it in a frame and never sees the input.

use axum::http::StatusCode;
use axum::response::Response;
use platform::http::{ApiError, Path};

use super::document::{Page, TITLE, attribute};
use super::processor::Form;
use super::{setup, store};
use crate::language::Locale;
use crate::site::OfPages;
use crate::tenant::Tenant;

/// GET `/payments/form/{reference}`. The reference is 128 random bits known only to the customer's browser.
pub(super) async fn show_form(
    tenant: Tenant,
    OfPages(locale): OfPages,
    Path(reference): Path<String>,
) -> Result<Response, ApiError> {
    let now = tenant.now().as_millisecond();
    let mut db = tenant.read().await?;
    let row = store::find_setup(&mut db, &reference).await?;
    drop(db);
    let Some(row) = row.filter(|row| row.state == "open" && row.expires_at > now) else {
        return Page::expired(&locale).answer(StatusCode::NOT_FOUND);
    };
    let processor = super::processor_of(&tenant).await?;
    if processor.account_id != row.account_id {
        return Page::expired(&locale).answer(StatusCode::NOT_FOUND);
    }
    let setup = setup::open_setup(&tenant, row)?;
    let form = processor.adapter.form(&setup, tenant.now());
    Page::of(&form, processor.adapter.may_be_framed(), &locale).answer(StatusCode::OK)
}

const FORM_STYLE: &str = "html,body,main{height:100%;margin:0;color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
#form{min-height:100%}iframe{display:block;width:100%;height:100%;border:0}p{margin:0;padding:1.5rem}";

/// Replaces this page with the processor's.
const LEAVE_SCRIPT: &str = "document.forms[0].submit()";

const EXPIRED_SCRIPT: &str = "(function(){var app=window.parent!==window?window.parent:window.opener;\
if(app)app.postMessage({source:'suds-payment-form',event:'error',ticket:null},window.location.origin)})();";

impl Page<'_> {
    fn of(form: &Form, framed: bool, locale: &Locale) -> Self {
        let (language, title) = (locale.tag(), &locale.say(TITLE));
        match form {
            Form::Widget {
                origin,
                script,
                glue,
                data,
            } => {
                let body = format!(
                    "<script type=\"application/json\" id=\"setup\">{}</script><main><div id=\"form\"></div>\
                     <p id=\"trouble\" role=\"alert\" hidden>{}</p></main><script src=\"{}\"></script>",
                    in_script(data),
                    attribute(&locale.say("The payment form couldn't load. Close this window and try again.")),
                    attribute(script),
                );
                Self::new(language, title, FORM_STYLE, body, glue, origin)
            }
            Form::Frame { origin, address } => {
                let body = format!(
                    "<main><iframe title=\"{}\" name=\"processor\" src=\"{}\"></iframe></main>",
                    attribute(title),
                    attribute(address)
                );
                Self::new(language, title, FORM_STYLE, body, include_str!("frame.js"), origin)
            }
            Form::Post { origin, action, fields } => {
                let inputs: String = fields
                    .iter()
                    .map(|(name, value)| {
                        format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", attribute(value))
                    })
                    .collect();
                let action = attribute(action);
                let (body, script) = if framed {
                    let frame = format!("<iframe title=\"{}\" name=\"processor\"></iframe>", attribute(title));
                    (
                        format!(
                            "<main><form method=\"post\" target=\"processor\" action=\"{action}\">{inputs}</form>{frame}</main>"
                        ),
                        include_str!("frame.js"),
                    )
                } else {
                    (
                        format!("<main><form method=\"post\" action=\"{action}\">{inputs}</form></main>"),
                        LEAVE_SCRIPT,
                    )
                };
                Self::new(language, title, FORM_STYLE, body, script, origin)
            }
        }
    }

    fn expired(locale: &Locale) -> Self {
        let message = locale.say("This card form has expired. Close this window and try again.");
        let body = format!("<main><p role=\"alert\">{}</p></main>", attribute(&message));
        Self::new(locale.tag(), &locale.say(TITLE), FORM_STYLE, body, EXPIRED_SCRIPT, "")
    }
}

/// JSON that can't end its script element.
fn in_script(data: &serde_json::Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page<'static> {
        let form = Form::Widget {
            origin: "https://pay.example".to_owned(),
            script: "https://pay.example/w.js?\"><script>".to_owned(),
            glue: "go();",
            data: serde_json::json!({"ticket": "</script><script>alert(1)</script>"}),
        };
        Page::of(&form, true, &Locale::english())
    }

    #[test]
    fn policy_allows_only_the_processor_and_our_own_script() {
        let policy = page().policy();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'sha256-"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        assert!(policy.ends_with("frame-ancestors 'self'"), "{policy}");
        assert!(
            policy.contains("frame-src 'self' https://pay.example; form-action https://pay.example;"),
            "{policy}"
        );
        assert!(Page::expired(&Locale::english()).policy().contains("frame-src 'none'"));
    }

    #[test]
    fn page_that_forbids_frames_replaces_the_document() {
        let form = Form::Post {
            origin: "https://pay.example".to_owned(),
            action: "https://pay.example/page".to_owned(),
            fields: vec![("name", "value\">".to_owned())],
        };
        let (framed, alone) = (
            Page::of(&form, true, &Locale::english()),
            Page::of(&form, false, &Locale::english()),
        );
        assert!(framed.html.contains("<iframe") && framed.html.contains("target=\"processor\""));
        assert!(
            !alone.html.contains("<iframe") && !alone.html.contains("target="),
            "{}",
            alone.html
        );
        assert!(alone.html.contains("value=\"value&quot;&gt;\""), "{}", alone.html);
        assert!(alone.policy().contains("form-action https://pay.example;"));
    }

    #[test]
    fn form_values_are_escaped() {
        let html = page().html;
        assert!(!html.contains("<script>alert"), "{html}");
        assert!(!html.contains("\"><script>\""), "{html}");
    }
}
