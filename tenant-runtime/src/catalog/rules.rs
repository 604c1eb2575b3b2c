//! Prices, taxes, where a product may be bought, and what a manifest may declare. Pure.

use std::collections::BTreeMap;

use super::manifest::{LocationManifest, ProductManifest};
use super::{MAX_STORED_VALUE, ProductType, UseLimit};
use crate::site::UPLOADS;

/// Most codes of one bundle.
const MOST_CODES: i64 = 100;

/// Longest that a code may be good.
const MOST_DAYS: i64 = 3650;

/// A mistake in a manifest and its place.
#[derive(Debug)]
pub struct CatalogError {
    pub place: String,
    pub message: String,
}

/// Whether something limited to `locations` (none: everywhere) may be had at `location` (0: all locations).
pub fn allowed_at(locations: &[i64], location: i64) -> bool {
    locations.is_empty() || location == 0 || locations.contains(&location)
}

/// Whether locations, products and rates can be sold with.
///
/// # Errors
/// The first mistake.
pub(super) fn check_manifest(
    locations: &[LocationManifest],
    products: &[ProductManifest],
    ship_to_taxes: &BTreeMap<String, i64>,
) -> Result<(), CatalogError> {
    if locations.is_empty() {
        return mistake("locations", "at least one location is expected");
    }
    for (index, location) in locations.iter().enumerate() {
        let twice = locations[..index].iter().any(|other| other.id == location.id);
        check_location(location, twice).map_err(|error| error.within(&format!("locations[{index}]")))?;
    }
    for (index, product) in products.iter().enumerate() {
        let twice = products[..index]
            .iter()
            .any(|other| other.product_id == product.product_id);
        check_product(product, twice, locations).map_err(|error| error.within(&format!("products[{index}]")))?;
    }
    if ship_to_taxes.values().any(|rate| !is_rate(*rate)) {
        return mistake("shipToTaxes", RATE_EXPECTED);
    }
    Ok(())
}

const RATE_EXPECTED: &str = "parts per million between 0 and 1000000 are expected";

fn is_rate(rate: i64) -> bool {
    (0..=1_000_000).contains(&rate)
}

fn mistake(place: &str, message: &str) -> Result<(), CatalogError> {
    Err(CatalogError {
        place: place.to_owned(),
        message: message.to_owned(),
    })
}

impl CatalogError {
    fn within(self, place: &str) -> Self {
        Self {
            place: format!("{place}.{}", self.place),
            ..self
        }
    }
}

fn check_location(location: &LocationManifest, twice: bool) -> Result<(), CatalogError> {
    if location.id < 1 || twice {
        return mistake("id", "a positive number that no other location has is expected");
    }
    if !(-90.0..=90.0).contains(&location.latitude) {
        return mistake("latitude", "degrees between -90 and 90 are expected");
    }
    if !(-180.0..=180.0).contains(&location.longitude) {
        return mistake("longitude", "degrees between -180 and 180 are expected");
    }
    for hours in &location.hours {
        if hours.days.trim().is_empty() {
            return mistake("hours", "the days are expected, such as Mon–Fri");
        }
        if !is_time(&hours.open) || !(is_time(&hours.close) || hours.close == "24:00") || hours.open == hours.close {
            return mistake("hours", "two different times are expected, such as 07:00 and 21:30");
        }
    }
    if location.taxes.values().any(|rate| !is_rate(*rate)) {
        return mistake("taxes", RATE_EXPECTED);
    }
    Ok(())
}

/// `00:00` to `23:59`, both parts with two digits.
fn is_time(text: &str) -> bool {
    let part = |part: &str, below: u8| {
        part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()) && part.parse::<u8>().is_ok_and(|n| n < below)
    };
    text.split_once(':')
        .is_some_and(|(hour, minute)| part(hour, 24) && part(minute, 60))
}

