//! Rules for the fields of a location, whether a manifest, a form or a CSV file sets them. Pure.

use super::hours::{checked, clock_time, lines, read};
use crate::catalog::TAX_CLASSES;
use crate::catalog::location_entry::{HOURS_LIMITS, Hours, LIMITS, LocationEntry, TEXTS};
use crate::catalog::opening_hours::OpeningHours;
use crate::catalog::tax::is_rate;
use crate::fields::{FieldErrors, Notes};

pub(in crate::catalog) const DEGREES: &str = "Enter decimal degrees, such as 33.45 or -112.07.";
const LINES: &str = "Enter days and two different times, such as Mon–Fri, 07:00 and 21:30.";
const TIMES: &str = "Enter two different times, such as 07:00 and 21:30. The times of a day can't overlap.";
const DERIVED: &str = "Change `openingHours` instead; `hours` is derived from it.";
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
    let is_tax = |(class, rate): (&String, &i64)| TAX_CLASSES.contains(&class.as_str()) && is_rate(*rate);
    refuse("taxes", !entered.taxes.iter().all(is_tax), RATE);
    let mut location = entered.clone();
    if let Some(hours) = &entered.opening_hours {
        let hours = notes.take("openingHours", checked(hours).ok_or(TIMES));
        location.hours = lines(&hours);
        if !entered.hours.is_empty() && entered.hours != location.hours {
            notes.take::<()>("hours", Err(DERIVED));
        }
        location.opening_hours = Some(hours);
    } else {
        let hours = notes.take("hours", typed_lines(&entered.hours).ok_or(LINES));
        location.opening_hours = read(&hours);
        location.hours = location.opening_hours.as_ref().map_or(hours, lines);
    }
    for (name, of) in TEXTS {
        let text = of(&mut location);
        *text = notes.take(name, LIMITS.text(name, text));
    }
    notes.into_result(location)
}

/// A changed location whose hours a client may have edited in either form: by day, or as lines, which older clients know alone.
/// Those change the week, and keep the special hours.
pub(in crate::catalog) fn changed(before: &LocationEntry, mut entered: LocationEntry) -> LocationEntry {
    let changes_days = entered.opening_hours.is_some() && entered.opening_hours != before.opening_hours;
    let changes_lines = !entered.hours.is_empty() && entered.hours != before.hours;
    if entered.opening_hours.is_some() && !changes_lines {
        entered.hours.clear();
        return entered;
    }
    if changes_days {
        return entered;
    }
    entered.opening_hours = None;
    let typed = typed_lines(&entered.hours).and_then(|lines| read(&lines));
    if let (Some(typed), Some(before)) = (typed, &before.opening_hours) {
        let special = before.special.clone();
        entered.opening_hours = Some(OpeningHours { special, ..typed });
        entered.hours.clear();
    }
    entered
}

/// Lines of text within their limits, with times as `07:00`.
fn typed_lines(entered: &[Hours]) -> Option<Vec<Hours>> {
    let typed = |line: &Hours| {
        let days = HOURS_LIMITS.text("days", &line.days).ok()?;
        let (open, close) = (clock_time(&line.open)?, clock_time(&line.close)?);
        (open != close && open != "24:00").then_some(Hours { days, open, close })
    };
    let lines = entered.iter().map(typed).collect::<Option<_>>()?;
    LIMITS.allow_items("hours", entered.len()).then_some(lines)
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
    fn locations_have_valid_coordinates_and_hours() {
        for (open, close) in [("07:00", "21:30"), ("00:00", "24:00"), ("22:00", "02:00")] {
            let hours = json!({"hours": [{"days": "Mon–Fri", "open": open, "close": close}]});
            assert_eq!(wrong_location(&hours), Vec::<String>::new(), "{hours}");
        }
        for (days, open, close) in [
            (" ", "07:00", "21:00"),
            ("Sat", "7:0", "21:00"),
            ("Sat", "07:00", "nine"),
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
