//! Site config values for the shell, the web app manifest and the icon.

use html_escape::encode_quoted_attribute as escape;
use serde_json::{Value, json};
use tenant_runtime::site::{self, Icon, SavedConfig, SiteConfig, Tones, icon_version};

use super::indexing::pages::PublicPage;
use crate::builds::first_sight::{FirstSight, Picture, Words};
use crate::builds::first_visit::FirstVisit;
use crate::builds::shell::Page;

/// Query parameter for the language.
pub(super) const LANGUAGE: &str = "lang";

/// Number of shortcuts that systems show for an installed app.
const SHORTCUTS: usize = 4;

/// Shell content. `at` is a public page, `language` the requested one of the site's languages, `first_visit` comes from
/// the build, and `boot` is read by the bundle at its start.
pub(super) fn page_of(
    saved: &SavedConfig,
    origin: &str,
    at: Option<PublicPage<'_>>,
    language: Option<&str>,
    (first_visit, boot): (FirstVisit, Value),
) -> Page {
    let config = &saved.config;
    let heading = config
        .carousel
        .first()
        .map(|slide| slide.headline.clone())
        .filter(|headline| !headline.is_empty());
    Page {
        lang: language.unwrap_or(&config.locale).to_owned(),
        data: vec![
            ("scheme", config.brand.scheme.into_str().to_owned()),
            ("font", config.brand.font.into_str().to_owned()),
            ("radius", config.brand.radius.into_str().to_owned()),
            ("density", config.brand.density.into_str().to_owned()),
            ("shadow", config.brand.shadow.into_str().to_owned()),
        ],
        title: match at {
            Some(page) if page.path != "/" => format!("{} · {}", page.label, config.company_name),
            _ => config.company_name.clone(),
        },
        site_name: config.company_name.clone(),
        canonical: at.map(|page| address_in(config, origin, page, language.unwrap_or(&config.locale))),
        alternates: at.map(|page| alternates(config, origin, page)).unwrap_or_default(),
        picture: match picture(config) {
            Some(path) => format!("{origin}{path}"),
            None => format!("{origin}/icons/{}?v={}", Icon::Preview.into_str(), icon_version(saved)),
        },
        structured_data: None,
        description: description(config),
        colours: colours(&saved.tones),
        logo: Some(config.logo.clone()).filter(|logo| !logo.is_empty()),
        heading: heading.unwrap_or_else(|| config.company_name.clone()),
        font_size: (config.font_size != 10).then(|| u16::from(config.font_size.clamp(5, 15)) * 10),
        first_sight: at.filter(|page| page.path == "/").map(|_| first_sight(saved)),
        first_visit,
        stands_alone: false,
        boot,
    }
}

/// The home page before the bundle runs: the shop's first slide, or the app's welcome screen with the same content.
fn first_sight(saved: &SavedConfig) -> FirstSight {
    let config = &saved.config;
    let slide = config.carousel.first();
    let ground = slide
        .and_then(|slide| slide.color)
        .unwrap_or(saved.config.brand.primary);
    let image = slide
        .map(|slide| slide.image.as_str())
        .filter(|image| !image.is_empty());
    let words = config.carousel.iter().map(|slide| Words {
        headline: slide.headline.clone(),
        text: slide.text.clone(),
        has_button: !slide.button_text.is_empty(),
    });
    let mut slides: Vec<_> = words.collect();
    if slides.is_empty() {
        slides.push(Words {
            headline: config.company_name.clone(),
            ..Words::default()
        });
    }
    FirstSight {
        has_app: config.has_app,
        has_shop: config.has_ecom && slide.is_some(),
        ground: ground.to_string(),
        text: site::text_on(ground).to_string(),
        picture: first_picture(image.unwrap_or(&config.pwa_home_image)),
        slides,
    }
}

fn first_picture(path: &str) -> Option<Picture> {
    if path.is_empty() {
        return None;
    }
    let sources = site::picture_sources(path);
    Some(Picture {
        path: path.to_owned(),
        // Vector images fill the space that they get.
        width: sources.as_ref().map_or(1600, |sources| sources.width),
        height: sources.as_ref().map_or(800, |sources| sources.height),
        widths: sources.map(|sources| sources.srcset),
    })
}

/// Address of a page in one of the site's languages; without a parameter for the default.
fn address_in(config: &SiteConfig, origin: &str, page: PublicPage<'_>, tag: &str) -> String {
    let query = if tag == config.locale {
        String::new()
    } else {
        format!("?{LANGUAGE}={tag}")
    };
    format!("{origin}{}{query}", page.path)
}

/// Addresses of a page in all of the site's languages, and the one for everyone else.
fn alternates(config: &SiteConfig, origin: &str, page: PublicPage<'_>) -> Vec<(String, String)> {
    let address = |name: &str, tag: &str| (name.to_owned(), address_in(config, origin, page, tag));
    let mut found: Vec<_> = config.languages().map(|tag| address(tag, tag)).collect();
    if found.len() < 2 {
        return Vec::new();
    }
    found.push(address("x-default", &config.locale));
    found
}

