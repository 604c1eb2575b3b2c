use std::collections::BTreeMap;

use platform::db::{TenantRead, TenantWrite};
use serde::de::DeserializeOwned;

use super::tax::{Price, Taxes};
use super::{Listing, Location, ProductType, UseLimit};

pub(super) mod entries;

/// Those that are not archived.
pub(super) async fn locations(db: &mut TenantRead) -> Result<Vec<Location>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", name, address1, address2, city, state, zip, phone, latitude, longitude, hours
           FROM catalog_locations WHERE active = 1 ORDER BY position, id"#
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Location {
                id: row.id,
                name: row.name,
                address1: row.address1,
                address2: row.address2,
                city: row.city,
                state: row.state,
                zip: row.zip,
                phone: row.phone,
                latitude: row.latitude,
                longitude: row.longitude,
                hours: json(&row.hours)?,
            })
        })
        .collect()
}

/// Active products of one type within their sale window at `now`, the dearest first.
pub(super) async fn on_sale(
    db: &mut TenantRead,
    product_type: ProductType,
    now: i64,
) -> Result<Vec<Listing>, sqlx::Error> {
    let product_type = product_type.into_str();
    let rows = sqlx::query_as!(
        ProductRow,
        r#"SELECT id AS "id!", product_type, name, price, gross_price, value, signup_price, gross_signup_price, quantity,
                  good_for_days, stock, use_limit, use_limit_per, tax_class, details, badge, locations, logo
           FROM catalog_products
           WHERE product_type = ?1 AND active = 1
             AND (on_sale_from IS NULL OR on_sale_from <= ?2) AND (on_sale_until IS NULL OR on_sale_until > ?2)
             -- What is sold at archived locations only is sold nowhere.
             AND (locations = '[]' OR EXISTS (
                    SELECT 1 FROM json_each(catalog_products.locations) AS sold
                    JOIN catalog_locations AS place ON place.id = sold.value AND place.active = 1))
           ORDER BY price DESC, position, id"#,
        product_type,
        now
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Listing::try_from).collect()
}

pub(super) async fn find_on_sale(db: &mut TenantRead, id: i64, now: i64) -> Result<Option<Listing>, sqlx::Error> {
    let row = sqlx::query_as!(
        ProductRow,
        r#"SELECT id AS "id!", product_type, name, price, gross_price, value, signup_price, gross_signup_price, quantity,
                  good_for_days, stock, use_limit, use_limit_per, tax_class, details, badge, locations, logo
           FROM catalog_products
           WHERE id = ?1 AND active = 1
             AND (on_sale_from IS NULL OR on_sale_from <= ?2) AND (on_sale_until IS NULL OR on_sale_until > ?2)
             -- What is sold at archived locations only is sold nowhere.
             AND (locations = '[]' OR EXISTS (
                    SELECT 1 FROM json_each(catalog_products.locations) AS sold
                    JOIN catalog_locations AS place ON place.id = sold.value AND place.active = 1))"#,
        id,
        now
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Listing::try_from).transpose()
}

pub(super) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<Listing>, sqlx::Error> {
    let row = sqlx::query_as!(
        ProductRow,
        r#"SELECT id AS "id!", product_type, name, price, gross_price, value, signup_price, gross_signup_price, quantity,
                  good_for_days, stock, use_limit, use_limit_per, tax_class, details, badge, locations, logo
           FROM catalog_products WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Listing::try_from).transpose()
}

pub(super) async fn tax_rate(db: &mut TenantRead, location: i64, tax_class: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT rate_ppm FROM catalog_taxes WHERE location_id = ? AND tax_class = ?",
        location,
        tax_class
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn location_ids(db: &mut TenantRead) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT id AS "id!" FROM catalog_locations ORDER BY id"#)
        .fetch_all(db.conn())
        .await
}

/// Location, class and rate of all that is taxed.
pub(super) async fn tax_rates(db: &mut TenantRead) -> Result<Vec<(i64, String, i64)>, sqlx::Error> {
    let rows = sqlx::query!("SELECT location_id, tax_class, rate_ppm FROM catalog_taxes")
        .fetch_all(db.conn())
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.location_id, row.tax_class, row.rate_ppm))
        .collect())
}

