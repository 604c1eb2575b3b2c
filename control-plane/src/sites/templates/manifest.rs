//! Manifest of a new site, built from a template and basic facts about its merchant. Pure.

use serde_json::{Value, json};
use tenant_runtime::catalog::{Logo, ProductEntry, ProductManifest, ProductType};
use tenant_runtime::provision::{Manifest, ManifestError, Source};

use super::basics::Complete;
use super::prices::minor_units;
use super::{Content, ExampleProduct, MENU_WORDS, Template, Words};

/// Manifest fields that a template can set. A test compares them with the manifest of every template, so that a new
/// field isn't inherited until it is added here.
#[cfg(test)]
pub(super) const CARRIED: [&str; 15] = [
    "siteConfig.companyName",
    "siteConfig.country",
    "siteConfig.currency",
    "siteConfig.timeZone",
    "siteConfig.languages",
    "siteConfig.cardName",
    "siteConfig.menuItems",
    "siteConfig.shopItems",
    "siteConfig.brand",
    "siteConfig.PWAHomeImage",
    "siteConfig.carousel",
    "siteConfig.homeCards",
    "siteConfig.resignUpProductId",
    "products",
    "open",
];

/// Icons of products without an image, numbered as in the client.
const WASH_ICON: u32 = 0;
const CARD_ICON: u32 = 2;
const CLUB_ICON: u32 = 5;

/// Manifest of a site that starts from `template`. Its shop is closed until the owner opens it.
///
/// # Errors
/// The template is invalid. A test rules this out.
pub(in crate::sites) fn manifest(template: Template, basics: &Complete) -> Result<Manifest, ManifestError> {
    let source = Source::Template {
        name: template.name(),
        pictures: template.pictures(),
    };
    let invalid = |error: &serde_json::Error| ManifestError::Invalid {
        path: template.name().into(),
        place: "the JSON".to_owned(),
        message: error.to_string(),
        at: None,
    };
    let content = template.content().map_err(|error| invalid(&error))?;
    let words = MENU_WORDS.as_ref().map_err(invalid)?;
    let locale = basics.country.language_tag();
    let say = |words: &Words| said(words, &locale);
    let picture = template.pictures().first().map(|(name, _)| format!("images/{name}"));
    let items = |of: &std::collections::BTreeMap<String, Words>, paths: &[(&str, &str)]| -> Vec<Value> {
        paths
            .iter()
            .filter_map(|(tag, href)| Some(json!({ "tag": tag, "label": say(of.get(*tag)?), "href": href })))
            .collect()
    };
    let config = json!({
        "companyName": basics.company_name,
        "country": basics.country.code,
        "currency": basics.currency,
        "timeZone": basics.time_zone,
        "languages": [locale],
        "cardName": say(&words.card),
        "menuItems": items(&words.menu, &MENU),
        "shopItems": items(&words.shop, &SHOP),
        "brand": content.brand,
        "PWAHomeImage": picture.clone().unwrap_or_default(),
        "carousel": slides(&content, picture.as_deref().unwrap_or_default(), &say),
        "homeCards": content.home_cards.iter()
            .map(|card| json!({ "icon": card.icon, "text": say(&card.text), "to": card.to }))
            .collect::<Vec<_>>(),
        // The default is a product ID, and a new site has no archived club.
        "resignUpProductId": 0,
    });
    let Value::Object(config) = config else {
        return Manifest::of_config(serde_json::Map::new(), source);
    };
    let mut manifest = Manifest::of_config(config, source)?;
    manifest.products = (1..)
        .zip(&content.products)
        .map(|(product_id, example)| ProductManifest {
            product_id,
            product: product(example, basics, &say),
            example: true,
        })
        .collect();
    Ok(manifest)
}

/// Pages in the menu and in the shop, by tag.
const MENU: [(&str, &str); 4] = [
    ("_HOME", "/"),
    ("_SHOP", "/shop"),
    ("_LOCATIONS", "/locations"),
    ("_ABOUT", "/about"),
];
const SHOP: [(&str, &str); 5] = [
    ("_WASHES", "/shop/washes"),
    ("_CLUBS", "/shop/washClubs"),
    ("_BUNDLES", "/shop/bundles"),
    ("_CARDS", "/shop/giftCards"),
    ("_MERCH", "/shop/merch"),
];

/// Text in the language of `locale`, such as `fr-CA`. Falls back to English.
fn said(words: &Words, locale: &str) -> String {
    let language = locale.split('-').next().unwrap_or_default();
    words
        .get(language)
        .or_else(|| words.get("en"))
        .cloned()
        .unwrap_or_default()
}

fn slides(content: &Content, picture: &str, say: &impl Fn(&Words) -> String) -> Vec<Value> {
    let slides = content.slides.iter().map(|slide| {
        json!({
            "headline": say(&slide.headline),
            "text": say(&slide.text),
            "tag": "_SHOP",
            "href": slide.href,
            "buttonText": say(&slide.button_text),
            "image": picture,
            "color": content.brand.primary,
        })
    });
    slides.collect()
}

fn product(example: &ExampleProduct, basics: &Complete, say: &impl Fn(&Words) -> String) -> ProductEntry {
    let price = minor_units(example.price, basics.currency);
    let is_card = example.product_type.is_stored_value();
    let [red, green, blue] = example.color;
    ProductEntry {
        product_type: example.product_type,
        name: say(&example.name),
        price,
        value: if is_card { price } else { 0 },
        signup_price: example
            .first_month
            .map(|first_month| minor_units(first_month, basics.currency)),
        quantity: example.quantity,
        use_limit: example.use_limit,
        washes: example.washes.clone(),
        details: example.details.iter().map(say).collect(),
        logo: Logo {
            image_index: match example.product_type {
                _ if is_card => CARD_ICON,
                ProductType::AppClub | ProductType::AppBundle => CLUB_ICON,
                _ => WASH_ICON,
            },
            red,
            green,
            blue,
            alpha: 1.0,
            ..Logo::default()
        },
        ..ProductEntry::default()
    }
}

#[cfg(test)]
mod tests;
