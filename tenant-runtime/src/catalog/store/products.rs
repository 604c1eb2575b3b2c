//! Products as staff edit them, and their stock.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::{json, text};
use crate::catalog::product_entry::{ProductEntry, ProductRecord};
use crate::catalog::{Basis, UseLimit};

struct RecordRow {
    id: i64,
    version: i64,
    active: i64,
    example: i64,
    referenced: i64,
    position: i64,
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
    washes: String,
    details: String,
    badge: Option<String>,
    locations: String,
    logo: String,
    on_sale_from: Option<i64>,
    on_sale_until: Option<i64>,
}

/// The product `id`, or all products in order.
pub(in crate::catalog) async fn records(
    db: &mut TenantRead,
    id: Option<i64>,
) -> Result<Vec<ProductRecord>, sqlx::Error> {
    let rows = sqlx::query_as!(
        RecordRow,
        r#"SELECT id AS "id!", version, active, example,
                  (sold OR EXISTS (SELECT 1 FROM catalog_products AS other, json_each(other.washes) AS included
                                   WHERE included.value = catalog_products.id)) AS "referenced!: i64",
                  position, product_type, name, COALESCE(gross_price, price) AS "price!: i64", value,
                  COALESCE(gross_signup_price, signup_price) AS "signup_price: i64", quantity, good_for_days, stock, use_limit,
                  use_limit_per, washes, details, badge, locations, logo, on_sale_from, on_sale_until
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
            archived: row.active == 0 && row.example == 0,
            example: row.example == 1,
            deletable: row.referenced == 0,
            position: row.position,
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
                washes: json(&row.washes)?,
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

/// Columns of a product determined by an entry.
struct Columns {
    price: i64,
    gross_price: Option<i64>,
    signup_price: Option<i64>,
    gross_signup_price: Option<i64>,
    use_limit: Option<i64>,
    use_limit_per: Option<&'static str>,
    washes: String,
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
            washes: text(&product.washes)?,
            details: text(&product.details)?,
            locations: text(&product.locations)?,
            logo: text(&product.logo)?,
            on_sale_from: product.on_sale_from.map(Timestamp::as_millisecond),
            on_sale_until: product.on_sale_until.map(Timestamp::as_millisecond),
        })
    }
}

