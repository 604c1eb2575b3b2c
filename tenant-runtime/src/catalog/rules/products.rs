//! What may be said of products and locations, by a manifest or by staff. Pure.

use crate::catalog::entry::{LocationEntry, ProductEntry};
use crate::catalog::{Hours, MAX_STORED_VALUE, ProductType, TAX_CLASSES, UseLimit};
use crate::fields::text::{REQUIRED, TOO_LONG};
use crate::fields::{Checked, FieldErrors, Notes};
use crate::site::UPLOADS;

/// The most that anything costs, in minor units.
const MOST_MONEY: i64 = 100_000_000;

/// Most codes of one bundle.
const MOST_CODES: i64 = 100;

/// Longest that a code may be good.
const MOST_DAYS: i64 = 3650;

/// Most pieces, and most uses of a club.
const MOST_PIECES: i64 = 1_000_000;

const LONGEST_NAME: usize = 80;
const LONGEST_BADGE: usize = 40;
const LONGEST_LINE: usize = 200;
const MOST_LINES: usize = 20;
const MOST_HOURS: usize = 14;

pub(in crate::catalog) const NO_SUCH_LOCATION: &str = "There is no such location.";
const AMOUNT: &str = "An amount from 0 to 100000000 is expected.";
pub(in crate::catalog) const PLACE: &str = "Degrees are expected, such as 33.45 or -112.07.";
pub(in crate::catalog) const RATE: &str = "A rate from 0 to 100 % is expected.";
pub(in crate::catalog) const LAST_LOCATION: &str = "A site has at least one location. Please add another one first.";

/// A product without what is blank around it, if it can be sold. `locations`: those that the site has.
///
/// # Errors
/// The message of each field at fault.
pub(in crate::catalog) fn product(entered: &ProductEntry, locations: &[i64]) -> Result<ProductEntry, FieldErrors> {
    let mut notes = Notes::default();
    let kind = entered.product_type;
    let mut refuse = |field: &'static str, wrong: bool, message: &'static str| {
        if wrong {
            notes.take::<()>(field, Err(message));
        }
    };
    let amount = |amount: i64| !(0..=MOST_MONEY).contains(&amount);
    refuse(
        "productType",
        kind == ProductType::AirPay,
        "Something that a site sells is expected.",
    );
    refuse("price", amount(entered.price), AMOUNT);
    refuse("value", amount(entered.value), AMOUNT);
    refuse(
        "value",
        kind.is_stored_value() && !(1..=MAX_STORED_VALUE).contains(&entered.value),
        "A gift card is worth 1 to 200000.",
    );
    refuse(
        "signupPrice",
        entered.signup_price.is_some() != (kind == ProductType::AppClub),
        "A wash club has a first price, and nothing else has.",
    );
    refuse("signupPrice", entered.signup_price.is_some_and(amount), AMOUNT);
    refuse(
        "quantity",
        match entered.quantity {
            Some(codes) => kind != ProductType::AppBundle || !(1..=MOST_CODES).contains(&codes),
            None => kind == ProductType::AppBundle,
        },
        "A bundle has 1 to 100 codes, and nothing else has.",
    );
    refuse(
        "goodForDays",
        entered
            .good_for_days
            .is_some_and(|days| !(1..=MOST_DAYS).contains(&days) || !kind.has_codes()),
        "Days from 1 to 3650 are expected, and only of washes and bundles.",
    );
    refuse(
        "stock",
        entered
            .stock
            .is_some_and(|pieces| !(0..=MOST_PIECES).contains(&pieces) || kind != ProductType::Swag),
        "A number from 0 to 1000000 is expected, and only of merchandise.",
    );
    refuse(
        "useLimit",
        entered
            .use_limit
            .is_some_and(|UseLimit { count, .. }| !(1..=MOST_PIECES).contains(&count) || kind != ProductType::AppClub),
        "A number of at least 1 is expected, and only of a wash club.",
    );
    refuse(
        "locations",
        entered.locations.iter().any(|id| !locations.contains(id)),
        NO_SUCH_LOCATION,
    );
    let image = &entered.logo.image;
    refuse(
        "logo.image",
        !(image.is_empty() || is_picture(image)),
        "One of the site's pictures is expected.",
    );
    refuse(
        "logo.alpha",
        !(0.0..=1.0).contains(&entered.logo.alpha),
        "A number from 0 to 1 is expected.",
    );
    refuse(
        "onSaleUntil",
        matches!((entered.on_sale_from, entered.on_sale_until), (Some(from), Some(until)) if until <= from),
        "This must be after the start.",
    );
    let lines = entered.details.iter().map(|line| line.trim());
    let details: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let too_much = details.len() > MOST_LINES || details.iter().any(|line| is_longer(line, LONGEST_LINE));
    refuse("details", too_much, "At most 20 lines of 200 characters are expected.");
    let badge = entered
        .badge
        .as_deref()
        .map(str::trim)
        .filter(|badge| !badge.is_empty());
    refuse(
        "badge",
        badge.is_some_and(|badge| is_longer(badge, LONGEST_BADGE)),
        TOO_LONG,
    );
    let product = ProductEntry {
        name: notes.take("name", said(&entered.name)),
        details,
        badge: badge.map(str::to_owned),
        ..entered.clone()
    };
    notes.into_result(product)
}

