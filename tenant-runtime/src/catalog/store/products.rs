//! The catalogue as staff edit it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::{json, text};
use crate::catalog::entry::{LocationEntry, LocationRecord, ProductEntry, ProductRecord};
use crate::catalog::{Basis, UseLimit};

struct RecordRow {
    id: i64,
    version: i64,
    active: i64,
    product_type: String,
    name: String,
    price: i64,
    value: i64,
    signup_price: Option<i64>,
    quantity: Option<i64>,
    good_for_days: Option<i64>,
    stock: Option<i64>,
    use_limit: Option<i64>,
    use_limit_per: Option<String>,
    details: String,
    badge: Option<String>,
    locations: String,
    logo: String,
    on_sale_from: Option<i64>,
    on_sale_until: Option<i64>,
}

/// The product `id`, or all of them in their places.
pub(in crate::catalog) async fn products(
    db: &mut TenantRead,
    id: Option<i64>,
) -> Result<Vec<ProductRecord>, sqlx::Error> {
    let rows = sqlx::query_as!(
        RecordRow,
        r#"SELECT id AS "id!", version, active, product_type, name, COALESCE(gross_price, price) AS "price!: i64", value,
                  COALESCE(gross_signup_price, signup_price) AS "signup_price: i64", quantity, good_for_days, stock, use_limit,
                  use_limit_per, details, badge, locations, logo, on_sale_from, on_sale_until
           FROM catalog_products WHERE ?1 IS NULL OR id = ?1 ORDER BY position, id"#,
        id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(ProductRecord::try_from).collect()
}

impl TryFrom<RecordRow> for ProductRecord {
    type Error = sqlx::Error;

    fn try_from(row: RecordRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            product_id: row.id,
            version: row.version,
            archived: row.active == 0,
            product: ProductEntry {
                product_type: json(&format!("\"{}\"", row.product_type))?,
                name: row.name,
                price: row.price,
                value: row.value,
                signup_price: row.signup_price,
                quantity: row.quantity,
                good_for_days: row.good_for_days,
                stock: row.stock,
                use_limit: UseLimit::of_columns(row.use_limit, row.use_limit_per.as_deref()),
                details: json(&row.details)?,
                badge: row.badge,
                locations: json(&row.locations)?,
                logo: json(&row.logo)?,
                on_sale_from: row.on_sale_from.map(instant).transpose()?,
                on_sale_until: row.on_sale_until.map(instant).transpose()?,
            },
        })
    }
}

/// What the columns of a product say that an entry decides.
struct Columns {
    price: i64,
    gross_price: Option<i64>,
    signup_price: Option<i64>,
    gross_signup_price: Option<i64>,
    use_limit: Option<i64>,
    use_limit_per: Option<&'static str>,
    details: String,
    locations: String,
    logo: String,
    on_sale_from: Option<i64>,
    on_sale_until: Option<i64>,
}

impl Columns {
    fn of(product: &ProductEntry, basis: Basis) -> Result<Self, sqlx::Error> {
        let (price, gross_price) = basis.columns(product.price);
        let (signup_price, gross_signup_price) = product.signup_price.map(|first| basis.columns(first)).unzip();
        Ok(Self {
            price,
            gross_price,
            signup_price,
            gross_signup_price: gross_signup_price.flatten(),
            use_limit: product.use_limit.map(|limit| limit.count),
            use_limit_per: product.use_limit.map(|limit| limit.per.into_str()),
            details: text(&product.details)?,
            locations: text(&product.locations)?,
            logo: text(&product.logo)?,
            on_sale_from: product.on_sale_from.map(Timestamp::as_millisecond),
            on_sale_until: product.on_sale_until.map(Timestamp::as_millisecond),
        })
    }
}

/// Adds a product behind all others. Without an `id` it gets the next one, which is answered.
pub(in crate::catalog) async fn insert_product(
    db: &mut TenantWrite,
    id: Option<i64>,
    product: &ProductEntry,
    basis: Basis,
) -> Result<i64, sqlx::Error> {
    let product_type = product.product_type.into_str();
    let tax_class = product.product_type.tax_class();
    let columns = Columns::of(product, basis)?;
    let result = sqlx::query!(
        "INSERT INTO catalog_products
           (id, product_type, name, price, gross_price, value, signup_price, gross_signup_price, quantity, good_for_days,
            stock, use_limit, use_limit_per, tax_class, details, badge, locations, logo, on_sale_from, on_sale_until, position)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
            (SELECT COALESCE(MAX(position), 0) + 1 FROM catalog_products))",
        id,
        product_type,
        product.name,
        columns.price,
        columns.gross_price,
        product.value,
        columns.signup_price,
        columns.gross_signup_price,
        product.quantity,
        product.good_for_days,
        product.stock,
        columns.use_limit,
        columns.use_limit_per,
        tax_class,
        columns.details,
        product.badge,
        columns.locations,
        columns.logo,
        columns.on_sale_from,
        columns.on_sale_until
    )
    .execute(db.conn())
    .await?;
    Ok(result.last_insert_rowid())
}

