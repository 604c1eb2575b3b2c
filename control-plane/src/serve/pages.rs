//! Pages without a site: for an address without one, a paused site, and the demo's home page. They are self-contained
//! and script-free, because no build is available.

use axum::response::{IntoResponse as _, Response};
use html_escape::encode_quoted_attribute as escape;
use http::{HeaderValue, StatusCode, header};
use platform::http::Text;
use tenant_runtime::language::Locale;

/// One site on the demo's start page.
#[derive(Debug, Clone)]
pub(super) struct Door {
    pub name: String,
    pub url: String,
    /// Tagline.
    pub line: String,
    /// Colors (hex), validated when the config was saved.
    pub brand: String,
    pub on_brand: String,
    pub accent: String,
}

const STYLE: &str = include_str!("pages.css");

/// Nothing is loaded; styles are inline.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// A page with one message in `locale`.
pub(super) fn message(status: StatusCode, locale: &Locale, title: &'static str, text: impl Into<Text>) -> Response {
    let (title, text) = (locale.say(title), locale.say(text));
    let body = format!(
        "<main class=\"note\">{BUBBLES}<h1>{}</h1><p>{}</p></main>",
        escape(&title),
        escape(&text)
    );
    let mut response = page(status, locale, &title, &body);
    if let Ok(language) = HeaderValue::from_str(locale.tag()) {
        response.headers_mut().insert(header::CONTENT_LANGUAGE, language);
    }
    response
}

/// The demo's start page: a card per site.
pub(super) fn doors(doors: &[Door]) -> Response {
    let cards: String = doors.iter().map(card).collect();
    let body = format!(
        "<main class=\"doors\"><header>{BUBBLES}<h1>Suds</h1><p>One installation, {} car washes. Each has its own \
         address, database and design.</p></header><ul>{cards}</ul>\
         <footer>Logins are in <code>demo-credentials.json</code>, and emails in the <code>mail</code> folder of the data \
         directory. Payments go to a test processor, so no card is charged.</footer></main>",
        count(doors.len())
    );
    page(StatusCode::OK, &Locale::english(), "Suds demo", &body)
}

/// The API reference page. `body` is HTML.
pub(super) fn api_reference(body: &str) -> Response {
    page(StatusCode::OK, &Locale::english(), "Suds API", body)
}

fn card(door: &Door) -> String {
    format!(
        "<li><a href=\"{url}\" style=\"--brand:{brand};--on-brand:{on};--accent:{accent}\">\
         <span class=\"sky\" aria-hidden=\"true\"><i></i><i></i><i></i></span><strong>{name}</strong><span>{line}</span>\
         <em>{host}</em></a></li>",
        url = escape(&door.url),
        brand = escape(&door.brand),
        on = escape(&door.on_brand),
        accent = escape(&door.accent),
        name = escape(&door.name),
        line = escape(&door.line),
        host = escape(door.url.split("://").last().unwrap_or_default()),
    )
}

fn count(number: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

const BUBBLES: &str = "<svg class=\"mark\" viewBox=\"0 0 64 64\" aria-hidden=\"true\"><circle cx=\"26\" cy=\"36\" r=\"18\"/>\
     <circle cx=\"46\" cy=\"22\" r=\"10\"/><circle cx=\"50\" cy=\"46\" r=\"6\"/></svg>";

fn page(status: StatusCode, locale: &Locale, title: &str, body: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"robots\" content=\"noindex\"><title>{}</title><style>{STYLE}</style></head><body>{body}</body></html>",
        escape(locale.tag()),
        escape(title)
    );
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (status, headers, html).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn site_texts_are_escaped() {
        let door = Door {
            name: "<script>".into(),
            url: "http://a.localhost:1\"".into(),
            line: "\"><b>".into(),
            brand: "#000000".into(),
            on_brand: "#ffffff".into(),
            accent: "#ffffff".into(),
        };
        let body = axum::body::to_bytes(doors(&[door]).into_body(), 1 << 20).await.unwrap();
        let html = String::from_utf8_lossy(&body);
        assert!(!html.contains("<script>") && !html.contains("<b>"), "{html}");
    }
}
