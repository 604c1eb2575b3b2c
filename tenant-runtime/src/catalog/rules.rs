//! Prices, taxes, availability of products, and validation of manifests. Pure.

use std::collections::BTreeMap;

use super::location_entry::LocationManifest;
use super::product_entry::ProductManifest;
use super::tax::{Taxes, is_rate};
use super::{ProductType, TAX_CLASSES};
use crate::fields::FieldErrors;

pub(super) mod hours;
pub(super) mod listed;
pub(super) mod locations;
pub(super) mod products;
pub(crate) mod sheet;

/// A mistake in a manifest and its place.
#[derive(Debug)]
pub struct CatalogError {
    pub place: String,
    pub message: String,
}

/// Whether something limited to `locations` (empty: everywhere) is available at `location` (0: all locations).
pub fn allowed_at(locations: &[i64], location: i64) -> bool {
    locations.is_empty() || location == 0 || locations.contains(&location)
}

/// Checks that locations, products and rates are valid.
///
/// # Errors
/// The first error.
pub(super) fn check_manifest(
    locations: &[LocationManifest],
    products: &[ProductManifest],
    ship_to_taxes: &BTreeMap<String, i64>,
) -> Result<(), CatalogError> {
    let ids: Vec<i64> = locations.iter().map(|location| location.id).collect();
    for (index, location) in locations.iter().enumerate() {
        let place = format!("locations[{index}]");
        if location.id < 1 || ids[..index].contains(&location.id) {
            return mistake(
                &format!("{place}.id"),
                "use a positive number that no other location has",
            );
        }
        locations::location(&location.location).map_err(|errors| first(&place, errors))?;
    }
    let is_wash = |product: &&ProductManifest| product.product.product_type == ProductType::AppWash;
    let washes: Vec<i64> = products.iter().filter(is_wash).map(|wash| wash.product_id).collect();
    for (index, product) in products.iter().enumerate() {
        let place = format!("products[{index}]");
        let twice = products[..index]
            .iter()
            .any(|other| other.product_id == product.product_id);
        if product.product_id < 1 || twice {
            return mistake(
                &format!("{place}.productId"),
                "use a positive number that no other product has",
            );
        }
        products::product(&product.product, &ids, &washes).map_err(|errors| first(&place, errors))?;
    }
    if !ship_to_taxes.values().all(|rate| is_rate(*rate)) {
        return mistake("shipToTaxes", "use parts per million from 0 to 1000000");
    }
    Ok(())
}

/// Whether rates can be set for the locations `known`.
///
/// # Errors
/// The field at fault.
pub(super) fn check_taxes(taxes: &Taxes, known: &[i64]) -> Result<(), String> {
    for (index, location) in taxes.locations.iter().enumerate() {
        let twice = taxes.locations[..index]
            .iter()
            .any(|other| other.location_id == location.location_id);
        if twice || !known.contains(&location.location_id) {
            return Err(format!("locations[{index}].locationId"));
        }
        for (class, rate) in &location.rates {
            if !TAX_CLASSES.contains(&class.as_str()) || !is_rate(*rate) {
                return Err(format!("locations[{index}].rates.{class}"));
            }
        }
    }
    let bad = |(state, rate): &(&String, &i64)| {
        !is_rate(**rate) || state.len() != 2 || !state.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    match taxes.ship_to.iter().find(bad) {
        Some((state, _)) => Err(format!("shipTo.{state}")),
        None => Ok(()),
    }
}

fn mistake(place: &str, message: &str) -> Result<(), CatalogError> {
    Err(CatalogError {
        place: place.to_owned(),
        message: message.to_owned(),
    })
}

/// The first error of the entry at `place`.
fn first(place: &str, errors: FieldErrors) -> CatalogError {
    let (field, message) = errors.into_iter().next().unwrap_or_default();
    CatalogError {
        place: format!("{place}.{field}"),
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_locations_means_everywhere() {
        assert!(allowed_at(&[], 3));
        assert!(allowed_at(&[1, 3], 3));
        assert!(!allowed_at(&[1, 2], 3));
        assert!(allowed_at(&[1, 2], 0));
    }

    #[test]
    fn manifest_error_names_its_place() {
        let location = json!({"id": 1, "name": "Main", "address1": "1 Main St", "city": "Mesa", "state": "", "zip": "",
            "latitude": 0.0, "longitude": 0.0});
        let wash = json!({"productId": 1, "productType": "AppWash", "name": "Glow", "price": 100});
        let mut other = wash.clone();
        other["locations"] = json!([2]);
        let mut astray = location.clone();
        astray["latitude"] = json!(91.0);
        for (locations, products, place) in [
            (json!([location]), json!([wash]), None),
            (json!([]), json!([wash]), None),
            (json!([location, location]), json!([]), Some("locations[1].id")),
            (json!([astray]), json!([]), Some("locations[0].latitude")),
            (json!([location]), json!([wash, wash]), Some("products[1].productId")),
            (json!([location]), json!([other]), Some("products[0].locations")),
        ] {
            let locations: Vec<LocationManifest> = serde_json::from_value(locations).unwrap();
            let products: Vec<ProductManifest> = serde_json::from_value(products).unwrap();
            let error = check_manifest(&locations, &products, &BTreeMap::new()).err();
            assert_eq!(error.map(|error| error.place).as_deref(), place);
        }
    }
}
