//! An offer as a manifest declares it and as the merchant's staff enter it.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Award, Offer, OfferExpiry};
use crate::wallet::KioskRules;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferManifest {
    /// At most 60 characters; what is claimed is called so in the wallet.
    pub name: String,
    /// At most 500 characters.
    #[serde(default)]
    pub description: String,
    /// At most 2000 characters.
    #[serde(default)]
    pub terms: String,
    /// Of a promo code, and only of one: at most 20 characters, upper or lower case all the same.
    #[serde(default)]
    pub code: Option<String>,
    pub award: Award,
    /// Absent: now.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub starts_at: Option<Timestamp>,
    /// Absent: it does not end.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ends_at: Option<Timestamp>,
    /// How often one customer may claim it, ever.
    #[serde(default = "once")]
    #[schemars(range(min = 1))]
    pub claim_limit: i64,
    /// How often all customers together may claim it; absent: as often as they like.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub total_cap: Option<i64>,
    #[serde(default)]
    pub expiry: OfferExpiry,
    /// Where it can be claimed and used; empty: everywhere.
    #[serde(default)]
    pub locations: Vec<i64>,
    #[serde(default)]
    pub kiosk: KioskRules,
}

fn once() -> i64 {
    1
}

impl From<Offer> for OfferManifest {
    fn from(offer: Offer) -> Self {
        Self {
            name: offer.name,
            description: offer.description,
            terms: offer.terms,
            code: offer.code,
            award: offer.award,
            starts_at: Some(offer.starts_at),
            ends_at: offer.ends_at,
            claim_limit: offer.claim_limit,
            total_cap: offer.total_cap,
            expiry: offer.expiry,
            locations: offer.locations,
            kiosk: offer.kiosk,
        }
    }
}
