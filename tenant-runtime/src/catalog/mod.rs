//! Catalog of a site: products, locations and taxes.

mod admin;
mod declared;
mod error;
mod first_steps;
mod geocoding;
mod home_location;
mod listing;
mod location_entry;
mod locations;
mod opening_hours;
mod product_entry;
mod products;
pub mod rules;
mod store;
pub mod tax;
mod taxes;

pub(crate) use admin::import::{ImportQuery, ImportReport, TableForm, read as read_sheet};
pub(crate) use admin::{MOST_BYTES, formats};
pub(crate) use error::refused_sheet;
pub use first_steps::{has_decided_taxes, has_location, sells_something};
pub use geocoding::Geocoder;
pub use listing::{LimitPeriod, Listing, Logo, ProductType, UseLimit};
pub use location_entry::{Hours, Location, LocationManifest};
pub use opening_hours::{OpenTime, OpeningHours, SpecialHours, Week};
pub use product_entry::{MAX_STORED_VALUE, ProductEntry, ProductManifest};
pub(crate) use products::{Product, ProductsQuery, list};
pub use rules::CatalogError;

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use platform::db::{TenantRead, TenantWrite};

use crate::domain::Event;
use crate::error::Fault;
use crate::http::{Policy, Routes, limits, routes};
use crate::site;
use crate::tenant::TenantContext;
use tax::Price;

/// Tax classes with rates at a location. See [`ProductType::tax_class`].
const TAX_CLASSES: [&str; 3] = ["wash", "club", "merchandise"];

/// Stock level from which a product counts as low on stock.
const LOW_STOCK: i64 = 5;

/// Number of available products that are low on stock.
pub async fn low_stock(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    store::products::count_low_stock(db, LOW_STOCK).await
}

pub fn routes() -> Routes {
    let public = Policy::anyone(limits::READ).answers_while_closed();
    let products = Policy::optional(limits::READ).team_only_while_closed();
    Routes::default()
        .call(routes!(locations::list_locations), public)
        .call(routes!(taxes::get_taxes), Policy::manager(limits::READ))
        .call(routes!(taxes::set_taxes), Policy::manager(limits::WRITE))
        .call(routes!(products::list_washes), products)
        .call(routes!(products::list_bundles), products)
        .call(routes!(products::list_gift_cards), products)
        .call(routes!(products::list_merchandise), products)
        .call(
            routes!(home_location::get_home_location),
            Policy::customer(limits::READ).answers_while_closed(),
        )
        .call(
            routes!(home_location::set_home_location),
            Policy::customer(limits::WRITE).answers_while_closed(),
        )
        .and(admin::routes())
}

/// The product `id`, if it is on sale at `now`.
pub async fn find_on_sale(db: &mut TenantRead, id: i64, now: Timestamp) -> Result<Option<Listing>, sqlx::Error> {
    store::listings::find_on_sale(db, id, now.as_millisecond()).await
}

/// The product `id`, on sale or not.
pub async fn find(db: &mut TenantRead, id: i64) -> Result<Option<Listing>, sqlx::Error> {
    store::listings::find(db, id).await
}

/// Location that decides the price of a purchase: the chosen one if it exists, otherwise the customer's, otherwise the
/// first one.
pub async fn pricing_location(
    db: &mut TenantRead,
    chosen: Option<i64>,
    home: Option<i64>,
) -> Result<Option<i64>, sqlx::Error> {
    for wanted in [chosen, home].into_iter().flatten() {
        if store::locations::exists(db, wanted).await? {
            return Ok(Some(wanted));
        }
    }
    store::locations::default_id(db).await
}

/// Whether the site has an active location `id`.
pub async fn location_exists(db: &mut TenantRead, id: i64) -> Result<bool, sqlx::Error> {
    store::locations::exists(db, id).await
}

/// Active locations in the order customers see them.
pub async fn locations(db: &mut TenantRead) -> Result<Vec<Location>, sqlx::Error> {
    let records = store::locations::records(db, None).await?.into_iter();
    Ok(records.filter(|record| !record.archived).map(Location::from).collect())
}

/// Products of a type on sale at `now`, by descending price.
pub async fn on_sale(db: &mut TenantRead, of: ProductType, now: Timestamp) -> Result<Vec<Listing>, sqlx::Error> {
    store::listings::on_sale(db, of, now.as_millisecond()).await
}

/// IDs of all locations, including archived ones, because limits to a location outlive it.
pub async fn location_ids(db: &mut TenantRead) -> Result<Vec<i64>, sqlx::Error> {
    store::locations::ids(db).await
}

/// Name of the location `id`. `None` if it doesn't exist.
pub async fn location_name(db: &mut TenantRead, id: i64) -> Result<Option<String>, sqlx::Error> {
    store::locations::name(db, id).await
}

/// Name and address of the location `id` in one line, also of an archived one. `None` if it doesn't exist.
pub async fn location_label(db: &mut TenantRead, id: i64) -> Result<Option<String>, sqlx::Error> {
    let record = store::locations::records(db, Some(id)).await?.into_iter().next();
    Ok(record.map(|record| {
        let at = record.location;
        let region = format!("{} {}", at.state, at.zip);
        let parts = [&at.name, &at.address1, &at.address2, &at.city, region.trim()];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(", ")
    }))
}

/// Rate of `tax_class` at `location` in parts per million. 0 if none is set.
pub async fn tax_rate(db: &mut TenantRead, location: Option<i64>, tax_class: &str) -> Result<i64, sqlx::Error> {
    match location {
        Some(location) => Ok(store::tax_rate(db, location, tax_class).await?.unwrap_or(0)),
        None => Ok(0),
    }
}

