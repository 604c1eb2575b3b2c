//! Locations as the merchant's staff enter them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hours;
use super::manifest::LocationManifest;

/// What there is to say of a location.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LocationEntry {
    /// At most 80 characters.
    pub name: String,
    pub address1: String,
    #[serde(default)]
    pub address2: String,
    pub city: String,
    #[serde(default)]
    pub state: String,
    #[serde(default)]
    pub zip: String,
    #[serde(default)]
    pub phone: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    #[serde(default)]
    pub hours: Vec<Hours>,
    /// Parts per million of the net price, by tax class (`wash`, `club`, `merchandise`).
    #[serde(default)]
    pub taxes: BTreeMap<String, i64>,
}

/// A location that the site has.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LocationRecord {
    pub location_id: i64,
    /// Counts what staff have changed.
    pub version: i64,
    /// Customers do not see it, and nothing is sold for it.
    pub archived: bool,
    pub location: LocationEntry,
}

impl From<LocationManifest> for LocationEntry {
    fn from(declared: LocationManifest) -> Self {
        Self {
            name: declared.name,
            address1: declared.address1,
            address2: declared.address2,
            city: declared.city,
            state: declared.state,
            zip: declared.zip,
            phone: declared.phone,
            latitude: declared.latitude,
            longitude: declared.longitude,
            hours: declared.hours,
            taxes: declared.taxes,
        }
    }
}
