//! Validation of a config before it is saved. Pure.

use std::borrow::Cow;
use std::path::Path;

use platform::http::explain;
use serde_json::{Map, Value};

use super::business::rules::{self as business, telephone};
use super::config::{MapView, SiteConfig};
use super::map_key::{MapKey, MapKeys, TypedMapKeys};
use super::schema::{SchemaError, upgrade};
use super::text_limits::check_texts;
use super::{SupportContacts, navigation};
use crate::fields::{self, Checked, FieldErrors, Notes};

/// Maximum number of home cards (docs/RULES.md#site-config).
const MAX_HOME_CARDS: usize = 8;

/// Reason why a config is rejected, with its path.
#[derive(Debug, thiserror::Error)]
#[error("{field}: {message}")]
pub struct ConfigError {
    /// Its path in the config, such as `carousel[0].image`.
    pub field: String,
    pub message: Cow<'static, str>,
}

impl ConfigError {
    fn field(field: impl Into<String>, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }
}

impl From<SchemaError> for ConfigError {
    fn from(error: SchemaError) -> Self {
        Self::field("version", error.to_string())
    }
}

/// Validated support contacts.
///
/// # Errors
/// The message of each invalid field.
pub(super) fn check_support(entered: &SupportContacts) -> Result<SupportContacts, FieldErrors> {
    let mut notes = Notes::default();
    let contacts = SupportContacts {
        support_email: notes.take("supportEmail", fields::email(&entered.support_email)),
        support_phone: notes.take("supportPhone", telephone(&entered.support_phone)),
    };
    notes.into_result(contacts)
}

/// Most characters of Google's keys, which have 39, and of Apple's tokens, which have some hundreds.
const LONGEST_GOOGLE_KEY: usize = 100;
const LONGEST_APPLE_TOKEN: usize = 2000;

/// Keys of maps, as they are kept.
///
/// # Errors
/// The message of each field at fault.
pub(super) fn check_map_keys(typed: &TypedMapKeys) -> Result<MapKeys, FieldErrors> {
    let mut notes = Notes::default();
    let keys = MapKeys {
        google: notes.take("google", google_key(&typed.google)),
        apple: notes.take("apple", apple_token(&typed.apple)),
    };
    notes.into_result(keys)
}

fn google_key(entered: &str) -> Checked<Option<MapKey>> {
    let fits = |key: &MapKey| key.as_str().len() <= LONGEST_GOOGLE_KEY && !key.as_str().contains('.');
    map_key(entered, fits).map_err(|()| "Enter a Google API key: up to 100 letters, digits, hyphens and underscores.")
}

fn apple_token(entered: &str) -> Checked<Option<MapKey>> {
    let fits = |key: &MapKey| key.as_str().len() <= LONGEST_APPLE_TOKEN && key.is_token();
    map_key(entered, fits).map_err(|()| "Enter a MapKit JS token: three parts separated by dots.")
}

/// Nothing where nothing was entered.
fn map_key(entered: &str, fits: impl Fn(&MapKey) -> bool) -> Result<Option<MapKey>, ()> {
    match entered.trim() {
        "" => Ok(None),
        entered => entered.parse().ok().filter(fits).map(Some).ok_or(()),
    }
}

/// Reads, upgrades, validates and completes a config from a file or an editor.
///
/// # Errors
/// Names the invalid field.
pub(super) fn prepare(mut raw: Map<String, Value>) -> Result<SiteConfig, ConfigError> {
    upgrade(&mut raw)?;
    if let Some(bubbles) = raw.get_mut("bubbles").and_then(Value::as_object_mut) {
        clamp(bubbles, "number", 1, 20);
    }
    clamp(&mut raw, "fontSize", 5, 15);
    let mut config: SiteConfig = serde_path_to_error::deserialize(Value::Object(raw)).map_err(|error| {
        let (field, message) = explain(&error.path().to_string(), error.inner());
        ConfigError::field(field, message)
    })?;
    // Set by the server next to the config, never part of it.
    for derived in ["tones", "revision", "timeStamp"] {
        config.other.remove(derived);
    }
    complete(&mut config);
    check(&config)?;
    Ok(config)
}

fn complete(config: &mut SiteConfig) {
    business::complete(config);
    navigation::insert_missing(&mut config.menu_items, navigation::default_menu());
    navigation::insert_missing(&mut config.shop_items, navigation::default_shop());
    navigation::add_leading_slash(&mut config.menu_items);
    navigation::add_leading_slash(&mut config.shop_items);
    match config.languages.first() {
        Some(first) => config.locale.clone_from(first),
        None => config.languages.push(config.locale.clone()),
    }
}

/// A number beyond its bounds becomes the nearest, however far beyond.
fn clamp(config: &mut Map<String, Value>, name: &str, least: u8, most: u8) {
    let Some(number) = config.get_mut(name) else { return };
    if let Some(given) = number.as_f64() {
        let nearest = given.round().clamp(f64::from(least), f64::from(most));
        *number = Value::from(nearest as u8);
    }
}

