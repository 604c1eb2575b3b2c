//! Templates for new sites: kinds of business with a look, a home page and examples, compiled in from `templates/`. A
//! template is not a merchant, so it has no names, contacts, places, taxes, texts of law or credentials of any.

mod basics;
mod manifest;
mod prices;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoEnumIterator as _, IntoStaticStr};
use tenant_runtime::site::Tones;
use tenant_runtime::site::config::Brand;
use utoipa::ToSchema;

pub use basics::{BasicsError, SiteBasics};
pub(super) use manifest::manifest;

/// Kind of business of a new site. Default: `blank`.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    EnumString,
    IntoStaticStr,
    ValueEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Template {
    ExpressTunnel,
    FullService,
    HandWash,
    Detailing,
    SelfServe,
    #[default]
    Blank,
}

/// A text in each supported language, by tag.
type Words = BTreeMap<String, String>;

/// What a template may carry. Whatever isn't here can't be inherited by a new site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Content {
    brand: Brand,
    home_cards: Vec<Card>,
    slides: Vec<ExampleSlide>,
    products: Vec<ExampleProduct>,
}

/// Card of the home page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    icon: String,
    text: Words,
    to: String,
}

/// Slide of the home page. All slides show the template's picture.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExampleSlide {
    headline: Words,
    text: Words,
    button_text: Words,
    /// Tag of the shop page behind the button.
    href: String,
}

/// Product for staff to change, put on sale or delete.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExampleProduct {
    #[serde(rename = "type")]
    product_type: tenant_runtime::catalog::ProductType,
    name: Words,
    /// Units of a dollar, as other currencies' prices are derived from. A gift card has this value.
    price: f64,
    /// First month of a club.
    first_month: Option<f64>,
    quantity: Option<i64>,
    use_limit: Option<tenant_runtime::catalog::UseLimit>,
    details: Vec<Words>,
    /// Red, green, blue.
    color: [u8; 3],
}

/// Menu and shop words of all templates.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MenuWords {
    menu: BTreeMap<String, Words>,
    shop: BTreeMap<String, Words>,
    card: Words,
}

macro_rules! content {
    ($name:literal) => {{
        const PICTURES: Pictures = &[(
            concat!($name, ".svg"),
            include_bytes!(concat!("../../../templates/pictures/", $name, ".svg")).as_slice(),
        )];
        (include_str!(concat!("../../../templates/", $name, ".json")), PICTURES)
    }};
}

/// Pictures by file name.
type Pictures = &'static [(&'static str, &'static [u8])];

impl Template {
    /// All templates.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// Name on the command line, in lists and in the API.
    pub fn name(self) -> &'static str {
        self.into_str()
    }

    const fn files(self) -> (&'static str, Pictures) {
        match self {
            Self::ExpressTunnel => content!("express_tunnel"),
            Self::FullService => content!("full_service"),
            Self::HandWash => content!("hand_wash"),
            Self::Detailing => content!("detailing"),
            Self::SelfServe => content!("self_serve"),
            Self::Blank => (include_str!("../../../templates/blank.json"), &[]),
        }
    }

    /// Its content.
    ///
    /// # Errors
    /// The file compiled in is invalid; a test excludes this.
    fn content(self) -> serde_json::Result<Content> {
        serde_json::from_str(self.files().0)
    }

    /// Its pictures.
    pub(super) fn pictures(self) -> Pictures {
        self.files().1
    }

    /// Colors of its preview.
    pub(super) fn tones(self) -> Tones {
        let brand = self.content().map(|content| content.brand);
        Tones::of(&brand.unwrap_or_default())
    }
}

static MENU_WORDS: LazyLock<serde_json::Result<MenuWords>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../templates/words.json")));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_complete_in_four_languages() {
        let complete = |words: &Words| {
            let languages: Vec<&str> = words.keys().map(String::as_str).collect();
            assert_eq!(languages, ["de", "en", "es", "fr"], "{words:?}");
            assert!(words.values().all(|word| !word.trim().is_empty()), "{words:?}");
        };
        for template in Template::all() {
            let content = template.content().unwrap();
            for slide in &content.slides {
                [&slide.headline, &slide.text, &slide.button_text]
                    .into_iter()
                    .for_each(complete);
            }
            content.home_cards.iter().for_each(|card| complete(&card.text));
            for product in &content.products {
                complete(&product.name);
                product.details.iter().for_each(complete);
            }
            assert_eq!(template.name().parse(), Ok(template));
        }
        let words = MENU_WORDS.as_ref().unwrap();
        words.menu.values().chain(words.shop.values()).for_each(complete);
        complete(&words.card);
    }
}
