//! States and provinces of the site's country.

use std::borrow::Cow;

use platform::http::Text;
use serde::Serialize;
use utoipa::ToSchema;

use crate::language::Locale;

/// State, province or constituent country.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct State {
    pub code: &'static str,
    pub name: Cow<'static, str>,
}

impl State {
    pub(super) fn named_in(&self, locale: &Locale) -> Self {
        Self {
            code: self.code,
            name: locale.say(Text::new(self.name.clone())).into(),
        }
    }
}

macro_rules! states {
    ($($code:literal $name:literal),+ $(,)?) => { &[$(State { code: $code, name: Cow::Borrowed($name) }),+] };
}

const US: &[State] = states![
    "AL" "Alabama", "AK" "Alaska", "AZ" "Arizona", "AR" "Arkansas", "CA" "California", "CO" "Colorado",
    "CT" "Connecticut", "DE" "Delaware", "DC" "District of Columbia", "FL" "Florida", "GA" "Georgia", "HI" "Hawaii",
    "ID" "Idaho", "IL" "Illinois", "IN" "Indiana", "IA" "Iowa", "KS" "Kansas", "KY" "Kentucky", "LA" "Louisiana",
    "ME" "Maine", "MD" "Maryland", "MA" "Massachusetts", "MI" "Michigan", "MN" "Minnesota", "MS" "Mississippi",
    "MO" "Missouri", "MT" "Montana", "NE" "Nebraska", "NV" "Nevada", "NH" "New Hampshire", "NJ" "New Jersey",
    "NM" "New Mexico", "NY" "New York", "NC" "North Carolina", "ND" "North Dakota", "OH" "Ohio", "OK" "Oklahoma",
    "OR" "Oregon", "PA" "Pennsylvania", "RI" "Rhode Island", "SC" "South Carolina", "SD" "South Dakota",
    "TN" "Tennessee", "TX" "Texas", "UT" "Utah", "VT" "Vermont", "VA" "Virginia", "WA" "Washington",
    "WV" "West Virginia", "WI" "Wisconsin", "WY" "Wyoming",
];

const CANADA: &[State] = states![
    "AB" "Alberta", "BC" "British Columbia", "MB" "Manitoba", "NB" "New Brunswick",
    "NL" "Newfoundland and Labrador", "NT" "Northwest Territories", "NS" "Nova Scotia", "NU" "Nunavut",
    "ON" "Ontario", "PE" "Prince Edward Island", "QC" "Quebec", "SK" "Saskatchewan", "YT" "Yukon",
];

const UK: &[State] = states!["ENG" "England", "NIR" "Northern Ireland", "SCT" "Scotland", "WLS" "Wales"];

/// Codes that an address or a license plate of `country` may have. A blank one is among them where the country's addresses and
/// plates have no state; none: any text.
pub fn codes_of(country: &str) -> Vec<&'static str> {
    let codes = of_country(country).iter().map(|state| state.code);
    codes.chain((country == "GB").then_some("")).collect()
}

/// States of `country` (ISO 3166); empty without a list.
pub fn of_country(country: &str) -> &'static [State] {
    match country {
        "US" => US,
        "CA" => CANADA,
        "GB" => UK,
        _ => &[],
    }
}
