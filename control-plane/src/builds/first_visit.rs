//! Files that a first visit to the home page loads, as listed by the web build.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use super::Version;
use super::first_sight::NARROW;
use super::rules::is_file_path;

/// The file in which the web build lists what to preload. Older builds don't have one and preload nothing.
pub(crate) const FIRST_VISIT: &str = "first-visit.json";

/// Content of `first-visit.json`: file names.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct FirstVisit {
    /// By the value of the site's font setting (`data-font`).
    fonts: BTreeMap<String, Vec<String>>,
    shop: Home,
    app: Home,
}

/// Additional files of a home page, beyond those of every page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Home {
    scripts: Vec<String>,
    styles: Vec<String>,
}

impl FirstVisit {
    /// `link` elements that preload a site's fonts before its styles request them.
    pub(super) fn fonts(&self, version: &Version, font: &str) -> String {
        let files = self.fonts.get(font).map(Vec::as_slice).unwrap_or_default();
        links(version, files, "rel=\"preload\" as=\"font\" type=\"font/woff2\"")
    }

    /// `link` elements that preload the code of the home page that the window will show.
    pub(super) fn home(&self, version: &Version, has_app: bool, has_shop: bool) -> String {
        let of = |home: &Home, wanted: &dyn Fn(&String) -> bool, media: &str| {
            let chosen = |files: &[String]| files.iter().filter(|file| wanted(file)).cloned().collect::<Vec<_>>();
            // After the picture and the fonts that are visible first.
            let styles = format!("rel=\"preload\" as=\"style\" fetchpriority=\"low\"{media}");
            let scripts = format!("rel=\"modulepreload\" fetchpriority=\"low\"{media}");
            links(version, &chosen(&home.styles), &styles) + &links(version, &chosen(&home.scripts), &scripts)
        };
        let in_app = |file: &String| self.app.scripts.contains(file) || self.app.styles.contains(file);
        let in_shop = |file: &String| self.shop.scripts.contains(file) || self.shop.styles.contains(file);
        match (has_app, has_shop) {
            (true, true) => {
                of(&self.app, &in_shop, "")
                    + &of(&self.app, &|file| !in_shop(file), &format!(" media=\"{NARROW}\""))
                    + &of(
                        &self.shop,
                        &|file| !in_app(file),
                        &format!(" media=\"not all and {NARROW}\""),
                    )
            }
            // Desktop visitors don't get in.
            (true, false) => of(&self.app, &|_| true, &format!(" media=\"{NARROW}\"")),
            (false, true) => of(&self.shop, &|_| true, ""),
            (false, false) => String::new(),
        }
    }
}

fn links(version: &Version, files: &[String], how: &str) -> String {
    let mut out = String::new();
    for file in files.iter().filter(|file| is_file_path(file)) {
        // Writing to a String can't fail. Modules and fonts are fetched without credentials, hence the attribute.
        let _ = write!(out, "<link {how} crossorigin href=\"/v/{version}/{file}\">");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit() -> FirstVisit {
        let told = r#"{
            "fonts": { "inter": ["assets/inter.woff2"], "odd": ["\"><script>"] },
            "shop": { "scripts": ["assets/both.js", "assets/shop.js"], "styles": ["assets/both.css"] },
            "app": { "scripts": ["assets/both.js", "assets/app.js"], "styles": ["assets/both.css"] }
        }"#;
        serde_json::from_str(told).unwrap()
    }

    #[test]
    fn site_fetches_only_its_own_fonts() {
        let version: Version = "1.5.1".parse().unwrap();
        assert_eq!(
            visit().fonts(&version, "inter"),
            "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"/v/1.5.1/assets/inter.woff2\">"
        );
        assert_eq!(visit().fonts(&version, "odd") + &visit().fonts(&version, "none"), "");
    }

    #[test]
    fn window_fetches_only_the_home_page_it_shows() {
        let version: Version = "1.5.1".parse().unwrap();
        let both = visit().home(&version, true, true);
        assert_eq!(both.matches("both.js").count(), 1, "{both}");
        assert!(both.contains(
            "<link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\"/v/1.5.1/assets/both.js\">"
        ));
        assert!(both.contains("media=\"(width < 1200px)\" crossorigin href=\"/v/1.5.1/assets/app.js\""));
        assert!(both.contains("media=\"not all and (width < 1200px)\" crossorigin href=\"/v/1.5.1/assets/shop.js\""));
        let shop = visit().home(&version, false, true);
        assert!(
            shop.contains("shop.js") && !shop.contains("app.js") && !shop.contains("media"),
            "{shop}"
        );
        assert_eq!(FirstVisit::default().home(&version, true, true), "");
    }
}
