//! Locations: as a manifest declares them, as staff enter them, and as customers see them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::declared::with_id;
use super::opening_hours::OpeningHours;
use crate::fields::{Limits, TextOf, describe_limits, from_fields};

/// Opening hours as a line of text. They follow from the hours by day, or stand alone if they can't be read as such.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = describe_limits::<Hours>)]
pub struct Hours {
    /// `Mon–Fri`
    #[schema(min_length = 1, max_length = 40)]
    pub days: String,
    /// Local time, such as `07:00`.
    pub open: String,
    pub close: String,
}

/// Fields of a location.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = describe_limits::<LocationEntry>)]
pub struct LocationEntry {
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    #[schema(min_length = 1, max_length = 80)]
    pub address1: String,
    #[serde(default)]
    #[schema(max_length = 80)]
    pub address2: String,
    #[schema(min_length = 1, max_length = 80)]
    pub city: String,
    #[serde(default)]
    #[schema(max_length = 80)]
    pub state: String,
    #[serde(default)]
    #[schema(max_length = 80)]
    pub zip: String,
    #[serde(default)]
    #[schema(max_length = 80)]
    pub phone: String,
    /// Directions to the entrance, such as "Enter from Oak Street".
    #[serde(default)]
    #[schema(max_length = 120)]
    pub arrival_note: String,
    /// Degrees north.
    #[schema(minimum = -90, maximum = 90)]
    pub latitude: f64,
    /// Degrees east.
    #[schema(minimum = -180, maximum = 180)]
    pub longitude: f64,
    /// Opening hours by day. Null: `hours` are read, or shown as they are if that isn't possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_hours: Option<OpeningHours>,
    /// Follows from `openingHours`, if those are given.
    #[serde(default)]
    #[schema(max_items = 14)]
    pub hours: Vec<Hours>,
    /// Parts per million of the net price, by tax class (`wash`, `club`, `merchandise`).
    #[serde(default)]
    pub taxes: BTreeMap<String, i64>,
}

/// Text fields by the name that API, manifest and CSV file use.
pub(super) const TEXTS: [(&str, TextOf<LocationEntry>); 8] = [
    ("name", |location| &mut location.name),
    ("address1", |location| &mut location.address1),
    ("address2", |location| &mut location.address2),
    ("city", |location| &mut location.city),
    ("state", |location| &mut location.state),
    ("zip", |location| &mut location.zip),
    ("phone", |location| &mut location.phone),
    ("arrivalNote", |location| &mut location.arrival_note),
];

pub(super) static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<LocationEntry>);
pub(super) static HOURS_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<Hours>);

/// Location that a manifest declares.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LocationManifest {
    #[schemars(range(min = 1))]
    pub id: i64,
    #[serde(flatten)]
    pub location: LocationEntry,
}

impl<'de> Deserialize<'de> for LocationManifest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (id, location) = with_id(deserializer, "id")?;
        Ok(Self { id, location })
    }
}

/// Location that the site has.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LocationRecord {
    pub location_id: i64,
    /// Number of the revision; each change by staff adds 1.
    pub version: i64,
    /// Whether it is hidden from customers, and nothing is sold for it.
    pub archived: bool,
    /// Order in lists.
    #[serde(skip)]
    pub position: i64,
    pub location: LocationEntry,
}

/// Location of the car wash.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    pub id: i64,
    pub name: String,
    pub address1: String,
    pub address2: String,
    pub city: String,
    pub state: String,
    pub zip: String,
    pub phone: String,
    /// Directions to the entrance; may be empty.
    pub arrival_note: String,
    /// Decimal degrees north.
    pub latitude: f64,
    /// Decimal degrees east.
    pub longitude: f64,
    /// Opening hours by day; null if they are only known as text.
    pub opening_hours: Option<OpeningHours>,
    pub hours: Vec<Hours>,
}

impl From<LocationRecord> for Location {
    /// Copies the public fields.
    fn from(
        LocationRecord {
            location_id, location, ..
        }: LocationRecord,
    ) -> Self {
        from_fields!(Self from location {
            name, address1, address2, city, state, zip, phone, arrival_note, latitude, longitude, opening_hours, hours,
        } id: location_id)
    }
}