/// By the state that something is sent to.
pub(super) async fn ship_to_rates(db: &mut TenantRead) -> Result<BTreeMap<String, i64>, sqlx::Error> {
    let rows = sqlx::query!("SELECT state, rate_ppm FROM catalog_ship_to_taxes")
        .fetch_all(db.conn())
        .await?;
    Ok(rows.into_iter().map(|row| (row.state, row.rate_ppm)).collect())
}

/// Puts `taxes` in the place of all rates that there were.
pub(super) async fn set_taxes(db: &mut TenantWrite, taxes: &Taxes) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM catalog_taxes").execute(db.conn()).await?;
    sqlx::query!("DELETE FROM catalog_ship_to_taxes")
        .execute(db.conn())
        .await?;
    for location in &taxes.locations {
        entries::insert_taxes(db, location.location_id, &location.rates).await?;
    }
    for (state, rate) in &taxes.ship_to {
        insert_ship_to_rate(db, state, *rate).await?;
    }
    Ok(())
}

/// Something about a location has changed that is kept elsewhere.
pub(super) async fn touch_location(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE catalog_locations SET version = version + 1 WHERE id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// The site's default location: the first one.
pub(super) async fn default_location(db: &mut TenantRead) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT id FROM catalog_locations WHERE active = 1 ORDER BY position, id LIMIT 1")
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn location_exists(db: &mut TenantRead, id: i64) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!("SELECT id FROM catalog_locations WHERE id = ? AND active = 1", id)
        .fetch_optional(db.conn())
        .await?;
    Ok(found.is_some())
}

pub(super) async fn location_name(db: &mut TenantRead, id: i64) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT name FROM catalog_locations WHERE id = ?", id)
        .fetch_optional(db.conn())
        .await
}

struct ProductRow {
    id: i64,
    product_type: String,
    name: String,
    price: i64,
    gross_price: Option<i64>,
    value: i64,
    signup_price: Option<i64>,
    gross_signup_price: Option<i64>,
    quantity: Option<i64>,
    good_for_days: Option<i64>,
    stock: Option<i64>,
    use_limit: Option<i64>,
    use_limit_per: Option<String>,
    tax_class: String,
    details: String,
    badge: Option<String>,
    locations: String,
    logo: String,
}

impl TryFrom<ProductRow> for Listing {
    type Error = sqlx::Error;

    fn try_from(row: ProductRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.id,
            product_type: json(&format!("\"{}\"", row.product_type))?,
            name: row.name,
            price: Price::of_columns(row.price, row.gross_price),
            value: row.value,
            signup_price: row
                .signup_price
                .map(|net| Price::of_columns(net, row.gross_signup_price)),
            quantity: row.quantity,
            good_for_days: row.good_for_days,
            stock: row.stock,
            use_limit: UseLimit::of_columns(row.use_limit, row.use_limit_per.as_deref()),
            tax_class: row.tax_class,
            details: json(&row.details)?,
            badge: row.badge,
            locations: json(&row.locations)?,
            logo: json(&row.logo)?,
        })
    }
}

pub(super) async fn insert_ship_to_rate(db: &mut TenantWrite, state: &str, rate: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO catalog_ship_to_taxes (state, rate_ppm) VALUES (?, ?)",
        state,
        rate
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn ship_to_rate(db: &mut TenantRead, state: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT rate_ppm FROM catalog_ship_to_taxes WHERE state = ?", state)
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn take_piece(db: &mut TenantWrite, product_id: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE catalog_products SET stock = stock - 1 WHERE id = ? AND stock > 0",
        product_id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

pub(super) async fn put_piece_back(db: &mut TenantWrite, product_id: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE catalog_products SET stock = stock + 1 WHERE id = ? AND stock IS NOT NULL",
        product_id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

fn text<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Goods on sale of which so many pieces are left, or fewer.
pub(super) async fn count_low_stock(db: &mut TenantRead, pieces: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM catalog_products
           WHERE product_type = 'Swag' AND active = 1 AND stock <= ?"#,
        pieces
    )
    .fetch_one(db.conn())
    .await
}
