//! Locations and products as a manifest declares them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Hours, Logo, MAX_STORED_VALUE, ProductType, UseLimit};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LocationManifest {
    #[schemars(range(min = 1))]
    pub id: i64,
    pub name: String,
    pub address1: String,
    #[serde(default)]
    pub address2: String,
    pub city: String,
    pub state: String,
    pub zip: String,
    #[serde(default)]
    pub phone: String,
    pub latitude: f64,
    pub longitude: f64,
    #[serde(default)]
    pub hours: Vec<Hours>,
    /// Parts per million of the net price, by tax class (`wash`, `club`, `merchandise`).
    #[serde(default)]
    pub taxes: BTreeMap<String, i64>,
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductManifest {
    #[schemars(range(min = 1))]
    pub product_id: i64,
    pub product_type: ProductType,
    pub name: String,
    /// Minor units, with tax where the site's prices include it; of a club: a month.
    #[schemars(range(min = 0))]
    pub price: i64,
    /// Minor units; what a gift card is worth.
    #[serde(default)]
    #[schemars(range(min = 0, max = MAX_STORED_VALUE))]
    pub value: i64,
    /// Minor units; what the first month of a club costs those who never were members.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub signup_price: Option<i64>,
    /// How many codes a bundle holds.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub quantity: Option<i64>,
    /// Days for which its codes are good, from that of the purchase on; absent: a year.
    #[serde(default)]
    #[schemars(range(min = 1, max = 3650))]
    pub good_for_days: Option<i64>,
    /// Pieces of merchandise; absent: not counted.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub stock: Option<i64>,
    /// How often a club may be used; absent: without limit.
    #[serde(default)]
    pub use_limit: Option<UseLimit>,
    #[serde(default)]
    pub details: Vec<String>,
    #[serde(default)]
    pub badge: Option<String>,
    /// Empty: everywhere.
    #[serde(default)]
    pub locations: Vec<i64>,
    #[serde(default)]
    pub logo: Logo,
}
