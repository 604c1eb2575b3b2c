//! Validation of manifests beyond their types. Pure. Stored configs are parsed more leniently (`rules.rs`), because a
//! stricter build must not stop a site.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::site::Country;

/// Number of bubbles and font size.
const BUBBLES: RangeInclusive<i64> = 1..=20;
const FONT_SIZES: RangeInclusive<i64> = 5..=15;

/// First error: its path and the expected value.
pub(super) fn check(config: &Map<String, Value>) -> Result<(), (&'static str, String)> {
    within("siteConfig.fontSize", config.get("fontSize"), FONT_SIZES)?;
    let bubbles = config.get("bubbles").and_then(|bubbles| bubbles.get("number"));
    within("siteConfig.bubbles.number", bubbles, BUBBLES)?;
    match config.get("country").map(Value::as_str) {
        None => {}
        Some(Some(country)) if Country::of_code(country).is_some() => {}
        Some(_) => {
            let expected = "use a two-letter country code (ISO 3166), such as US";
            return Err(("siteConfig.country", expected.to_owned()));
        }
    }
    Ok(())
}

fn within(
    place: &'static str,
    value: Option<&Value>,
    range: RangeInclusive<i64>,
) -> Result<(), (&'static str, String)> {
    match value {
        Some(value) if !value.as_i64().is_some_and(|number| range.contains(&number)) => {
            let (least, most) = (range.start(), range.end());
            Err((place, format!("use a whole number from {least} to {most}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn errors_name_their_place() {
        let place = |pointer: &str, value: Value| {
            let mut manifest = json!({
                "siteConfig": {"country": "CA", "bubbles": {"enabled": true, "number": 20}, "fontSize": 5},
            });
            *manifest.pointer_mut(pointer).unwrap() = value;
            check(manifest["siteConfig"].as_object().unwrap())
                .err()
                .map(|(place, _)| place)
        };
        assert_eq!(place("/siteConfig/fontSize", json!(15)), None);
        assert_eq!(place("/siteConfig", json!({})), None);
        for (pointer, wrong) in [
            ("/siteConfig/fontSize", json!(16)),
            ("/siteConfig/fontSize", json!("big")),
            ("/siteConfig/bubbles/number", json!(0)),
            ("/siteConfig/bubbles/number", json!(21)),
            ("/siteConfig/bubbles/number", json!(2.5)),
            ("/siteConfig/country", json!("XX")),
            ("/siteConfig/country", json!("us")),
            ("/siteConfig/country", json!(1)),
        ] {
            let expected = pointer.trim_start_matches('/').replace('/', ".");
            assert_eq!(place(pointer, wrong.clone()), Some(expected.as_str()), "{wrong}");
        }
    }
}
