use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::Quote;
use super::purchases::PurchasedProduct;
use super::rules::{Order, OrderState, PricedUnit};
use crate::catalog::ProductType;

struct OrderRow {
    id: i64,
    trans_record_id: String,
    customer_id: i64,
    state: String,
    total: i64,
    code: String,
    created_at: i64,
}

impl TryFrom<OrderRow> for Order {
    type Error = sqlx::Error;

    fn try_from(row: OrderRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.id,
            trans_record_id: row.trans_record_id,
            customer_id: row.customer_id,
            state: OrderState::parse(&row.state),
            total: row.total,
            code: row.code,
            created_at: Timestamp::from_millisecond(row.created_at)
                .map_err(|error| sqlx::Error::Decode(error.into()))?,
        })
    }
}

pub(super) struct NewOrder<'a> {
    pub(super) trans_record_id: String,
    pub(super) customer_id: i64,
    pub(super) location_id: Option<i64>,
    pub(super) quote: &'a Quote,
    pub(super) fingerprint: &'a [u8; 32],
    pub(super) now: Timestamp,
}

pub(super) async fn insert_order(db: &mut TenantWrite, new: &NewOrder<'_>) -> Result<Order, sqlx::Error> {
    let (fingerprint, now) = (new.fingerprint.as_slice(), new.now.as_millisecond());
    let id = sqlx::query_scalar!(
        r#"INSERT INTO checkout_orders
             (trans_record_id, customer_id, location_id, state, subtotal, taxes, total, currency, fingerprint, created_at)
           VALUES (?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        new.trans_record_id,
        new.customer_id,
        new.location_id,
        new.quote.subtotal,
        new.quote.taxes,
        new.quote.total,
        new.quote.currency,
        fingerprint,
        now
    )
    .fetch_one(db.conn())
    .await?;
    Ok(Order {
        id,
        trans_record_id: new.trans_record_id.clone(),
        customer_id: new.customer_id,
        state: OrderState::Pending,
        total: new.quote.total,
        code: String::new(),
        created_at: new.now,
    })
}

pub(super) async fn insert_line(db: &mut TenantWrite, order_id: i64, unit: &PricedUnit) -> Result<(), sqlx::Error> {
    let listing = &unit.listing;
    let product_type = listing.product_type.as_str();
    let details = json(&listing.details)?;
    let locations = json(&listing.locations)?;
    sqlx::query!(
        "INSERT INTO checkout_order_lines
           (order_id, product_id, product_type, name, price, taxes, tax_rate_ppm, details, locations)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        order_id,
        listing.id,
        product_type,
        listing.name,
        listing.price,
        unit.taxes,
        unit.tax_rate,
        details,
        locations
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// An order of this customer.
pub(super) async fn find_order(
    db: &mut TenantRead,
    trans_record_id: &str,
    customer_id: i64,
) -> Result<Option<Order>, sqlx::Error> {
    let row = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, state, total, code, created_at
           FROM checkout_orders WHERE trans_record_id = ? AND customer_id = ?"#,
        trans_record_id,
        customer_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Order::try_from).transpose()
}

pub(super) async fn find_order_by_id(db: &mut TenantRead, id: i64) -> Result<Option<Order>, sqlx::Error> {
    let row = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, state, total, code, created_at
           FROM checkout_orders WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Order::try_from).transpose()
}

/// The newest order of the same body placed at or after `since` that did not fail.
pub(super) async fn find_same_body(
    db: &mut TenantRead,
    customer_id: i64,
    fingerprint: &[u8; 32],
    since: i64,
) -> Result<Option<Order>, sqlx::Error> {
    let fingerprint = fingerprint.as_slice();
    let row = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, state, total, code, created_at
           FROM checkout_orders
           WHERE customer_id = ? AND fingerprint = ? AND created_at >= ? AND state IN ('pending', 'unknown', 'paid')
           ORDER BY id DESC LIMIT 1"#,
        customer_id,
        fingerprint,
        since
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Order::try_from).transpose()
}