fn check_product(product: &ProductManifest, twice: bool, locations: &[LocationManifest]) -> Result<(), CatalogError> {
    let kind = product.product_type;
    if product.product_id < 1 || twice {
        return mistake("productId", "a positive number that no other product has is expected");
    }
    if kind == ProductType::AirPay {
        return mistake("productType", "something that a site sells is expected");
    }
    if !(0.0..=1.0).contains(&product.logo.alpha) {
        return mistake("logo.alpha", "a number from 0 to 1 is expected");
    }
    let image = &product.logo.image;
    if !(image.is_empty() || image.starts_with(UPLOADS)) {
        return mistake("logo.image", "a file in images/ is expected, such as images/mug.svg");
    }
    if product.price < 0 {
        return mistake("price", "an amount of at least 0 is expected");
    }
    if product.value < 0 || (kind.is_stored_value() && product.value == 0) {
        return mistake("value", "an amount is expected, more than 0 on a gift card");
    }
    if kind.is_stored_value() && product.value > MAX_STORED_VALUE {
        let most = format!("a gift card holds {MAX_STORED_VALUE} minor units at most");
        return mistake("value", &most);
    }
    let first_month = product.signup_price;
    if first_month.is_some() != (kind == ProductType::AppClub) || first_month.is_some_and(|price| price < 0) {
        return mistake("signupPrice", "a club has one, of at least 0, and nothing else has");
    }
    let codes = product.quantity;
    if codes.is_some() != (kind == ProductType::AppBundle)
        || codes.is_some_and(|codes| !(1..=MOST_CODES).contains(&codes))
    {
        return mistake("quantity", "a bundle has one, of 1 to 100, and nothing else has");
    }
    if product
        .good_for_days
        .is_some_and(|days| !(1..=MOST_DAYS).contains(&days) || !kind.has_codes())
    {
        return mistake(
            "goodForDays",
            "days from 1 to 3650 are expected, and only of washes and bundles",
        );
    }
    if product
        .stock
        .is_some_and(|stock| stock < 0 || kind != ProductType::Swag)
    {
        return mistake("stock", "a number of at least 0 is expected, and only of merchandise");
    }
    if product
        .use_limit
        .is_some_and(|UseLimit { count, .. }| count < 1 || kind != ProductType::AppClub)
    {
        return mistake("useLimit", "a count of at least 1 is expected, and only of a club");
    }
    if product
        .locations
        .iter()
        .any(|id| !locations.iter().any(|location| location.id == *id))
    {
        return mistake("locations", "ids of this merchant's locations are expected");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_locations_means_everywhere() {
        assert!(allowed_at(&[], 3));
        assert!(allowed_at(&[1, 3], 3));
        assert!(!allowed_at(&[1, 2], 3));
        assert!(allowed_at(&[1, 2], 0));
    }

    fn product(fields: serde_json::Value) -> ProductManifest {
        let mut product = serde_json::json!({"productId": 1, "productType": "AppWash", "name": "Glow", "price": 100});
        for (name, value) in fields.as_object().unwrap() {
            product[name] = value.clone();
        }
        serde_json::from_value(product).unwrap()
    }

    fn place_of(fields: serde_json::Value) -> Option<String> {
        let location = serde_json::json!({"id": 1, "name": "", "address1": "", "city": "", "state": "", "zip": "",
            "latitude": 0.0, "longitude": 0.0});
        let locations = [serde_json::from_value(location).unwrap()];
        let error = check_manifest(&locations, &[product(fields)], &BTreeMap::new()).err();
        error.map(|error| error.place)
    }

    #[test]
    fn hours_are_times_of_a_day() {
        let place = |days: &str, open: &str, close: &str| {
            let location = serde_json::json!({"id": 1, "name": "", "address1": "", "city": "", "state": "", "zip": "",
                "latitude": 0.0, "longitude": 0.0, "hours": [{"days": days, "open": open, "close": close}]});
            let error = check_manifest(&[serde_json::from_value(location).unwrap()], &[], &BTreeMap::new()).err();
            error.map(|error| error.place)
        };
        for (open, close) in [("07:00", "21:30"), ("00:00", "24:00"), ("22:00", "02:00")] {
            assert_eq!(place("Mon–Fri", open, close), None, "{open}–{close}");
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
            assert_eq!(
                place(days, open, close).as_deref(),
                Some("locations[0].hours"),
                "{days} {open} {close}"
            );
        }
    }

    #[test]
    fn products_have_the_fields_of_their_type() {
        use serde_json::json;
        for good in [
            json!({}),
            json!({"goodForDays": 90}),
            json!({"productType": "AppBundle", "quantity": 5, "goodForDays": 3650}),
            json!({"productType": "AppClub", "signupPrice": 0, "useLimit": {"count": 2, "per": "month"}}),
            json!({"productType": "GiftCard", "value": 2500}),
            json!({"productType": "GiftCardRecharge", "value": 200_000}),
            json!({"productType": "Swag", "stock": 0}),
            json!({"productType": "Swag"}),
        ] {
            assert_eq!(place_of(good.clone()), None, "{good}");
        }
        for (bad, place) in [
            (json!({"productId": 0}), "productId"),
            (json!({"price": -1}), "price"),
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
        ] {
            assert_eq!(place_of(bad), Some(format!("products[0].{place}")));
        }
    }
}