/// Writes what `product` says, but for its type.
pub(in crate::catalog) async fn update_product(
    db: &mut TenantWrite,
    id: i64,
    product: &ProductEntry,
    basis: Basis,
) -> Result<(), sqlx::Error> {
    let columns = Columns::of(product, basis)?;
    sqlx::query!(
        "UPDATE catalog_products SET version = version + 1, name = ?, price = ?, gross_price = ?, value = ?, signup_price = ?,
           gross_signup_price = ?, quantity = ?, good_for_days = ?, stock = ?, use_limit = ?, use_limit_per = ?, details = ?, badge = ?, locations = ?, logo = ?,
           on_sale_from = ?, on_sale_until = ?
         WHERE id = ?",
        product.name,
        columns.price,
        columns.gross_price,
        product.value,
        columns.signup_price,
        columns.gross_signup_price,
        product.quantity,
        product.good_for_days,
        product.stock,
        columns.use_limit,
        columns.use_limit_per,
        columns.details,
        product.badge,
        columns.locations,
        columns.logo,
        columns.on_sale_from,
        columns.on_sale_until,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// `false`: there is no such product, or it was so before.
pub(in crate::catalog) async fn archive_product(
    db: &mut TenantWrite,
    id: i64,
    archived: bool,
) -> Result<bool, sqlx::Error> {
    let active = i64::from(!archived);
    let result = sqlx::query!(
        "UPDATE catalog_products SET active = ?1, version = version + 1 WHERE id = ?2 AND active <> ?1",
        active,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Puts the products into the order of `ids`, a JSON list of all of them.
pub(in crate::catalog) async fn order_products(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error> {
    let ids = text(&ids)?;
    sqlx::query!(
        "UPDATE catalog_products SET position = place.key + 1 FROM json_each(?) AS place WHERE place.value = catalog_products.id",
        ids
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// The location `id`, or all of them in their places.
pub(in crate::catalog) async fn locations(
    db: &mut TenantRead,
    id: Option<i64>,
) -> Result<Vec<LocationRecord>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", version, active, name, address1, address2, city, state, zip, phone, latitude, longitude, hours
           FROM catalog_locations WHERE ?1 IS NULL OR id = ?1 ORDER BY position, id"#,
        id
    )
    .fetch_all(db.conn())
    .await?;
    let rates = sqlx::query!(
        "SELECT location_id, tax_class, rate_ppm FROM catalog_taxes WHERE ?1 IS NULL OR location_id = ?1",
        id
    )
    .fetch_all(db.conn())
    .await?;
    let mut taxes: BTreeMap<i64, BTreeMap<String, i64>> = BTreeMap::new();
    for rate in rates {
        taxes
            .entry(rate.location_id)
            .or_default()
            .insert(rate.tax_class, rate.rate_ppm);
    }
    rows.into_iter()
        .map(|row| {
            Ok(LocationRecord {
                location_id: row.id,
                version: row.version,
                archived: row.active == 0,
                location: LocationEntry {
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
                    taxes: taxes.remove(&row.id).unwrap_or_default(),
                },
            })
        })
        .collect()
}

pub(in crate::catalog) async fn location_ids(db: &mut TenantRead) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT id AS "id!" FROM catalog_locations ORDER BY position, id"#)
        .fetch_all(db.conn())
        .await
}

/// Adds a location behind all others. Without an `id` it gets the next one, which is answered.
pub(in crate::catalog) async fn insert_location(
    db: &mut TenantWrite,
    id: Option<i64>,
    location: &LocationEntry,
) -> Result<i64, sqlx::Error> {
    let hours = text(&location.hours)?;
    let result = sqlx::query!(
        "INSERT INTO catalog_locations
           (id, name, address1, address2, city, state, zip, phone, latitude, longitude, hours, position)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM catalog_locations))",
        id,
        location.name,
        location.address1,
        location.address2,
        location.city,
        location.state,
        location.zip,
        location.phone,
        location.latitude,
        location.longitude,
        hours
    )
    .execute(db.conn())
    .await?;
    let id = result.last_insert_rowid();
    insert_taxes(db, id, &location.taxes).await?;
    Ok(id)
}

pub(in crate::catalog) async fn update_location(
    db: &mut TenantWrite,
    id: i64,
    location: &LocationEntry,
) -> Result<(), sqlx::Error> {
    let hours = text(&location.hours)?;
    sqlx::query!(
        "UPDATE catalog_locations SET version = version + 1, name = ?, address1 = ?, address2 = ?, city = ?, state = ?, zip = ?,
           phone = ?, latitude = ?, longitude = ?, hours = ?
         WHERE id = ?",
        location.name,
        location.address1,
        location.address2,
        location.city,
        location.state,
        location.zip,
        location.phone,
        location.latitude,
        location.longitude,
        hours,
        id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!("DELETE FROM catalog_taxes WHERE location_id = ?", id)
        .execute(db.conn())
        .await?;
    insert_taxes(db, id, &location.taxes).await
}

pub(in crate::catalog) async fn insert_taxes(
    db: &mut TenantWrite,
    id: i64,
    taxes: &BTreeMap<String, i64>,
) -> Result<(), sqlx::Error> {
    for (class, rate) in taxes {
        sqlx::query!(
            "INSERT INTO catalog_taxes (location_id, tax_class, rate_ppm) VALUES (?, ?, ?)",
            id,
            class,
            rate
        )
        .execute(db.conn())
        .await?;
    }
    Ok(())
}

/// `false`: there is no such location, or it was so before.
pub(in crate::catalog) async fn archive_location(
    db: &mut TenantWrite,
    id: i64,
    archived: bool,
) -> Result<bool, sqlx::Error> {
    let active = i64::from(!archived);
    let result = sqlx::query!(
        "UPDATE catalog_locations SET active = ?1, version = version + 1 WHERE id = ?2 AND active <> ?1",
        active,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Puts the locations into the order of `ids`, a JSON list of all of them.
pub(in crate::catalog) async fn order_locations(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error> {
    let ids = text(&ids)?;
    sqlx::query!(
        "UPDATE catalog_locations SET position = place.key + 1 FROM json_each(?) AS place WHERE place.value = catalog_locations.id",
        ids
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

fn instant(milliseconds: i64) -> Result<Timestamp, sqlx::Error> {
    Timestamp::from_millisecond(milliseconds).map_err(|error| sqlx::Error::Decode(error.into()))
}