/// Converts amounts entered by staff to prices.
#[derive(Clone, Copy, Debug)]
pub struct Basis {
    /// Whether entered amounts include tax.
    gross: bool,
    /// Rate at the first location in parts per million. Converts gross amounts to net ones for storage.
    rate_ppm: i64,
}

impl Basis {
    /// Net and gross columns of an entered amount.
    pub fn columns(self, amount: i64) -> (i64, Option<i64>) {
        Price::new(amount, self.gross).columns(self.rate_ppm)
    }
}

/// Price basis for products of `tax_class`.
pub async fn basis(db: &mut TenantRead, tax_class: &str) -> Result<Basis, sqlx::Error> {
    Ok(Basis {
        gross: site::prices_include_tax(db).await?,
        rate_ppm: usual_rate(db, tax_class).await?,
    })
}

/// Rate of `tax_class` at the first location in parts per million.
pub async fn usual_rate(db: &mut TenantRead, tax_class: &str) -> Result<i64, sqlx::Error> {
    let location = store::locations::default_id(db).await?;
    tax_rate(db, location, tax_class).await
}

/// Retention of a location's previous rates. Kiosks report sales sooner.
const EARLIER_RATES: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Rates of a location at `at` and later, in parts per million.
pub async fn rates_since(db: &mut TenantRead, location: i64, at: Timestamp) -> Result<Vec<i64>, sqlx::Error> {
    store::rates_since(db, location, at.as_millisecond()).await
}

/// Stores the current rates of one or all locations before they change at `now`.
async fn keep_rates(db: &mut TenantWrite, location: Option<i64>, now: Timestamp) -> Result<(), sqlx::Error> {
    let oldest = (now - EARLIER_RATES).as_millisecond();
    store::keep_rates(db, location, (oldest, now.as_millisecond())).await
}

/// Keeps prices at checkout the same when prices start or stop including tax.
pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    let gross = match event {
        Event::PriceBasisChanged { gross } => gross,
        Event::TimeZoneChanged { before } => return follow_zone(db, tenant.now(), before).await,
        _ => return Ok(()),
    };
    for product in store::products::records(db, None).await? {
        let entry = product.product;
        let rate = usual_rate(db, entry.product_type.tax_class()).await?;
        let changed = |amount| Price::new(amount, !gross).rebased(gross, rate).amount();
        let entry = ProductEntry {
            price: changed(entry.price),
            signup_price: entry.signup_price.map(changed),
            ..entry
        };
        store::products::update(db, product.product_id, &entry, Basis { gross, rate_ppm: rate }).await?;
    }
    db.changes_public_data();
    Ok(())
}

/// Moves the times of sale that aren't over to the same local time in the site's new time zone.
async fn follow_zone(db: &mut TenantWrite, now: Timestamp, before: i64) -> Result<(), Fault> {
    let change = site::zone_change(db, before).await?;
    for (id, from, until) in store::sale_times::coming(db, now.as_millisecond()).await? {
        let moved = |at: Option<i64>| at.map(|at| change.moved_millis(at));
        store::sale_times::set(db, id, (moved(from), moved(until))).await?;
    }
    db.changes_public_data();
    Ok(())
}

/// Prices of `listings` for customers without a chosen location, in minor units.
pub async fn shown_prices(
    db: &mut TenantRead,
    listings: &[Listing],
    include_tax: bool,
) -> Result<Vec<i64>, sqlx::Error> {
    let location = store::locations::default_id(db).await?;
    let mut prices = Vec::with_capacity(listings.len());
    for listing in listings {
        let rate = tax_rate(db, location, &listing.tax_class).await?;
        prices.push(listing.price.shown(rate, include_tax));
    }
    Ok(prices)
}

/// Rate of merchandise shipped to `state` in parts per million, if it has one.
pub async fn ship_to_rate(db: &mut TenantRead, state: &str) -> Result<Option<i64>, sqlx::Error> {
    store::ship_to_rate(db, state).await
}

/// Deducts one from a counted product's stock. Returns false if it is sold out.
pub async fn take_piece(db: &mut TenantWrite, product_id: i64) -> Result<bool, sqlx::Error> {
    let taken = store::products::take_piece(db, product_id).await?;
    if taken {
        db.changes_public_data();
    }
    Ok(taken)
}

/// Adds one to a product's stock if it is counted.
pub async fn put_piece_back(db: &mut TenantWrite, product_id: i64) -> Result<(), sqlx::Error> {
    if store::products::put_piece_back(db, product_id).await? {
        db.changes_public_data();
    }
    Ok(())
}

/// Inserts the manifest's catalog into an empty site.
///
/// # Errors
/// The outer error is the database's, the inner one the manifest's.
pub async fn provision(
    db: &mut TenantWrite,
    locations: &[LocationManifest],
    products: &[ProductManifest],
    ship_to_taxes: &BTreeMap<String, i64>,
) -> Result<Result<(), CatalogError>, sqlx::Error> {
    if let Err(error) = rules::check_manifest(locations, products, ship_to_taxes) {
        return Ok(Err(error));
    }
    for location in locations {
        store::locations::save(db, Some(location.id), &location.location).await?;
    }
    for ProductManifest {
        product_id,
        product,
        example,
    } in products
    {
        let basis = basis(db, product.product_type.tax_class()).await?;
        store::products::insert(db, Some(*product_id), product, basis).await?;
        if *example {
            store::products::make_example(db, *product_id).await?;
        }
    }
    for (state, rate) in ship_to_taxes {
        store::insert_ship_to_rate(db, state, *rate).await?;
    }
    db.changes_public_data();
    Ok(Ok(()))
}
