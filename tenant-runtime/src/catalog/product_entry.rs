//! Products as the merchant's staff enter them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::manifest::ProductManifest;
use super::{Logo, ProductType, UseLimit};

/// What there is to say of a product.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ProductEntry {
    /// Stays what it is once the product is there.
    pub product_type: ProductType,
    /// At most 80 characters.
    pub name: String,
    /// Minor units, with tax where the site's prices include it; of a club: a month.
    pub price: i64,
    /// Minor units; what a gift card is worth.
    #[serde(default)]
    pub value: i64,
    /// Minor units; what the first month of a club costs those who never were members.
    #[serde(default)]
    pub signup_price: Option<i64>,
    /// How many codes a bundle holds, 1 to 100.
    #[serde(default)]
    pub quantity: Option<i64>,
    /// Days for which the codes of a wash or a bundle are good, from that of the purchase on; absent: a year.
    #[serde(default)]
    pub good_for_days: Option<i64>,
    /// Pieces of merchandise; absent: not counted.
    #[serde(default)]
    pub stock: Option<i64>,
    /// How often a club may be used; absent: without limit.
    #[serde(default)]
    pub use_limit: Option<UseLimit>,
    /// At most 20 lines of 200 characters.
    #[serde(default)]
    pub details: Vec<String>,
    /// At most 40 characters.
    #[serde(default)]
    pub badge: Option<String>,
    /// Where it is sold and used; empty: everywhere.
    #[serde(default)]
    pub locations: Vec<i64>,
    #[serde(default)]
    pub logo: Logo,
    /// Absent: at once.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub on_sale_from: Option<Timestamp>,
    /// The first instant at which it is not on sale any more; absent: it stays.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub on_sale_until: Option<Timestamp>,
}

/// A product that the site has.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProductRecord {
    pub product_id: i64,
    /// Counts what staff have changed.
    pub version: i64,
    /// Nobody can buy it.
    pub archived: bool,
    pub product: ProductEntry,
}

impl From<ProductManifest> for ProductEntry {
    fn from(declared: ProductManifest) -> Self {
        Self {
            product_type: declared.product_type,
            name: declared.name,
            price: declared.price,
            value: declared.value,
            signup_price: declared.signup_price,
            quantity: declared.quantity,
            good_for_days: declared.good_for_days,
            stock: declared.stock,
            use_limit: declared.use_limit,
            details: declared.details,
            badge: declared.badge,
            locations: declared.locations,
            logo: declared.logo,
            on_sale_from: None,
            on_sale_until: None,
        }
    }
}
