//! The HTML shell of a site: the build's index.html with title, colours, config and a first sight of the page filled in.
//! One text per site, build, revision, public page and language asked for by its address, the same for every visitor, so that it
//! is rendered and compressed once.

use std::fmt::Write as _;

use html_escape::encode_quoted_attribute as escape;
use serde_json::Value;

const HEAD: &str = "<!--suds:head-->";
const BOOT: &str = "<!--suds:boot-->";
const STATIC: &str = "<!--suds:static-->";
const HTML: &str = "<html lang=\"en\">";

/// What a build's index.html must contain.
pub const MARKERS: [&str; 4] = [HTML, HEAD, BOOT, STATIC];

/// What a site puts into the shell. All texts are plain; escaping happens here.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// BCP 47 tag.
    pub lang: String,
    /// `data-<name>` attributes of the root element: scheme, font, radius, density, shadow.
    pub data: Vec<(&'static str, String)>,
    pub title: String,
    /// Whose page it is.
    pub site_name: String,
    pub description: String,
    /// Where search engines find this page, whatever address it was asked by; `None`: they are not to list it.
    pub canonical: Option<String>,
    /// Where this page is found in each of the site's languages, by its BCP 47 tag; empty: it has only one.
    pub alternates: Vec<(String, String)>,
    /// Address of the picture that a message with a link to this page shows.
    pub picture: String,
    /// Data of schema.org.
    pub structured_data: Option<Value>,
    /// CSS custom properties without their dashes; values that are no hex colours are left out.
    pub colours: Vec<(&'static str, String)>,
    /// Served path of the logo, or nothing.
    pub logo: Option<String>,
    /// First line that a visitor reads before the bundle runs.
    pub heading: String,
    /// `id="suds-boot"`.
    pub boot: Value,
}

/// Fills a build's index.html.
pub fn render(index_html: &str, page: &Page) -> String {
    let mut root = format!("<html lang=\"{}\"", escape(&page.lang));
    for (name, value) in &page.data {
        // Writing to a String cannot fail.
        let _ = write!(root, " data-{name}=\"{}\"", escape(value));
    }
    root.push('>');
    let boot = format!(
        "<script type=\"application/json\" id=\"suds-boot\">{}</script>",
        script_json(&page.boot)
    );
    index_html
        .replacen(HTML, &root, 1)
        .replacen(HEAD, &head(page), 1)
        .replacen(STATIC, &first_sight(page), 1)
        // Last, because what a site wrote may itself contain the other markers.
        .replacen(BOOT, &boot, 1)
}

fn head(page: &Page) -> String {
    let mut out = String::new();
    let brand = page
        .colours
        .iter()
        .find(|(name, _)| *name == "brand")
        .map(|(_, value)| value.as_str());
    let _ = write!(out, "<title>{}</title>", escape(&page.title));
    let _ = write!(
        out,
        "<meta name=\"description\" content=\"{}\">",
        escape(&page.description)
    );
    out.push_str(&preview(page));
    if let Some(colour) = brand.filter(|colour| is_colour(colour)) {
        let _ = write!(out, "<meta name=\"theme-color\" content=\"{colour}\">");
    }
    out.push_str("<link rel=\"manifest\" href=\"/manifest.webmanifest\">");
    out.push_str("<link rel=\"icon\" href=\"/icons/icon-32.png\" sizes=\"32x32\" type=\"image/png\">");
    out.push_str("<link rel=\"icon\" href=\"/icons/icon.svg\" sizes=\"any\" type=\"image/svg+xml\">");
    out.push_str("<link rel=\"apple-touch-icon\" href=\"/icons/apple-touch-icon.png\">");
    out.push_str("<style>:root{");
    for (name, value) in page.colours.iter().filter(|(_, value)| is_colour(value)) {
        let _ = write!(out, "--{name}:{value};");
    }
    out.push_str("}</style>");
    out
}

/// What search engines and messengers show of the page (Open Graph protocol, ogp.me).
fn preview(page: &Page) -> String {
    let mut out = String::new();
    let mut property = |name: &str, content: &str| {
        let _ = write!(out, "<meta property=\"og:{name}\" content=\"{}\">", escape(content));
    };
    property("type", "website");
    property("site_name", &page.site_name);
    property("title", &page.title);
    property("description", &page.description);
    property("image", &page.picture);
    match &page.canonical {
        Some(address) => {
            property("url", address);
            let _ = write!(out, "<link rel=\"canonical\" href=\"{}\">", escape(address));
            for (tag, address) in &page.alternates {
                let (tag, address) = (escape(tag), escape(address));
                let _ = write!(out, "<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{address}\">");
            }
        }
        None => out.push_str("<meta name=\"robots\" content=\"noindex\">"),
    }
    if let Some(data) = &page.structured_data {
        let json = script_json(data);
        let _ = write!(out, "<script type=\"application/ld+json\">{json}</script>");
    }
    out
}

fn first_sight(page: &Page) -> String {
    let logo = page
        .logo
        .as_deref()
        .filter(|path| path.starts_with('/') && !path.starts_with("//"));
    let logo = logo
        .map(|path| format!("<img src=\"{}\" alt=\"\" height=\"40\">", escape(path)))
        .unwrap_or_default();
    format!(
        "<header class=\"suds-static\">{logo}<strong>{}</strong></header><main><h1>{}</h1></main>",
        escape(&page.site_name),
        escape(&page.heading)
    )
}

/// Whether a text is a hex colour (`#rgb`, `#rrggbb`, `#rrggbbaa`): nothing else may enter a style sheet.
pub fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|hex| matches!(hex.len(), 3 | 6 | 8) && hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// JSON that can stand inside a script element: nothing in it can end the element or a line of script.
pub fn script_json(value: &Value) -> String {
    let json = value.to_string();
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const INDEX: &str = "<!doctype html><html lang=\"en\"><head><!--suds:head--><!--suds:boot--></head>\
         <body><div id=\"root\"><!--suds:static--></div></body></html>";

    fn page() -> Page {
        Page {
            lang: "en-US".into(),
            data: vec![("scheme", "light".into())],
            title: "Washes · Sparkle".into(),
            site_name: "Sparkle".into(),
            canonical: Some("https://sparkle.example/shop/washes".into()),
            colours: vec![("brand", "#0b7a75".into())],
            heading: "Welcome".into(),
            boot: json!({ "appKey": "k" }),
            ..Page::default()
        }
    }

    #[test]
    fn every_marker_is_filled() {
        let html = render(INDEX, &page());
        assert!(!html.contains("suds:"), "{html}");
        assert!(html.starts_with(
            "<!doctype html><html lang=\"en-US\" data-scheme=\"light\"><head><title>Washes · Sparkle</title>"
        ));
        assert!(html.contains("<style>:root{--brand:#0b7a75;}</style>"));
        assert!(html.contains("id=\"suds-boot\">{\"appKey\":\"k\"}</script></head>"));
        assert!(html.contains("<meta property=\"og:title\" content=\"Washes · Sparkle\">"));
        assert!(html.contains("<link rel=\"canonical\" href=\"https://sparkle.example/shop/washes\">"));
        assert!(!html.contains("noindex"));
    }

    #[test]
    fn a_page_without_an_address_of_its_own_is_not_listed() {
        let html = render(
            INDEX,
            &Page {
                canonical: None,
                ..page()
            },
        );
        assert!(html.contains("noindex") && !html.contains("canonical"), "{html}");
    }

    #[test]
    fn what_a_site_writes_cannot_leave_its_place() {
        let hostile = "</title></script><script>alert(1)</script>\u{2028}\"'&<!--suds:boot-->";
        let html = render(
            INDEX,
            &Page {
                lang: "\" onload=\"x".into(),
                data: vec![("font", "\"><script>".into())],
                title: hostile.into(),
                site_name: hostile.into(),
                description: hostile.into(),
                canonical: Some(hostile.into()),
                alternates: vec![(hostile.into(), hostile.into())],
                picture: hostile.into(),
                structured_data: Some(json!({ "name": hostile })),
                colours: vec![("brand", "red;}</style><script>".into()), ("accent", "#12345".into())],
                logo: Some("//evil.example/\"".into()),
                heading: hostile.into(),
                boot: json!({ "companyName": hostile }),
            },
        );
        assert!(!html.contains("<script>"), "{html}");
        assert_eq!(html.matches("<script").count(), 2);
        assert_eq!(html.matches("</script>").count(), 2);
        assert!(!html.contains("evil.example"));
        assert!(html.contains("<style>:root{}</style>"));
        let json = html
            .split("id=\"suds-boot\">")
            .nth(1)
            .and_then(|rest| rest.split("</script>").next())
            .unwrap();
        assert!(!json.contains(['<', '>', '&', '\u{2028}']), "{json}");
        assert_eq!(serde_json::from_str::<Value>(json).unwrap()["companyName"], hostile);
    }
}
