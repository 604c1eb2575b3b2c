//! Rules for the fields of a product, whether a manifest, a form or a CSV file sets them. Pure.

use crate::catalog::listing::{ProductType, USE_LIMITS};
use crate::catalog::product_entry::{LIMITS, ProductEntry};
use crate::fields::{FieldErrors, Notes};
use crate::site::UPLOADS;

pub(in crate::catalog) const NO_SUCH_LOCATION: &str = "Unknown location.";
const NO_SUCH_WASH: &str = "Unknown wash.";

/// Message for an amount below or above its limits, which are minor units of any currency.
const fn beyond(amount: i64) -> &'static str {
    if amount < 0 {
        "Enter an amount of 0 or more."
    } else {
        "This amount is too high."
    }
}

/// Validated product with trimmed fields. `locations` and `washes`: IDs of the site's locations and washes.
///
/// # Errors
/// The message of each invalid field.
pub(in crate::catalog) fn product(
    entered: &ProductEntry,
    locations: &[i64],
    washes: &[i64],
) -> Result<ProductEntry, FieldErrors> {
    let mut notes = Notes::default();
    let kind = entered.product_type;
    let mut refuse = |field: &'static str, wrong: bool, message: &'static str| {
        if wrong {
            notes.take::<()>(field, Err(message));
        }
    };
    let outside = |field: &str, number: Option<i64>| number.is_some_and(|number| !LIMITS.allow(field, number));
    refuse(
        "productType",
        kind == ProductType::AirPay,
        "Choose a product type you can sell.",
    );
    refuse("price", outside("price", Some(entered.price)), beyond(entered.price));
    refuse("value", outside("value", Some(entered.value)), beyond(entered.value));
    refuse(
        "value",
        kind.is_stored_value() && entered.value < 1,
        "Enter a card value.",
    );
    refuse(
        "signupPrice",
        entered.signup_price.is_some() != (kind == ProductType::AppClub),
        "Enter a first-month price for wash clubs only.",
    );
    refuse(
        "signupPrice",
        outside("signupPrice", entered.signup_price),
        beyond(entered.signup_price.unwrap_or_default()),
    );
    refuse(
        "quantity",
        entered.quantity.is_some() != (kind == ProductType::AppBundle) || outside("quantity", entered.quantity),
        "Enter 1 to 100 codes, for bundles only.",
    );
    refuse(
        "goodForDays",
        outside("goodForDays", entered.good_for_days) || (entered.good_for_days.is_some() && !kind.has_codes()),
        "Enter 1 to 3,650 days, for washes and bundles only.",
    );
    refuse(
        "stock",
        outside("stock", entered.stock) || (entered.stock.is_some() && kind != ProductType::Swag),
        "Enter a stock level from 0 to 1,000,000, for merchandise only.",
    );
    refuse(
        "useLimit",
        entered
            .use_limit
            .is_some_and(|limit| !USE_LIMITS.allow("count", limit.count) || kind != ProductType::AppClub),
        "Enter a number of 1 or more, for wash clubs only.",
    );
    refuse(
        "washes",
        !(entered.washes.is_empty() || kind.includes_washes()),
        "Choose washes for clubs and bundles only.",
    );
    refuse(
        "washes",
        entered.washes.iter().any(|id| !washes.contains(id)),
        NO_SUCH_WASH,
    );
    refuse(
        "washes",
        !LIMITS.allow_items("washes", entered.washes.len()),
        "Choose up to 20 washes.",
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
        "Choose one of your site's images.",
    );
    refuse(
        "logo.alpha",
        !(0.0..=1.0).contains(&entered.logo.alpha),
        "Enter a number from 0 to 1.",
    );
    refuse(
        "onSaleUntil",
        matches!((entered.on_sale_from, entered.on_sale_until), (Some(from), Some(until)) if until <= from),
        "Enter an end after the start.",
    );
    let lines = entered.details.iter().map(|line| line.trim());
    let details: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let is_too_long = |line: &String| LIMITS.item_text("details", line).is_err();
    let too_much = !LIMITS.allow_items("details", details.len()) || details.iter().any(is_too_long);
    refuse("details", too_much, "Enter up to 20 lines of 200 characters each.");
    let product = ProductEntry {
        name: notes.take("name", LIMITS.text("name", &entered.name)),
        details,
        washes: unique(&entered.washes),
        badge: notes.take("badge", LIMITS.nullable_text("badge", entered.badge.as_deref())),
        ..entered.clone()
    };
    notes.into_result(product)
}

/// IDs without repetitions, in order.
fn unique(ids: &[i64]) -> Vec<i64> {
    let mut kept = Vec::with_capacity(ids.len());
    for id in ids {
        if !kept.contains(id) {
            kept.push(*id);
        }
    }
    kept
}

/// Stock after staff enter `wanted`. `seen` is the stock they read and `now` the current one: sales in between stay
/// deducted.
pub(in crate::catalog) fn pieces(now: Option<i64>, seen: Option<i64>, wanted: Option<i64>) -> Option<i64> {
    match (now, seen, wanted) {
        (Some(now), Some(seen), Some(wanted)) => Some((now + wanted - seen).max(0)),
        _ => wanted,
    }
}

/// A file of the site's that shows something that does not move.
fn is_picture(path: &str) -> bool {
    path.strip_prefix(UPLOADS)
        .is_some_and(|name| !name.contains('/') && !name.contains("..") && !name.ends_with(".mp4"))
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
        let errors = product(&entered, &[1], &[101, 102]).err().unwrap_or_default();
        errors.into_keys().map(String::from).collect()
    }

    #[test]
    fn products_have_the_fields_of_their_type() {
        for good in [
            json!({}),
            json!({"goodForDays": 90}),
            json!({"productType": "AppBundle", "quantity": 5, "goodForDays": 3650}),
            json!({"productType": "AppClub", "signupPrice": 0, "useLimit": {"count": 2, "per": "month"}}),
            json!({"productType": "AppClub", "signupPrice": 0, "washes": [102, 101, 102]}),
            json!({"productType": "AppBundle", "quantity": 5, "washes": [101]}),
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
            (json!({"washes": [101]}), "washes"),
            (
                json!({"productType": "AppClub", "signupPrice": 0, "washes": [103]}),
                "washes",
            ),
            (
                json!({"productType": "AppClub", "signupPrice": 0, "washes": vec![101; 21]}),
                "washes",
            ),
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

    #[test]
    fn stock_correction_keeps_concurrent_sales() {
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