/// Inserts a product at the end. Without an `id`, it gets one that no product ever had. Returns the ID.
pub(in crate::catalog) async fn insert(
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
            stock, use_limit, use_limit_per, tax_class, washes, details, badge, locations, logo, on_sale_from, on_sale_until,
            position)
         VALUES (COALESCE(?, (SELECT MAX(id) + 1 FROM (
                SELECT id FROM catalog_products UNION ALL SELECT id FROM catalog_deleted_products))),
            ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
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
        columns.washes,
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

/// Updates a product, except for its type. An example becomes the merchant's own product and goes on sale.
pub(in crate::catalog) async fn update(
    db: &mut TenantWrite,
    id: i64,
    product: &ProductEntry,
    basis: Basis,
) -> Result<(), sqlx::Error> {
    let columns = Columns::of(product, basis)?;
    sqlx::query!(
        "UPDATE catalog_products SET version = version + 1, active = active OR example, example = 0, name = ?, price = ?, gross_price = ?, value = ?, signup_price = ?,
           gross_signup_price = ?, quantity = ?, good_for_days = ?, stock = ?, use_limit = ?, use_limit_per = ?, washes = ?, details = ?, badge = ?, locations = ?, logo = ?,
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
        columns.washes,
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

/// Marks a new product as an example.
pub(in crate::catalog) async fn make_example(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE catalog_products SET active = 0, example = 1 WHERE id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Deletes all examples, or one of them. Examples were never sold. Returns their names in order.
pub(in crate::catalog) async fn delete_examples(
    db: &mut TenantWrite,
    only: Option<i64>,
) -> Result<Vec<String>, sqlx::Error> {
    let names = sqlx::query_scalar!(
        "SELECT name FROM catalog_products WHERE example = 1 AND (?1 IS NULL OR id = ?1) ORDER BY position, id",
        only
    )
    .fetch_all(db.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO catalog_deleted_products (id)
         SELECT id FROM catalog_products WHERE example = 1 AND (?1 IS NULL OR id = ?1)",
        only
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM catalog_products WHERE example = 1 AND (?1 IS NULL OR id = ?1)",
        only
    )
    .execute(db.conn())
    .await?;
    // Clubs and bundles no longer include the deleted washes.
    sqlx::query!(
        "UPDATE catalog_products SET version = version + 1, washes =
             (SELECT json_group_array(value) FROM json_each(catalog_products.washes)
              WHERE value NOT IN (SELECT id FROM catalog_deleted_products))
         WHERE EXISTS (SELECT 1 FROM json_each(catalog_products.washes)
                       WHERE value IN (SELECT id FROM catalog_deleted_products))"
    )
    .execute(db.conn())
    .await?;
    Ok(names)
}

/// Deletes a product. Returns false if a sale, a membership or another record refers to it.
pub(in crate::catalog) async fn delete(db: &mut TenantWrite, id: i64) -> Result<bool, sqlx::Error> {
    let deleted = sqlx::query!("DELETE FROM catalog_products WHERE id = ?", id)
        .execute(db.conn())
        .await;
    match deleted {
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => return Ok(false),
        deleted => deleted?,
    };
    sqlx::query!("INSERT INTO catalog_deleted_products (id) VALUES (?)", id)
        .execute(db.conn())
        .await?;
    Ok(true)
}

/// Names of the clubs and bundles that include a wash, in order.
pub(in crate::catalog) async fn including(db: &mut TenantRead, wash_id: i64) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT name FROM catalog_products
         WHERE EXISTS (SELECT 1 FROM json_each(catalog_products.washes) WHERE value = ?) ORDER BY position, id",
        wash_id
    )
    .fetch_all(db.conn())
    .await
}

/// IDs of all washes, including archived ones and examples.
pub(in crate::catalog) async fn wash_ids(db: &mut TenantRead) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT id AS "id!" FROM catalog_products WHERE product_type = 'AppWash'"#)
        .fetch_all(db.conn())
        .await
}

/// Archives or unarchives a product, which ends its time as an example. Returns false if it doesn't exist or nothing
/// changed.
pub(in crate::catalog) async fn archive(db: &mut TenantWrite, id: i64, archived: bool) -> Result<bool, sqlx::Error> {
    let active = i64::from(!archived);
    let result = sqlx::query!(
        "UPDATE catalog_products SET active = ?1, example = 0, version = version + 1
         WHERE id = ?2 AND (active <> ?1 OR example = 1)",
        active,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Orders the products by `ids`, a JSON array of all of them.
pub(in crate::catalog) async fn order(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error> {
    let ids = text(&ids)?;
    sqlx::query!(
        "UPDATE catalog_products SET position = place.key + 1 FROM json_each(?) AS place WHERE place.value = catalog_products.id",
        ids
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Parses a timestamp column.
fn instant(milliseconds: i64) -> Result<Timestamp, sqlx::Error> {
    Timestamp::from_millisecond(milliseconds).map_err(|error| sqlx::Error::Decode(error.into()))
}

pub(in crate::catalog) async fn take_piece(db: &mut TenantWrite, product_id: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE catalog_products SET stock = stock - 1 WHERE id = ? AND stock > 0",
        product_id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

pub(in crate::catalog) async fn put_piece_back(db: &mut TenantWrite, product_id: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE catalog_products SET stock = stock + 1 WHERE id = ? AND stock IS NOT NULL",
        product_id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Number of available merchandise products with at most `pieces` in stock.
pub(in crate::catalog) async fn count_low_stock(db: &mut TenantRead, pieces: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM catalog_products
           WHERE product_type = 'Swag' AND active = 1 AND stock <= ?"#,
        pieces
    )
    .fetch_one(db.conn())
    .await
}
