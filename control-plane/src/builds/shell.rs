//! HTML shell of a site: the build's index.html with title, colors, config and first view. There is one text per site,
//! build, revision, public page and requested language, identical for all visitors, so it is rendered and compressed
//! once.

use std::fmt::Write as _;

use html_escape::encode_quoted_attribute as escape;
use serde_json::Value;

use super::Version;
use super::first_sight::{FirstSight, is_colour};
use super::first_visit::FirstVisit;

const HEAD: &str = "<!--suds:head-->";
const BOOT: &str = "<!--suds:boot-->";
const STATIC: &str = "<!--suds:static-->";
const HTML: &str = "<html lang=\"en\">";

/// Tags of an installable site.
const APP: &str = "<link rel=\"manifest\" href=\"/manifest.webmanifest\">\
    <link rel=\"icon\" href=\"/icons/icon-32.png\" sizes=\"32x32\" type=\"image/png\">\
    <link rel=\"icon\" href=\"/icons/icon.svg\" sizes=\"any\" type=\"image/svg+xml\">\
    <link rel=\"apple-touch-icon\" href=\"/icons/apple-touch-icon.png\">";

/// The Suds bubbles, inlined in the page.
const OWN_ICON: &str = "<link rel=\"icon\" type=\"image/svg+xml\" href=\"data:image/svg+xml,\
    %3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64' fill='%232f54c0'%3E\
    %3Ccircle cx='26' cy='36' r='18'/%3E%3Ccircle cx='46' cy='22' r='10'/%3E%3Ccircle cx='50' cy='46' r='6'/%3E%3C/svg%3E\">";

/// Markers a build's index.html must contain.
pub const MARKERS: [&str; 4] = [HTML, HEAD, BOOT, STATIC];

/// Site content of the shell. All texts are plain; escaping happens here.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// BCP 47 tag.
    pub lang: String,
    /// In percent of the browser's default.
    pub font_size: Option<u16>,
    /// `data-<name>` attributes of the root element: color scheme, font, radius, density, shadow.
    pub data: Vec<(&'static str, String)>,
    pub title: String,
    /// Name of the site.
    pub site_name: String,
    pub description: String,
    /// Canonical address for search engines, regardless of the requested one; `None` to prevent indexing.
    pub canonical: Option<String>,
    /// Address of the page in each of the site's languages, by BCP 47 tag; empty with one language.
    pub alternates: Vec<(String, String)>,
    /// URL of the picture in link previews.
    pub picture: String,
    /// schema.org data.
    pub structured_data: Option<Value>,
    /// CSS custom properties without their dashes; invalid hex colors are dropped.
    pub colours: Vec<(&'static str, String)>,
    /// Path of the logo, or empty.
    pub logo: Option<String>,
    /// Heading for pages without a first view.
    pub heading: String,
    /// For the customer home page.
    pub first_sight: Option<FirstSight>,
    /// Files of a first visit, as listed by the build.
    pub first_visit: FirstVisit,
    /// Doesn't belong to a site, so it has no web app manifest and no icons of one.
    pub stands_alone: bool,
    /// Content of `id="suds-boot"`.
    pub boot: Value,
}

/// Fills in a build's index.html.
pub fn render(index_html: &str, version: &Version, page: &Page) -> String {
    let mut root = format!("<html lang=\"{}\"", escape(&page.lang));
    for (name, value) in &page.data {
        // Writing to a String can't fail.
        let _ = write!(root, " data-{name}=\"{}\"", escape(value));
    }
    if let Some(size) = page.font_size {
        let _ = write!(root, " style=\"font-size:{size}%\"");
    }
    root.push('>');
    let boot = format!(
        "<script type=\"application/json\" id=\"suds-boot\">{}</script>",
        script_json(&page.boot)
    );
    index_html
        .replacen(HTML, &root, 1)
        .replacen(HEAD, &head(version, page), 1)
        .replacen(STATIC, &first_sight(page), 1)
        // Last, because texts of a site could contain the other markers.
        .replacen(BOOT, &boot, 1)
}

fn head(version: &Version, page: &Page) -> String {
    let mut out = String::new();
    // In the order in which it becomes visible.
    if let Some(sight) = &page.first_sight {
        out.push_str(&sight.preload());
    }
    if let Some((_, font)) = page.data.iter().find(|(name, _)| *name == "font") {
        out.push_str(&page.first_visit.fonts(version, font));
    }
    if let Some(sight) = &page.first_sight {
        out.push_str(&page.first_visit.home(version, sight.has_app, sight.has_shop));
    }
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
    out.push_str(if page.stands_alone { OWN_ICON } else { APP });
    out.push_str("<style>:root{");
    for (name, value) in page.colours.iter().filter(|(_, value)| is_colour(value)) {
        let _ = write!(out, "--{name}:{value};");
    }
    out.push_str("}</style>");
    out
}

/// Preview for search engines and messengers (Open Graph protocol, ogp.me).
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
        .map(|path| format!("<img src=\"{}\" alt=\"\" width=\"40\" height=\"40\">", escape(path)))
        .unwrap_or_default();
    let (kinds, main) = match &page.first_sight {
        Some(sight) => (sight.kinds(), sight.main()),
        // Only clients that don't run the bundle read it.
        None => (
            " data-app data-shop",
            format!(
                "<main><h1 class=\"visually-hidden\">{}</h1></main>",
                escape(&page.heading)
            ),
        ),
    };
    format!(
        "<div class=\"first-sight\"{kinds}><header>{logo}<strong>{}</strong></header>{main}</div>",
        escape(&page.site_name),
    )
}

