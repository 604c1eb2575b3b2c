//! An offer as a manifest declares it and as the merchant's staff enter it.

use std::sync::LazyLock;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Award, Offer, OfferExpiry};
use crate::fields::{Limits, describe_limits, from_fields};
use crate::wallet::KioskRules;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = describe_limits::<OfferManifest>)]
pub struct OfferManifest {
    /// Name of the item in the wallet.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    #[serde(default)]
    #[schema(max_length = 500)]
    pub description: String,
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub terms: String,
    /// Only of a promo code, and required there; not case-sensitive.
    #[serde(default)]
    #[schema(max_length = 20)]
    pub code: Option<String>,
    pub award: Award,
    /// Default: now.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub starts_at: Option<Timestamp>,
    /// Default: no end.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ends_at: Option<Timestamp>,
    /// Maximum claims per customer.
    #[serde(default = "once")]
    #[schema(minimum = 1)]
    pub claim_limit: i64,
    /// Maximum claims by all customers. Default: unlimited.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub total_cap: Option<i64>,
    #[serde(default)]
    pub expiry: OfferExpiry,
    /// Locations where it can be claimed and used; empty for all.
    #[serde(default)]
    pub locations: Vec<i64>,
    #[serde(default)]
    pub kiosk: KioskRules,
}

pub(super) static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<OfferManifest>);

fn once() -> i64 {
    1
}

impl From<Offer> for OfferManifest {
    fn from(offer: Offer) -> Self {
        from_fields!(Self from offer {
            name, description, terms, code, award, ends_at, claim_limit, total_cap, expiry, locations, kiosk,
        } starts_at: Some(offer.starts_at))
    }
}