/// A location without what is blank around it, if it can be shown and taxed.
///
/// # Errors
/// The message of each field at fault.
pub(in crate::catalog) fn location(entered: &LocationEntry) -> Result<LocationEntry, FieldErrors> {
    let mut notes = Notes::default();
    let mut refuse = |field: &'static str, wrong: bool, message: &'static str| {
        if wrong {
            notes.take::<()>(field, Err(message));
        }
    };
    refuse("latitude", !(-90.0..=90.0).contains(&entered.latitude), PLACE);
    refuse("longitude", !(-180.0..=180.0).contains(&entered.longitude), PLACE);
    refuse(
        "hours",
        entered.hours.len() > MOST_HOURS || !entered.hours.iter().all(is_open_some_time),
        "Days and two different times are expected, such as Mon–Fri, 07:00 and 21:30.",
    );
    let is_tax = |(class, rate): (&String, &i64)| TAX_CLASSES.contains(&class.as_str()) && is_rate(*rate);
    refuse("taxes", !entered.taxes.iter().all(is_tax), RATE);
    let mut optional = |field: &'static str, text: &str| notes.take(field, short(text));
    let address2 = optional("address2", &entered.address2);
    let state = optional("state", &entered.state);
    let zip = optional("zip", &entered.zip);
    let phone = optional("phone", &entered.phone);
    let location = LocationEntry {
        name: notes.take("name", said(&entered.name)),
        address1: notes.take("address1", said(&entered.address1)),
        address2,
        city: notes.take("city", said(&entered.city)),
        state,
        zip,
        phone,
        ..entered.clone()
    };
    notes.into_result(location)
}

/// How many pieces there are once staff say `wanted`, who have seen `seen` while there are `now`: what was sold meanwhile is
/// sold.
pub(in crate::catalog) fn pieces(now: Option<i64>, seen: Option<i64>, wanted: Option<i64>) -> Option<i64> {
    match (now, seen, wanted) {
        (Some(now), Some(seen), Some(wanted)) => Some((now + wanted - seen).max(0)),
        _ => wanted,
    }
}

/// From nothing to as much as the price, in parts per million.
pub(in crate::catalog) fn is_rate(rate: i64) -> bool {
    (0..=1_000_000).contains(&rate)
}

/// A file of the site's that shows something that does not move.
fn is_picture(path: &str) -> bool {
    path.strip_prefix(UPLOADS)
        .is_some_and(|name| !name.contains('/') && !name.contains("..") && !name.ends_with(".mp4"))
}

