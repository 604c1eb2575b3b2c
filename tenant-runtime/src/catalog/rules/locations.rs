//! Rules for the fields of a location, whether a manifest, a form or a CSV file sets them. Pure.

use crate::catalog::TAX_CLASSES;
use crate::catalog::location_entry::{HOURS_LIMITS, Hours, LIMITS, LocationEntry, TEXTS};
use crate::catalog::tax::is_rate;
use crate::fields::{FieldErrors, Notes};

pub(in crate::catalog) const DEGREES: &str = "Enter decimal degrees, such as 33.45 or -112.07.";
pub(in crate::catalog) const RATE: &str = "Enter a rate from 0 to 100%.";
pub(in crate::catalog) const LAST_LOCATION: &str = "A site needs at least one location. Add another one first.";

/// Validated location with trimmed fields.
///
/// # Errors
/// The message of each invalid field.
pub(in crate::catalog) fn location(entered: &LocationEntry) -> Result<LocationEntry, FieldErrors> {
    let mut notes = Notes::default();
    let mut refuse = |field: &'static str, wrong: bool, message: &'static str| {
        if wrong {
            notes.take::<()>(field, Err(message));
        }
    };
    refuse("latitude", !LIMITS.allow_decimal("latitude", entered.latitude), DEGREES);
    refuse(
        "longitude",
        !LIMITS.allow_decimal("longitude", entered.longitude),
        DEGREES,
    );
    refuse(
        "hours",
        !LIMITS.allow_items("hours", entered.hours.len()) || !entered.hours.iter().all(is_open_some_time),
        "Enter days and two different times, such as Mon–Fri, 07:00 and 21:30.",
    );
    let is_tax = |(class, rate): (&String, &i64)| TAX_CLASSES.contains(&class.as_str()) && is_rate(*rate);
    refuse("taxes", !entered.taxes.iter().all(is_tax), RATE);
    let mut location = entered.clone();
    for (name, of) in TEXTS {
        let text = of(&mut location);
        *text = notes.take(name, LIMITS.text(name, text));
    }
    notes.into_result(location)
}

fn is_open_some_time(hours: &Hours) -> bool {
    HOURS_LIMITS.text("days", &hours.days).is_ok()
        && is_time(&hours.open)
        && (is_time(&hours.close) || hours.close == "24:00")
        && hours.open != hours.close
}

/// `00:00` to `23:59`, both parts with two digits.
fn is_time(text: &str) -> bool {
    let part = |part: &str, below: u8| {
        part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()) && part.parse::<u8>().is_ok_and(|n| n < below)
    };
    text.split_once(':')
        .is_some_and(|(hour, minute)| part(hour, 24) && part(minute, 60))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn with(mut value: Value, fields: &Value) -> LocationEntry {
        for (name, field) in fields.as_object().unwrap() {
            value[name] = field.clone();
        }
        serde_json::from_value(value).unwrap()
    }

    fn wrong_location(fields: &Value) -> Vec<String> {
        let entered = with(
            json!({"name": "Main", "address1": "1 Main St", "city": "Mesa", "latitude": 33.4, "longitude": -111.8}),
            fields,
        );
        let errors = location(&entered).err().unwrap_or_default();
        errors.into_keys().map(String::from).collect()
    }

    #[test]
    fn locations_lie_on_earth_and_open_at_times_of_a_day() {
        for (open, close) in [("07:00", "21:30"), ("00:00", "24:00"), ("22:00", "02:00")] {
            let hours = json!({"hours": [{"days": "Mon–Fri", "open": open, "close": close}]});
            assert_eq!(wrong_location(&hours), Vec::<String>::new(), "{hours}");
        }
        for (days, open, close) in [
            (" ", "07:00", "21:00"),
            ("Sat", "7:00", "21:00"),
            ("Sat", "07:00", "9 pm"),
            ("Sat", "24:00", "21:00"),
            ("Sat", "07:60", "21:00"),
            ("Sat", "+7:00", "21:00"),
            ("Sat", "07:00", "07:00"),
        ] {
            let hours = json!({"hours": [{"days": days, "open": open, "close": close}]});
            assert_eq!(wrong_location(&hours), ["hours"], "{hours}");
        }
        for (bad, field) in [
            (json!({"name": ""}), "name"),
            (json!({"address1": " "}), "address1"),
            (json!({"city": ""}), "city"),
            (json!({"zip": "1".repeat(81)}), "zip"),
            (json!({"arrivalNote": "x".repeat(121)}), "arrivalNote"),
            (json!({"latitude": 90.1}), "latitude"),
            (json!({"longitude": -180.1}), "longitude"),
            (json!({"taxes": {"wash": 1_000_001}}), "taxes"),
            (json!({"taxes": {"windows": 1}}), "taxes"),
        ] {
            assert_eq!(wrong_location(&bad), [field], "{bad}");
        }
    }
}
