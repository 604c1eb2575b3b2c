//! What a site sells: a product with its price, its limits and its picture.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::tax::Price;
use crate::fields::{Limits, describe_limits};

/// Product type.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, EnumString, IntoStaticStr,
)]
#[strum(const_into_str)]
pub enum ProductType {
    #[default]
    AppWash,
    AppBundle,
    AppClub,
    GiftCard,
    GiftCardRecharge,
    Swag,
    /// What a kiosk sells for the card on file. No catalogue has it.
    #[schemars(skip)]
    AirPay,
}

impl ProductType {
    /// Which of a location's rates applies. Gift cards are never taxed.
    pub const fn tax_class(self) -> &'static str {
        match self {
            Self::AppWash | Self::AppBundle => "wash",
            Self::AppClub => "club",
            // What is charged for AirPAY is taxed by the kiosk.
            Self::GiftCard | Self::GiftCardRecharge | Self::AirPay => "untaxed",
            Self::Swag => "merchandise",
        }
    }

    /// Whether it is shipped.
    pub const fn is_fulfillable(self) -> bool {
        matches!(self, Self::Swag)
    }

    /// Whether it may be bought as a gift (docs/RULES.md#gifts).
    pub const fn is_giftable(self) -> bool {
        matches!(self, Self::AppWash | Self::AppBundle | Self::GiftCard)
    }

    /// Whether codes in a wallet stand for it.
    pub const fn has_codes(self) -> bool {
        matches!(self, Self::AppWash | Self::AppBundle)
    }

    /// Whether it is money on a card, bought now and spent later.
    pub const fn is_stored_value(self) -> bool {
        matches!(self, Self::GiftCard | Self::GiftCardRecharge)
    }
}

/// Product picture: an image, or an icon and its color.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Logo {
    /// Path of an image with an 8:5 aspect ratio; `images/<file>` in a manifest. Empty to use the icon.
    pub image: String,
    pub image_index: u32,
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    /// 0 to 1.
    pub alpha: f64,
}

/// A product as it stands in the catalogue, before tax.
#[derive(Clone, Debug)]
pub struct Listing {
    pub id: i64,
    pub product_type: ProductType,
    pub name: String,
    /// Of a club: a month.
    pub price: Price,
    /// Value of a gift card, in minor units.
    pub value: i64,
    /// First month of a club, for those who never were members.
    pub signup_price: Option<Price>,
    /// Number of codes in a bundle.
    pub quantity: Option<i64>,
    /// Validity of its codes in days. `None`: a year.
    pub good_for_days: Option<i64>,
    /// Pieces left; `None`: not counted.
    pub stock: Option<i64>,
    /// How often a club may be used; `None`: without limit.
    pub use_limit: Option<UseLimit>,
    pub tax_class: String,
    pub details: Vec<String>,
    pub badge: Option<String>,
    /// Empty for all locations.
    pub locations: Vec<i64>,
    pub logo: Logo,
}

impl Listing {
    /// Price for a customer who was in a club before, or never was.
    pub fn price_for(&self, was_member: bool) -> Price {
        self.signup_price.filter(|_| !was_member).unwrap_or(self.price)
    }
}

/// Usage limit of a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = describe_limits::<UseLimit>)]
pub struct UseLimit {
    #[schema(minimum = 1, maximum = 1000000)]
    pub count: i64,
    pub per: LimitPeriod,
}

pub(super) static USE_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<UseLimit>);

impl UseLimit {
    /// As it is stored. A period that this build does not know counts as a month.
    pub fn of_columns(count: Option<i64>, per: Option<&str>) -> Option<Self> {
        Some(Self {
            count: count?,
            per: per?.parse().unwrap_or(LimitPeriod::Month),
        })
    }
}

/// Period of a club's usage limit: local day or billing period.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum LimitPeriod {
    Day,
    Month,
}
