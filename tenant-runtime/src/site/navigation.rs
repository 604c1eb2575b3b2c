//! Required entries of the menu, the shop and the home cards, added if the config lacks them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Menu or shop entry. The tag identifies it; the label is the merchant's name for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct NavItem {
    pub tag: String,
    pub label: String,
    pub href: String,
}

/// Card on the app home screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct HomeCard {
    pub icon: String,
    pub text: String,
    /// Path within the site.
    pub to: String,
}

fn item(tag: &str, label: &str, href: &str) -> NavItem {
    NavItem {
        tag: tag.to_owned(),
        label: label.to_owned(),
        href: href.to_owned(),
    }
}

pub(super) fn default_menu() -> Vec<NavItem> {
    vec![
        item("_HOME", "Home", "/"),
        item("_SHOP", "Shop", "/shop"),
        item("_LOCATIONS", "Locations", "/locations"),
        item("_ABOUT", "About", "/about"),
    ]
}

pub(super) fn default_shop() -> Vec<NavItem> {
    vec![
        item("_WASHES", "Washes", "/washes"),
        item("_CLUBS", "Wash Clubs", "/washClubs"),
        item("_BUNDLES", "Bundles", "/bundles"),
        item("_CARDS", "Gift Cards", "/giftCards"),
        item("_MERCH", "Merchandise", "/merch"),
    ]
}

/// Default cards of a home page (docs/RULES.md#site-config).
pub(super) fn default_home_cards() -> Vec<HomeCard> {
    [
        ("car", "Buy a Wash", "/washes"),
        ("tag", "Promo Codes", "/promocode"),
        ("gift", "Invite a Friend", "/referral"),
        ("pin", "Find Us", "/findUs"),
        ("bolt", "AirPAY", "/airPay"),
    ]
    .map(|(icon, text, to)| HomeCard {
        icon: icon.to_owned(),
        text: text.to_owned(),
        to: to.to_owned(),
    })
    .into()
}

/// Re-inserts default entries with missing tags at their place (docs/RULES.md#site-config).
pub(super) fn insert_missing(items: &mut Vec<NavItem>, defaults: Vec<NavItem>) {
    for (index, default) in defaults.into_iter().enumerate() {
        if !items.iter().any(|item| item.tag == default.tag) {
            items.insert(index.min(items.len()), default);
        }
    }
}

/// Adds a leading slash to menu addresses (docs/RULES.md#site-config).
pub(super) fn add_leading_slash(items: &mut [NavItem]) {
    for item in items {
        if !item.href.starts_with('/') {
            item.href.insert(0, '/');
        }
    }
}
