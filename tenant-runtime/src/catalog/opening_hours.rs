//! Opening hours of a location, by day.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::describe_limits;

/// Opening hours by day, in the site's time zone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = describe_limits::<OpeningHours>)]
pub struct OpeningHours {
    pub week: Week,
    /// Days with other hours, such as holidays.
    #[serde(default)]
    #[schema(max_items = 60)]
    pub special: Vec<SpecialHours>,
}

/// Hours of each weekday, in order; empty on closed days. At most three a day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Week {
    pub monday: Vec<OpenTime>,
    pub tuesday: Vec<OpenTime>,
    pub wednesday: Vec<OpenTime>,
    pub thursday: Vec<OpenTime>,
    pub friday: Vec<OpenTime>,
    pub saturday: Vec<OpenTime>,
    pub sunday: Vec<OpenTime>,
}

impl Week {
    /// Monday first.
    pub(super) fn days(&self) -> [&Vec<OpenTime>; 7] {
        [
            &self.monday,
            &self.tuesday,
            &self.wednesday,
            &self.thursday,
            &self.friday,
            &self.saturday,
            &self.sunday,
        ]
    }

    /// Monday first.
    pub(super) fn of([monday, tuesday, wednesday, thursday, friday, saturday, sunday]: [Vec<OpenTime>; 7]) -> Self {
        Self {
            monday,
            tuesday,
            wednesday,
            thursday,
            friday,
            saturday,
            sunday,
        }
    }
}

/// Time from opening to closing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenTime {
    /// `07:00`
    pub open: String,
    /// `21:30`, or `24:00`. A time before `open` is on the next day.
    pub close: String,
}

/// Hours on a holiday or other special day, which replace the weekly hours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = describe_limits::<SpecialHours>)]
pub struct SpecialHours {
    /// Name shown to customers, such as `Christmas`; may be empty.
    #[serde(default)]
    #[schema(max_length = 80)]
    pub name: String,
    /// First day.
    #[schemars(with = "String")]
    #[schema(value_type = String, format = Date)]
    pub from: Date,
    /// Last day; at most a year after the first.
    #[schemars(with = "String")]
    #[schema(value_type = String, format = Date)]
    pub to: Date,
    /// Empty: closed.
    #[serde(default)]
    pub hours: Vec<OpenTime>,
}