/// JSON that is safe inside a script element: it can't end the element and has no line separators of JavaScript.
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
    use crate::builds::first_sight::Words;

    const INDEX: &str = "<!doctype html><html lang=\"en\"><head><!--suds:head--><!--suds:boot--></head>\
         <body><div id=\"root\"><!--suds:static--></div></body></html>";

    fn version() -> Version {
        "1.5.1".parse().unwrap()
    }

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
        let html = render(INDEX, &version(), &page());
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
    fn home_page_has_a_first_view_and_preloads() {
        let visit = r#"{ "fonts": { "inter": ["assets/inter.woff2"] }, "app": { "scripts": ["assets/app.js"] } }"#;
        let mut home = Page {
            font_size: Some(110),
            first_visit: serde_json::from_str(visit).unwrap(),
            first_sight: Some(FirstSight {
                has_app: true,
                slides: vec![Words {
                    headline: "A clean car".into(),
                    ..Words::default()
                }],
                ..FirstSight::default()
            }),
            ..page()
        };
        home.data.push(("font", "inter".into()));
        let html = render(INDEX, &version(), &home);
        assert!(
            html.contains("<html lang=\"en-US\" data-scheme=\"light\" data-font=\"inter\" style=\"font-size:110%\">")
        );
        assert!(
            html.contains("href=\"/v/1.5.1/assets/inter.woff2\">") && html.contains("href=\"/v/1.5.1/assets/app.js\">")
        );
        assert!(html.contains("<div class=\"first-sight\" data-app><header><strong>Sparkle</strong></header><main>"));
        assert!(
            html.contains(">A clean car</h1>") && !html.contains("Welcome"),
            "{html}"
        );
    }

    #[test]
    fn page_without_its_own_address_is_not_indexed() {
        let html = render(
            INDEX,
            &version(),
            &Page {
                canonical: None,
                ..page()
            },
        );
        assert!(html.contains("noindex") && !html.contains("canonical"), "{html}");
    }

    #[test]
    fn page_without_a_site_is_not_installable() {
        let alone = Page {
            stands_alone: true,
            ..page()
        };
        let html = render(INDEX, &version(), &alone);
        assert!(!html.contains("manifest") && !html.contains("/icons/"), "{html}");
        assert!(render(INDEX, &version(), &page()).contains("/manifest.webmanifest"));
    }

    #[test]
    fn site_text_is_escaped_in_the_shell() {
        let hostile = "</title></script><script>alert(1)</script>\u{2028}\"'&<!--suds:boot-->";
        let html = render(
            INDEX,
            &version(),
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
                font_size: None,
                first_sight: None,
                first_visit: FirstVisit::default(),
                stands_alone: false,
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
