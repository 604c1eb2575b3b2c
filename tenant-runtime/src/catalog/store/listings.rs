//! Products as the shop lists and sells them.

use platform::db::TenantRead;

use super::json;
use crate::catalog::tax::Price;
use crate::catalog::{Listing, ProductType, UseLimit};

/// Active products of a type in their sale window at `now`, by descending price.
pub(in crate::catalog) async fn on_sale(
    db: &mut TenantRead,
    product_type: ProductType,
    now: i64,
) -> Result<Vec<Listing>, sqlx::Error> {
    let product_type = product_type.into_str();
    let rows = sqlx::query_as!(
        ProductRow,
        r#"SELECT id AS "id!", product_type, name, price, gross_price, value, signup_price, gross_signup_price, quantity,
                  good_for_days, stock, use_limit, use_limit_per, tax_class, details, badge, locations, logo,
                  (SELECT json_group_array(included.name) FROM (
                      SELECT wash.name FROM json_each(catalog_products.washes) AS given
                      JOIN catalog_products AS wash ON wash.id = given.value ORDER BY given.key) AS included) AS "washes!: String"
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

pub(in crate::catalog) async fn find_on_sale(
    db: &mut TenantRead,
    id: i64,
    now: i64,
) -> Result<Option<Listing>, sqlx::Error> {
    let row = sqlx::query_as!(
        ProductRow,
        r#"SELECT id AS "id!", product_type, name, price, gross_price, value, signup_price, gross_signup_price, quantity,
                  good_for_days, stock, use_limit, use_limit_per, tax_class, details, badge, locations, logo,
                  (SELECT json_group_array(included.name) FROM (
                      SELECT wash.name FROM json_each(catalog_products.washes) AS given
                      JOIN catalog_products AS wash ON wash.id = given.value ORDER BY given.key) AS included) AS "washes!: String"
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

pub(in crate::catalog) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<Listing>, sqlx::Error> {
    let row = sqlx::query_as!(
        ProductRow,
        r#"SELECT id AS "id!", product_type, name, price, gross_price, value, signup_price, gross_signup_price, quantity,
                  good_for_days, stock, use_limit, use_limit_per, tax_class, details, badge, locations, logo,
                  (SELECT json_group_array(included.name) FROM (
                      SELECT wash.name FROM json_each(catalog_products.washes) AS given
                      JOIN catalog_products AS wash ON wash.id = given.value ORDER BY given.key) AS included) AS "washes!: String"
           FROM catalog_products WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Listing::try_from).transpose()
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
    washes: String,
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
            washes: json(&row.washes)?,
            details: json(&row.details)?,
            badge: row.badge,
            locations: json(&row.locations)?,
            logo: json(&row.logo)?,
        })
    }
}