/// Whether a payment of the customer is still to be settled.
///
/// # Errors
/// When the database refuses.
pub async fn has_open_order(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    let open = sqlx::query_scalar!(
        "SELECT id FROM checkout_orders WHERE customer_id = ? AND state IN ('pending', 'unknown')",
        customer_id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(open.is_some())
}

pub(super) async fn set_state(
    db: &mut TenantWrite,
    id: i64,
    state: OrderState,
    code: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (text, now) = (state.text(), (!state.is_open()).then_some(now.as_millisecond()));
    sqlx::query!(
        "UPDATE checkout_orders SET state = ?, code = ?, settled_at = ? WHERE id = ?",
        text,
        code,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Moves an order that is not settled to another such state. One that a person looks at stays with the person.
pub(super) async fn mark_open_order(db: &mut TenantWrite, id: i64, state: OrderState) -> Result<(), sqlx::Error> {
    let text = state.text();
    sqlx::query!(
        "UPDATE checkout_orders SET state = ? WHERE id = ? AND state IN ('pending', 'unknown')",
        text,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Subtotal and taxes of an order, in minor units.
pub(super) async fn amounts(db: &mut TenantRead, id: i64) -> Result<(i64, i64), sqlx::Error> {
    let row = sqlx::query!("SELECT subtotal, taxes FROM checkout_orders WHERE id = ?", id)
        .fetch_one(db.conn())
        .await?;
    Ok((row.subtotal, row.taxes))
}

pub(super) async fn insert_ledger(
    db: &mut TenantWrite,
    txn: &str,
    account: &str,
    amount: i64,
    order_id: i64,
    at: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO checkout_ledger (txn_id, account, amount, order_id, at) VALUES (?, ?, ?, ?, ?)",
        txn,
        account,
        amount,
        order_id,
        at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A line of an order, as it was sold.
pub(super) struct Line {
    pub(super) id: i64,
    pub(super) product_type: ProductType,
    pub(super) name: String,
    pub(super) price: i64,
    pub(super) locations: Vec<i64>,
}

pub(super) async fn lines(db: &mut TenantRead, order_id: i64) -> Result<Vec<Line>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", product_type, name, price, locations
           FROM checkout_order_lines WHERE order_id = ? ORDER BY id"#,
        order_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Line {
                id: row.id,
                product_type: product_type(&row.product_type)?,
                name: row.name,
                price: row.price,
                locations: serde_json::from_str(&row.locations).map_err(|error| sqlx::Error::Decode(error.into()))?,
            })
        })
        .collect()
}

/// The orders of a customer that were paid, the newest first.
pub(super) async fn paid_orders(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Order>, sqlx::Error> {
    let rows = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, state, total, code, created_at
           FROM checkout_orders
           WHERE customer_id = ? AND state IN ('paid', 'partially_refunded', 'refunded', 'voided')
           ORDER BY created_at DESC, id DESC"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Order::try_from).collect()
}

pub(super) async fn purchased_products(
    db: &mut TenantRead,
    order_id: i64,
) -> Result<Vec<PurchasedProduct>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT name AS "name!", price AS "price!", product_type AS "product_type!", COUNT(*) AS "quantity!: i64"
           FROM checkout_order_lines WHERE order_id = ? GROUP BY product_id, price ORDER BY MIN(id)"#,
        order_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let kind = product_type(&row.product_type)?;
            Ok(PurchasedProduct {
                name: row.name,
                quantity: row.quantity,
                unit_price: row.price,
                is_gift: false,
                gifted_email: None,
                fulfillable: kind == ProductType::Swag,
                app_product_type: kind,
            })
        })
        .collect()
}

fn product_type(text: &str) -> Result<ProductType, sqlx::Error> {
    serde_json::from_value(text.into()).map_err(|error| sqlx::Error::Decode(error.into()))
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
