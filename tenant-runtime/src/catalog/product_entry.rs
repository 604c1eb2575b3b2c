//! Products: as a manifest declares them and as staff enter them.

use std::sync::LazyLock;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::declared::with_id;
use super::{Logo, ProductType, UseLimit};
use crate::fields::{Limits, describe_limits};

/// Fields of a product.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = describe_limits::<ProductEntry>)]
pub struct ProductEntry {
    /// Can't be changed later.
    pub product_type: ProductType,
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// Minor units, including tax if the site's prices do. For a club: the monthly price.
    #[schema(minimum = 0, maximum = 100000000)]
    pub price: i64,
    /// Value of a gift card, in minor units. No card can hold more than the maximum: a lost number is lost money.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 200000)]
    pub value: i64,
    /// First-month price of a club for customers who never joined one, in minor units.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 100000000)]
    pub signup_price: Option<i64>,
    /// Codes in a bundle.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    pub quantity: Option<i64>,
    /// Days the codes of a wash or bundle are valid, including the day of purchase. Default: 365.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3650)]
    pub good_for_days: Option<i64>,
    /// Stock of merchandise. Omit it if stock isn't tracked.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000000)]
    pub stock: Option<i64>,
    /// Usage limit of a club. Default: unlimited.
    #[serde(default)]
    pub use_limit: Option<UseLimit>,
    /// IDs of the washes that a club or bundle includes. Each visit or code gives one of them.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub washes: Vec<i64>,
    /// Lines of text.
    #[serde(default)]
    #[schema(max_items = 20, max_length = 200)]
    pub details: Vec<String>,
    #[serde(default)]
    #[schema(max_length = 40)]
    pub badge: Option<String>,
    /// Locations where it is sold and valid; empty for all.
    #[serde(default)]
    pub locations: Vec<i64>,
    #[serde(default)]
    pub logo: Logo,
    /// Default: now.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub on_sale_from: Option<Timestamp>,
    /// First moment when it is no longer available. Default: no end.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub on_sale_until: Option<Timestamp>,
}

pub(super) static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<ProductEntry>);

/// Maximum balance of a gift card, in minor units.
pub static MAX_STORED_VALUE: LazyLock<i64> = LazyLock::new(|| LIMITS.maximum("value"));

impl ProductEntry {
    /// Product of a type whose other fields are blank.
    pub(super) fn blank(product_type: ProductType) -> Self {
        let logo = Logo {
            alpha: 1.0,
            ..Logo::default()
        };
        Self {
            product_type,
            logo,
            ..Self::default()
        }
    }
}

/// Product that a manifest declares.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductManifest {
    #[schemars(range(min = 1))]
    pub product_id: i64,
    #[serde(flatten)]
    pub product: ProductEntry,
    /// Whether a template proposes it. It isn't for sale until staff put it on sale.
    #[serde(skip)]
    #[schemars(skip)]
    pub example: bool,
}

impl<'de> Deserialize<'de> for ProductManifest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (product_id, product) = with_id(deserializer, "productId")?;
        Ok(Self {
            product_id,
            product,
            example: false,
        })
    }
}

/// Stored product.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProductRecord {
    pub product_id: i64,
    /// Incremented by each change.
    pub version: i64,
    /// Whether customers can't buy it anymore.
    pub archived: bool,
    /// Whether a template proposed it and staff haven't put it on sale yet.
    #[serde(default)]
    pub example: bool,
    /// Whether it was never sold, and no other product or setting refers to it.
    #[serde(default)]
    pub deletable: bool,
    /// Order among products with the same price.
    #[serde(skip)]
    pub position: i64,
    pub product: ProductEntry,
}