fn description(config: &SiteConfig) -> String {
    let text = config.carousel.first().map(|slide| slide.text.as_str());
    text.filter(|text| !text.is_empty())
        .unwrap_or(&config.company_name)
        .to_owned()
}

/// Shortcuts of the installed app: the merchant's cards of the app home.
fn shortcuts(config: &SiteConfig) -> Vec<Value> {
    let plain = |path: &str| path.trim_matches('/').to_ascii_lowercase();
    let off = |to: &str| config.disabled_routes.iter().any(|route| plain(route) == plain(to));
    let cards = config.home_cards.iter().filter(|card| config.has_app && !off(&card.to));
    cards
        .take(SHORTCUTS)
        .map(|card| json!({ "name": card.text, "url": card.to }))
        .collect()
}

/// The picture for link previews. Messengers don't show SVG.
fn picture(config: &SiteConfig) -> Option<&str> {
    let pictures = [
        config.pwa_home_image.as_str(),
        config.icon.as_str(),
        config.logo.as_str(),
    ];
    let slides = config.carousel.iter().map(|slide| slide.image.as_str());
    slides.chain(pictures).find(|path| {
        let extension = path
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_ascii_lowercase());
        path.starts_with('/') && matches!(extension.as_deref(), Some("png" | "jpg" | "jpeg" | "webp"))
    })
}

fn colours(tones: &Tones) -> Vec<(&'static str, String)> {
    vec![
        ("brand", tones.brand.to_string()),
        ("on-brand", tones.on_brand.to_string()),
        ("brand-tone", tones.brand_tone.to_string()),
        ("brand-tone-dark", tones.brand_tone_dark.to_string()),
        ("brand-focus", tones.brand_focus.to_string()),
        ("accent", tones.accent.to_string()),
        ("on-accent", tones.on_accent.to_string()),
        ("accent-tone", tones.accent_tone.to_string()),
        ("accent-tone-dark", tones.accent_tone_dark.to_string()),
    ]
}

/// The web app manifest (W3C Web Application Manifest). Slides and shortcuts belong to an open shop.
pub(super) fn web_manifest(saved: &SavedConfig, is_open: bool) -> Value {
    let config = &saved.config;
    let name = &config.company_name;
    let (description, shortcuts) = if is_open {
        (description(config), shortcuts(config))
    } else {
        (name.clone(), Vec::new())
    };
    json!({
        "id": "/",
        "name": name,
        "short_name": short(name),
        "description": description,
        "lang": config.locale,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": saved.tones.brand.to_string(),
        "background_color": saved.tones.brand.to_string(),
        "categories": ["lifestyle", "shopping"],
        "shortcuts": shortcuts,
        "icons": icons(saved),
    })
}

/// Icons, each with a URL that changes with the picture, because devices cache installed ones.
fn icons(saved: &SavedConfig) -> Value {
    let version = icon_version(saved);
    let icon = |icon: Icon, purpose: &str| {
        let ((width, height), name) = (icon.size(), icon.into_str());
        json!({
            "src": format!("/icons/{name}?v={version}"), "sizes": format!("{width}x{height}"), "type": "image/png", "purpose": purpose,
        })
    };
    json!([
        icon(Icon::Small, "any"),
        icon(Icon::Large, "any"),
        icon(Icon::Maskable, "maskable")
    ])
}

/// Default icon of a site: its first letter on its color, within the maskable safe zone.
pub(super) fn letter_icon(saved: &SavedConfig) -> String {
    let letter: String = saved
        .config
        .company_name
        .chars()
        .find(|c| c.is_alphanumeric())
        .into_iter()
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\"><rect width=\"512\" height=\"512\" fill=\"{}\"/>\
         <text x=\"256\" y=\"344\" font-family=\"system-ui,sans-serif\" font-size=\"256\" font-weight=\"700\" \
         text-anchor=\"middle\" fill=\"{}\">{}</text></svg>",
        saved.tones.brand,
        saved.tones.on_brand,
        escape(&letter.to_uppercase())
    )
}

/// At most 12 characters, the limit of home screens, cut between words if possible.
fn short(name: &str) -> String {
    const MOST: usize = 12;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    let mut out = String::new();
    for word in name.split_whitespace() {
        let length = out.chars().count() + usize::from(!out.is_empty()) + word.chars().count();
        if length > MOST {
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    if out.is_empty() {
        name.chars().take(MOST).collect()
    } else {
        out
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn short_names_keep_words_whole() {
        assert_eq!(short("Sparkle Auto Spa"), "Sparkle Auto");
        assert_eq!(short("Foam & Co."), "Foam & Co.");
        assert_eq!(short("Donaudampfschifffahrt"), "Donaudampfsc");
    }
}
