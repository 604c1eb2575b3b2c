//! Products as customers see them, with prices, limits and images.

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
    /// Kiosk purchase with the card on file. It isn't in any catalog.
    #[schemars(skip)]
    AirPay,
}

impl ProductType {
    /// Tax class, which decides the location's rate. Gift cards are never taxed.
    pub const fn tax_class(self) -> &'static str {
        match self {
            Self::AppWash | Self::AppBundle => "wash",
            Self::AppClub => "club",
            // The kiosk taxes AirPAY charges.
            Self::GiftCard | Self::GiftCardRecharge | Self::AirPay => "untaxed",
            Self::Swag => "merchandise",
        }
    }

    /// Whether it is shipped.
    pub const fn is_fulfillable(self) -> bool {
        matches!(self, Self::Swag)
    }

    /// Whether it can be bought as a gift (docs/RULES.md#gifts).
    pub const fn is_giftable(self) -> bool {
        matches!(self, Self::AppWash | Self::AppBundle | Self::GiftCard)
    }

    /// Whether it is redeemed with codes from a wallet.
    pub const fn has_codes(self) -> bool {
        matches!(self, Self::AppWash | Self::AppBundle)
    }

    /// Whether it can name the washes that it includes.
    pub const fn includes_washes(self) -> bool {
        matches!(self, Self::AppClub | Self::AppBundle)
    }

    /// Whether it is stored value: paid now and spent later.
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

/// Product in the catalog, before tax.
#[derive(Clone, Debug)]
pub struct Listing {
    pub id: i64,
    pub product_type: ProductType,
    pub name: String,
    /// For a club, the monthly price.
    pub price: Price,
    /// Value of a gift card, in minor units.
    pub value: i64,
    /// Price of a club's first month for new members.
    pub signup_price: Option<Price>,
    /// Number of codes in a bundle.
    pub quantity: Option<i64>,
    /// Validity of its codes in days. `None`: one year.
    pub good_for_days: Option<i64>,
    /// Stock. `None`: not counted.
    pub stock: Option<i64>,
    /// Usage limit of a club. `None`: unlimited.
    pub use_limit: Option<UseLimit>,
    /// Names of the washes that a club or bundle includes.
    pub washes: Vec<String>,
    pub tax_class: String,
    pub details: Vec<String>,
    pub badge: Option<String>,
    /// Locations that sell it. Empty for all.
    pub locations: Vec<i64>,
    pub logo: Logo,
}

impl Listing {
    /// Price for a customer, depending on whether they were ever a club member.
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
    /// Usage limit from its columns. An unknown period counts as a month.
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