fn check(config: &SiteConfig) -> Result<(), ConfigError> {
    if config.company_name.trim().is_empty() {
        return Err(ConfigError::field("companyName", "Input is required."));
    }
    // Offsets and rules aren't names: they don't follow changes by governments.
    if config.time_zone.iana_name().is_none() {
        return Err(ConfigError::field(
            "timeZone",
            "Enter a time zone, such as America/Phoenix.",
        ));
    }
    if config.country.len() != 2 || !config.country.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(ConfigError::field(
            "country",
            "Enter a two-letter country code (ISO 3166), such as US.",
        ));
    }
    for (index, tag) in config.languages.iter().enumerate() {
        check_language(tag, config.languages.get(..index).unwrap_or_default())
            .map_err(|message| ConfigError::field(format!("languages[{index}]"), message))?;
    }
    if config.home_cards.len() > MAX_HOME_CARDS {
        return Err(ConfigError::field("homeCards", "Add up to 8 cards."));
    }
    check_map(&config.google_map)?;
    check_addresses(config)
}

/// Values that maps can't show would break them.
fn check_map(MapView { zoom, center }: &MapView) -> Result<(), ConfigError> {
    let within = |number: f64, most: f64| (-most..=most).contains(&number);
    for (field, fits) in [
        ("googleMap.zoom", (0.0..=22.0).contains(zoom)),
        ("googleMap.center.lat", within(center.lat, 90.0)),
        ("googleMap.center.lng", within(center.lng, 180.0)),
    ] {
        if !fits {
            return Err(ConfigError::field(field, "Enter valid coordinates."));
        }
    }
    Ok(())
}

/// Rejects changes that a published config can't make.
///
/// # Errors
/// Names the invalid field.
pub(super) fn check_change(before: &SiteConfig, after: &SiteConfig) -> Result<(), ConfigError> {
    business::check_change(before, after).map_err(|(field, message)| ConfigError::field(field, message))?;
    check_saved(after)
}

/// Checks a config that is being saved. Stored configs that don't comply can still be opened.
///
/// # Errors
/// Names the field at fault.
pub(super) fn check_saved(config: &SiteConfig) -> Result<(), ConfigError> {
    business::check(config).map_err(|(field, message)| ConfigError::field(field, message))?;
    check_texts(config).map_err(|(field, message)| ConfigError::field(field, message))
}

fn check_language(tag: &str, before: &[String]) -> Result<(), &'static str> {
    let is_tag = |tag: &str| !tag.is_empty() && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !is_tag(tag) {
        return Err("Enter a language tag, such as en-US.");
    }
    if before.iter().any(|other| other == tag) {
        return Err("List each language only once.");
    }
    Ok(())
}

/// Addresses lead into the site, or to a page of the app stores; nothing else, and never a script.
fn check_addresses(config: &SiteConfig) -> Result<(), ConfigError> {
    let pictures = [
        ("logo", &config.logo),
        ("icon", &config.icon),
        ("PWAHomeImage", &config.pwa_home_image),
    ];
    for (field, address) in pictures {
        picture(field.to_owned(), address)?;
    }
    local("homeVideo".to_owned(), &config.home_video)?;
    if !config.home_video.is_empty() && !is_video(&config.home_video) {
        return Err(ConfigError::field("homeVideo", "This file isn't a video."));
    }
    for (index, slide) in config.carousel.iter().enumerate() {
        picture(format!("carousel[{index}].image"), &slide.image)?;
    }
    for (list, items) in [("menuItems", &config.menu_items), ("shopItems", &config.shop_items)] {
        for (index, item) in items.iter().enumerate() {
            local(format!("{list}[{index}].href"), &item.href)?;
        }
    }
    for (index, card) in config.home_cards.iter().enumerate() {
        local(format!("homeCards[{index}].to"), &card.to)?;
    }
    for (field, address) in [
        ("appStore.apple", &config.app_store.apple),
        ("appStore.google", &config.app_store.google),
    ] {
        if !(address.is_empty() || address.starts_with("https://")) {
            return Err(ConfigError::field(field, "Enter an address that starts with https://."));
        }
    }
    Ok(())
}

fn is_video(address: &str) -> bool {
    Path::new(address)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("mp4"))
}

fn picture(field: String, address: &str) -> Result<(), ConfigError> {
    if is_video(address) {
        return Err(ConfigError::field(field, "This file isn't an image."));
    }
    local(field, address)
}

