//! Validation of manifests beyond their types. Pure. Stored configs are parsed more leniently (`rules.rs`), because a
//! stricter build must not stop a site.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::fields::email;

/// ISO 3166-1, alpha-2.
const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV \
    BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR \
    GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG \
    KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX \
    MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG \
    SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG \
    VI VN VU WF WS YE YT ZA ZM ZW";

/// Number of bubbles and font size.
const BUBBLES: RangeInclusive<i64> = 1..=20;
const FONT_SIZES: RangeInclusive<i64> = 5..=15;

/// The first error: its place and what is expected there.
pub(super) fn check(config: &Map<String, Value>, support_email: &str) -> Result<(), (&'static str, String)> {
    within("siteConfig.fontSize", config.get("fontSize"), FONT_SIZES)?;
    let bubbles = config.get("bubbles").and_then(|bubbles| bubbles.get("number"));
    within("siteConfig.bubbles.number", bubbles, BUBBLES)?;
    match config.get("country").map(Value::as_str) {
        None => {}
        Some(Some(country)) if COUNTRIES.split_ascii_whitespace().any(|known| known == country) => {}
        Some(_) => {
            let expected = "use a two-letter country code (ISO 3166), such as US";
            return Err(("siteConfig.country", expected.to_owned()));
        }
    }
    email(support_email)
        .map(drop)
        .map_err(|message| ("merchant.supportEmail", message.to_owned()))
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
    fn mistakes_name_their_place() {
        let place = |pointer: &str, value: Value| {
            let mut manifest = json!({
                "siteConfig": {"country": "CA", "bubbles": {"enabled": true, "number": 20}, "fontSize": 5},
                "merchant": {"supportEmail": "crew@example.com"},
            });
            *manifest.pointer_mut(pointer).unwrap() = value;
            let address = manifest["merchant"]["supportEmail"].as_str().unwrap();
            check(manifest["siteConfig"].as_object().unwrap(), address)
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
            ("/merchant/supportEmail", json!("crew")),
            ("/merchant/supportEmail", json!("")),
        ] {
            let expected = pointer.trim_start_matches('/').replace('/', ".");
            assert_eq!(place(pointer, wrong.clone()), Some(expected.as_str()), "{wrong}");
        }
    }

    #[test]
    fn countries_are_listed_once() {
        let all: std::collections::BTreeSet<&str> = COUNTRIES.split_ascii_whitespace().collect();
        assert_eq!(all.len(), COUNTRIES.split_ascii_whitespace().count());
        assert_eq!(all.len(), 249);
    }
}