fn is_open_some_time(hours: &Hours) -> bool {
    let days = hours.days.trim();
    !days.is_empty()
        && !is_longer(days, LONGEST_BADGE)
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

fn is_longer(text: &str, most: usize) -> bool {
    text.chars().count() > most
}

fn short(entered: &str) -> Checked<String> {
    let text = entered.trim();
    if is_longer(text, LONGEST_NAME) {
        return Err(TOO_LONG);
    }
    Ok(text.to_owned())
}

fn said(entered: &str) -> Checked<String> {
    match short(entered) {
        Ok(text) if text.is_empty() => Err(REQUIRED),
        checked => checked,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn with<T: serde::de::DeserializeOwned>(mut value: Value, fields: &Value) -> T {
        for (name, field) in fields.as_object().unwrap() {
            value[name] = field.clone();
        }
        serde_json::from_value(value).unwrap()
    }

    fn wrong_product(fields: &Value) -> Vec<String> {
        let entered = with(json!({"productType": "AppWash", "name": "Glow", "price": 100}), fields);
        let errors = product(&entered, &[1]).err().unwrap_or_default();
        errors.into_keys().map(String::from).collect()
    }

    #[test]
    fn products_have_the_fields_of_their_type() {
        for good in [
            json!({}),
            json!({"goodForDays": 90}),
            json!({"productType": "AppBundle", "quantity": 5, "goodForDays": 3650}),
            json!({"productType": "AppClub", "signupPrice": 0, "useLimit": {"count": 2, "per": "month"}}),
            json!({"productType": "GiftCard", "value": 2500}),
            json!({"productType": "GiftCardRecharge", "value": 200_000}),
            json!({"productType": "Swag", "stock": 0}),
            json!({"productType": "Swag"}),
            json!({"logo": {"image": "/uploads/mug.svg"}}),
            json!({"onSaleFrom": "2026-11-01T00:00:00Z", "onSaleUntil": "2026-12-01T00:00:00Z"}),
        ] {
            assert_eq!(wrong_product(&good), Vec::<String>::new(), "{good}");
        }
        for (bad, field) in [
            (json!({"name": " "}), "name"),
            (json!({"name": "x".repeat(81)}), "name"),
            (json!({"price": -1}), "price"),
            (json!({"price": 100_000_001}), "price"),
            (json!({"productType": "AirPay"}), "productType"),
            (json!({"productType": "GiftCard"}), "value"),
            (json!({"productType": "GiftCard", "value": 200_001}), "value"),
            (json!({"productType": "AppClub"}), "signupPrice"),
            (json!({"productType": "AppClub", "signupPrice": -1}), "signupPrice"),
            (json!({"signupPrice": 1}), "signupPrice"),
            (json!({"productType": "AppBundle"}), "quantity"),
            (json!({"productType": "AppBundle", "quantity": 101}), "quantity"),
            (json!({"quantity": 2}), "quantity"),
            (json!({"goodForDays": 0}), "goodForDays"),
            (json!({"goodForDays": 3651}), "goodForDays"),
            (json!({"productType": "Swag", "goodForDays": 90}), "goodForDays"),
            (json!({"stock": 2}), "stock"),
            (json!({"productType": "Swag", "stock": -1}), "stock"),
            (json!({"useLimit": {"count": 1, "per": "day"}}), "useLimit"),
            (json!({"locations": [2]}), "locations"),
            (json!({"logo": {"alpha": 1.5}}), "logo.alpha"),
            (
                json!({"logo": {"image": "https://elsewhere.example/x.png"}}),
                "logo.image",
            ),
            (json!({"logo": {"image": "/uploads/../x.png"}}), "logo.image"),
            (json!({"logo": {"image": "/uploads/clip.mp4"}}), "logo.image"),
            (json!({"details": vec!["x"; 21]}), "details"),
            (json!({"badge": "x".repeat(41)}), "badge"),
            (
                json!({"onSaleFrom": "2026-11-01T00:00:00Z", "onSaleUntil": "2026-11-01T00:00:00Z"}),
                "onSaleUntil",
            ),
        ] {
            assert_eq!(wrong_product(&bad), [field], "{bad}");
        }
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
            (json!({"latitude": 90.1}), "latitude"),
            (json!({"longitude": -180.1}), "longitude"),
            (json!({"taxes": {"wash": 1_000_001}}), "taxes"),
            (json!({"taxes": {"windows": 1}}), "taxes"),
        ] {
            assert_eq!(wrong_location(&bad), [field], "{bad}");
        }
    }

    #[test]
    fn what_is_sold_while_staff_count_stays_sold() {
        for (now, seen, wanted, left) in [
            (Some(10), Some(10), Some(12), Some(12)),
            (Some(8), Some(10), Some(12), Some(10)),
            (Some(8), Some(10), Some(10), Some(8)),
            (Some(1), Some(10), Some(2), Some(0)),
            (Some(8), None, Some(12), Some(12)),
            (None, None, Some(5), Some(5)),
            (Some(8), Some(8), None, None),
        ] {
            assert_eq!(pieces(now, seen, wanted), left, "{now:?} {seen:?} {wanted:?}");
        }
    }
}
