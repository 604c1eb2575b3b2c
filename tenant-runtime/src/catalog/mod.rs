//! What a site sells and where: products, locations, taxes.

mod locations;
pub mod manifest;
mod products;
pub mod rules;
mod store;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::http::{Policy, Routes, limits};
use manifest::{LocationManifest, ProductManifest};

/// What kind of thing a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub enum ProductType {
    AppWash,
    AppBundle,
    AppClub,
    GiftCard,
    GiftCardRecharge,
    Swag,
}

impl ProductType {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AppWash => "AppWash",
            Self::AppBundle => "AppBundle",
            Self::AppClub => "AppClub",
            Self::GiftCard => "GiftCard",
            Self::GiftCardRecharge => "GiftCardRecharge",
            Self::Swag => "Swag",
        }
    }

    /// Which of a location's rates applies. Gift cards are never taxed.
    pub const fn tax_class(self) -> &'static str {
        match self {
            Self::AppWash | Self::AppBundle => "wash",
            Self::AppClub => "club",
            Self::GiftCard | Self::GiftCardRecharge => "untaxed",
            Self::Swag => "merchandise",
        }
    }
}

/// The picture of a product: which drawing, in which colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Logo {
    pub image_index: u32,
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    /// 0–1.
    pub alpha: f64,
}

/// When a location is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Hours {
    /// `Mon–Fri`
    pub days: String,
    /// `07:00`
    pub open: String,
    pub close: String,
}

/// A wash that customers can drive to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Location {
    pub id: i64,
    pub name: String,
    pub address1: String,
    pub address2: String,
    pub city: String,
    pub state: String,
    pub zip: String,
    pub phone: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    pub hours: Vec<Hours>,
}

/// A product as it stands in the catalogue, before tax.
#[derive(Clone, Debug)]
pub struct Listing {
    pub id: i64,
    pub product_type: ProductType,
    pub name: String,
    /// Minor units, net.
    pub price: i64,
    /// Minor units; what a gift card is worth.
    pub value: i64,
    pub tax_class: String,
    pub details: Vec<String>,
    pub badge: Option<String>,
    /// Empty: everywhere.
    pub locations: Vec<i64>,
    pub logo: Logo,
}

pub fn routes() -> Routes {
    let public = Policy::anyone(limits::READ);
    Routes::default()
        .call(routes!(locations::list_locations), public)
        .call(routes!(products::list_washes), public)
}

/// The product `id`, if it can be bought at `now`.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_on_sale(db: &mut TenantRead, id: i64, now: Timestamp) -> Result<Option<Listing>, sqlx::Error> {
    store::find_on_sale(db, id, now.as_millisecond()).await
}

/// Where a purchase is priced: the chosen location if it exists, else the customer's, else the site's first.
///
/// # Errors
/// When the database cannot be read.
pub async fn pricing_location(
    db: &mut TenantRead,
    chosen: Option<i64>,
    home: Option<i64>,
) -> Result<Option<i64>, sqlx::Error> {
    for wanted in [chosen, home].into_iter().flatten() {
        if store::location_exists(db, wanted).await? {
            return Ok(Some(wanted));
        }
    }
    store::default_location(db).await
}

/// Whether the site has a location `id`.
///
/// # Errors
/// When the database cannot be read.
pub async fn location_exists(db: &mut TenantRead, id: i64) -> Result<bool, sqlx::Error> {
    store::location_exists(db, id).await
}

/// The rate of `tax_class` at `location`, in parts per million; 0 where none is set.
///
/// # Errors
/// When the database cannot be read.
pub async fn tax_rate(db: &mut TenantRead, location: Option<i64>, tax_class: &str) -> Result<i64, sqlx::Error> {
    match location {
        Some(location) => Ok(store::tax_rate(db, location, tax_class).await?.unwrap_or(0)),
        None => Ok(0),
    }
}

/// A mistake in a manifest and its place.
pub struct CatalogError {
    pub place: String,
    pub message: String,
}

/// Writes the declared catalogue into an empty site.
///
/// # Errors
/// The outer one is the database's, the inner one the manifest's.
pub async fn provision(
    db: &mut TenantWrite,
    locations: &[LocationManifest],
    products: &[ProductManifest],
) -> Result<Result<(), CatalogError>, sqlx::Error> {
    if let Err(error) = check(locations, products) {
        return Ok(Err(error));
    }
    for location in locations {
        store::insert_location(db, location).await?;
    }
    for product in products {
        store::insert_product(db, product).await?;
    }
    db.changes_public_data();
    Ok(Ok(()))
}

fn check(locations: &[LocationManifest], products: &[ProductManifest]) -> Result<(), CatalogError> {
    let error = |place: String, message: &str| {
        Err(CatalogError {
            place,
            message: message.to_owned(),
        })
    };
    if locations.is_empty() {
        return error("locations".to_owned(), "at least one location is expected");
    }
    for (index, location) in locations.iter().enumerate() {
        let place = |field: &str| format!("locations[{index}].{field}");
        if location.id < 1 || locations[..index].iter().any(|other| other.id == location.id) {
            return error(place("id"), "a positive number that no other location has is expected");
        }
        if !(-90.0..=90.0).contains(&location.latitude) {
            return error(place("latitude"), "degrees between -90 and 90 are expected");
        }
        if !(-180.0..=180.0).contains(&location.longitude) {
            return error(place("longitude"), "degrees between -180 and 180 are expected");
        }
        if location.taxes.values().any(|rate| !(0..=1_000_000).contains(rate)) {
            return error(place("taxes"), "parts per million between 0 and 1000000 are expected");
        }
    }
    for (index, product) in products.iter().enumerate() {
        let place = |field: &str| format!("products[{index}].{field}");
        if product.product_id < 1
            || products[..index]
                .iter()
                .any(|other| other.product_id == product.product_id)
        {
            return error(
                place("productId"),
                "a positive number that no other product has is expected",
            );
        }
        if product.price < 0 {
            return error(place("price"), "an amount of at least 0 is expected");
        }
        if product.value < 0 {
            return error(place("value"), "an amount of at least 0 is expected");
        }
        if product
            .locations
            .iter()
            .any(|id| !locations.iter().any(|location| location.id == *id))
        {
            return error(place("locations"), "ids of this merchant's locations are expected");
        }
    }
    Ok(())
}