fn local(field: String, address: &str) -> Result<(), ConfigError> {
    let leads_upwards = address.split(['/', '?', '#']).any(|part| part == "..");
    let inside = address.starts_with('/') && !address.starts_with("//") && !address.contains('\\') && !leads_upwards;
    if address.is_empty() || inside {
        Ok(())
    } else {
        Err(ConfigError::field(field, "Enter a path on your site, such as /shop."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn prepared(value: Value) -> Result<SiteConfig, String> {
        let Value::Object(map) = value else { panic!("an object") };
        prepare(map).map_err(|error| error.to_string())
    }

    #[test]
    fn errors_name_their_field() {
        for (config, at) in [
            (json!({}), "companyName"),
            (json!({"companyName": "A", "currency": "dollars"}), "currency"),
            (json!({"companyName": "A", "timeZone": "Mars/Base"}), "timeZone"),
            (json!({"companyName": "A", "timeZone": "-07:00"}), "timeZone"),
            (
                json!({"companyName": "A", "brand": {"primary": "red"}}),
                "brand.primary",
            ),
            (json!({"companyName": "A", "brand": {"radius": "huge"}}), "brand.radius"),
            (
                json!({"companyName": "A", "carousel": [{"image": "javascript:alert(1)"}]}),
                "carousel[0].image",
            ),
            (json!({"companyName": "A", "logo": "//evil.example/x.svg"}), "logo"),
            (json!({"companyName": "A", "logo": "/uploads/clip.mp4"}), "logo"),
            (json!({"companyName": "A", "icon": "/uploads/../../etc/passwd"}), "icon"),
            (
                json!({"companyName": "A", "homeVideo": "/uploads/photo.png"}),
                "homeVideo",
            ),
            (
                json!({"companyName": "A", "googleMap": {"zoom": 900}}),
                "googleMap.zoom",
            ),
            (
                json!({"companyName": "A", "googleMap": {"center": {"lat": 9999}}}),
                "googleMap.center.lat",
            ),
            (
                json!({"companyName": "A", "homeCards": [{"icon": "car", "text": "x", "to": "https://evil.example"}]}),
                "homeCards[0].to",
            ),
        ] {
            let error = prepared(config).unwrap_err();
            assert!(error.starts_with(at), "{error} should name {at}");
        }
    }

    #[test]
    fn long_texts_and_control_characters_name_their_field() {
        let saved = |fields: Value| {
            let mut config = json!({"companyName": "A"});
            for (name, value) in fields.as_object().unwrap() {
                config[name] = value.clone();
            }
            let Value::Object(raw) = config else {
                panic!("an object")
            };
            check_saved(&prepare(raw).unwrap()).map_err(|error| error.to_string())
        };
        let card = |to: &str| json!({"homeCards": [{"icon": "car", "text": "x", "to": to}]});
        for (fields, at) in [
            (json!({"companyName": "A".repeat(100_000)}), "companyName"),
            (json!({"cardName": "A".repeat(101)}), "cardName"),
            (json!({"companyName": "Suds\u{0}Sons"}), "companyName"),
            (json!({"companyName": "Suds\nSons"}), "companyName"),
            (json!({"business": {"city": "Suds\u{1b}[31m"}}), "business.city"),
            (json!({"about": "Suds\u{7f}"}), "about"),
            (card("/\t/evil.example"), "homeCards[0].to"),
            (card("/\n/evil.example"), "homeCards[0].to"),
            (card(&format!("/{}", "a".repeat(500))), "homeCards[0].to"),
            (json!({"about": "A".repeat(501)}), "about"),
            (json!({"navWords": {"airPay": "A".repeat(5_000)}}), "navWords.airPay"),
            (json!({"later": {"key": "A".repeat(5_000)}}), "later.key"),
        ] {
            let error = saved(fields).unwrap_err();
            assert!(error.starts_with(at), "{error} should name {at}");
        }
        assert_eq!(saved(json!({"about": "One line.\nAnother."})), Ok(()));
        assert_eq!(saved(card("/shop/washes?x=1#y")), Ok(()));
        assert_eq!(saved(json!({"companyName": "\u{dc}".repeat(100)})), Ok(()));
    }

    #[test]
    fn missing_default_items_and_addresses_are_added() {
        let config = prepared(json!({
            "companyName": "A",
            "menuItems": [{"tag": "_SHOP", "label": "Laden", "href": "shop"}],
            "bubbles": {"enabled": true, "number": 200},
        }))
        .unwrap();
        let tags: Vec<_> = config.menu_items.iter().map(|item| item.tag.as_str()).collect();
        assert_eq!(tags, ["_HOME", "_SHOP", "_LOCATIONS", "_ABOUT"]);
        assert_eq!(config.menu_items[1].href, "/shop");
        assert_eq!(config.bubbles.number, 20);
    }

    #[test]
    fn out_of_range_numbers_become_the_nearest() {
        for (given, bubbles, letters) in [
            (json!(-3), 1, 5),
            (json!(500), 20, 15),
            (json!(7.6), 8, 8),
            (json!(1e300), 20, 15),
        ] {
            let config = prepared(json!({
                "companyName": "A",
                "bubbles": {"enabled": true, "number": given},
                "fontSize": given,
            }))
            .unwrap();
            assert_eq!(config.bubbles.number, bubbles);
            assert_eq!(config.font_size, letters);
        }
        assert!(prepared(json!({"companyName": "A", "fontSize": "ten"})).is_err());
    }
}
