//! Templates for new sites, compiled in from `templates/`. A template is a kind of business with a look, a home page
//! and example products. It isn't a merchant: it has no names, contacts, locations, taxes, policies or credentials.

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

/// Template of a new site. Default: `blank`.
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

/// A text by language tag.
type Words = BTreeMap<String, String>;

/// Content of a template. New sites inherit nothing else.
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

/// Slide of the home page. All slides use the template's image.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExampleSlide {
    headline: Words,
    text: Words,
    button_text: Words,
    /// Tag of the shop page that the button opens.
    href: String,
}

/// Example product. Staff change it, put it on sale or delete it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExampleProduct {
    #[serde(rename = "type")]
    product_type: tenant_runtime::catalog::ProductType,
    name: Words,
    /// US dollars. Prices in other currencies are derived from it. For a gift card, also its value.
    price: f64,
    /// First month of a club.
    first_month: Option<f64>,
    quantity: Option<i64>,
    use_limit: Option<tenant_runtime::catalog::UseLimit>,
    /// Washes that a club or bundle includes, as 1-based positions in the list of products.
    #[serde(default)]
    washes: Vec<i64>,
    details: Vec<Words>,
    /// Red, green, blue.
    color: [u8; 3],
}

/// Labels of the menu and the shop, shared by all templates.
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

/// Images by file name.
type Pictures = &'static [(&'static str, &'static [u8])];

impl Template {
    /// All templates.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// Name in the command line and the API.
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

    /// Content of the template.
    ///
    /// # Errors
    /// The compiled-in file is invalid. A test rules this out.
    fn content(self) -> serde_json::Result<Content> {
        serde_json::from_str(self.files().0)
    }

    /// Images of the template.
    pub(super) fn pictures(self) -> Pictures {
        self.files().1
    }

    /// Colors of the preview.
    pub(super) fn tones(self) -> Tones {
        let brand = self.content().map(|content| content.brand);
        Tones::of(&brand.unwrap_or_default())
    }
}

static MENU_WORDS: LazyLock<serde_json::Result<MenuWords>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../templates/words.json")));

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tenant_runtime::language::Language;

    use super::*;

    #[test]
    fn every_template_is_complete_in_every_language() {
        let complete = |words: &Words| {
            let languages: BTreeSet<&str> = words.keys().map(String::as_str).collect();
            assert_eq!(languages, BTreeSet::from(Language::ALL.map(Language::tag)), "{words:?}");
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
