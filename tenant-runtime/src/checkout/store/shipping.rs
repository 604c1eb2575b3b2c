//! Shipping addresses and shipment states.

use platform::db::{TenantRead, TenantWrite};

use crate::checkout::rules::entries::Address;
use crate::checkout::rules::shipment::ShipmentState;

pub(in crate::checkout) async fn insert_address(
    db: &mut TenantWrite,
    customer_id: i64,
    address: &Address,
    now: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO checkout_addresses
             (customer_id, first, last, address1, address2, city, state, zip_code, is_home, addressed_to, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        customer_id,
        address.first,
        address.last,
        address.address1,
        address.address2,
        address.city,
        address.state,
        address.zip_code,
        address.is_home,
        address.addressed_to,
        now
    )
    .fetch_one(db.conn())
    .await
}

/// The home address that the customer saved last.
pub(in crate::checkout) async fn home_address(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Option<Address>, sqlx::Error> {
    sqlx::query_as!(
        Address,
        r#"SELECT first, last, address1, address2, city, state, zip_code, is_home AS "is_home: bool", addressed_to
           FROM checkout_addresses WHERE customer_id = ? AND is_home = 1 ORDER BY id DESC LIMIT 1"#,
        customer_id
    )
    .fetch_optional(db.conn())
    .await
}

/// The home address that the customer saved last, otherwise their latest address.
pub(in crate::checkout) async fn home_or_latest_address(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Option<Address>, sqlx::Error> {
    sqlx::query_as!(
        Address,
        r#"SELECT first, last, address1, address2, city, state, zip_code, is_home AS "is_home: bool", addressed_to
           FROM checkout_addresses WHERE customer_id = ? ORDER BY is_home DESC, id DESC LIMIT 1"#,
        customer_id
    )
    .fetch_optional(db.conn())
    .await
}

pub(in crate::checkout) async fn find_address(db: &mut TenantRead, id: i64) -> Result<Option<Address>, sqlx::Error> {
    sqlx::query_as!(
        Address,
        r#"SELECT first, last, address1, address2, city, state, zip_code, is_home AS "is_home: bool", addressed_to
           FROM checkout_addresses WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await
}

/// Shipping addresses of an order.
pub(in crate::checkout) async fn addresses_of_order(
    db: &mut TenantRead,
    order_id: i64,
) -> Result<Vec<Address>, sqlx::Error> {
    sqlx::query_as!(
        Address,
        r#"SELECT first, last, address1, address2, city, state, zip_code, is_home AS "is_home: bool", addressed_to
           FROM checkout_addresses
           WHERE id IN (SELECT address_id FROM checkout_order_lines WHERE order_id = ?) ORDER BY id"#,
        order_id
    )
    .fetch_all(db.conn())
    .await
}

/// All addresses of a customer, newest first.
pub(in crate::checkout) async fn addresses_of_customer(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Vec<Address>, sqlx::Error> {
    sqlx::query_as!(
        Address,
        r#"SELECT first, last, address1, address2, city, state, zip_code, is_home AS "is_home: bool", addressed_to
           FROM checkout_addresses WHERE customer_id = ? ORDER BY id DESC"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await
}

/// Whether a customer's orders have goods that aren't shipped yet.
pub(in crate::checkout) async fn waits_for_goods(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT 1 FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
             WHERE o.customer_id = ? AND l.fulfillment IN ('awaiting_address', 'queued', 'packed')) AS "waits!: bool""#,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

/// Deletes a customer's addresses that no shipment needs.
pub(in crate::checkout) async fn forget_addresses(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE checkout_order_lines SET address_id = NULL
         WHERE address_id IN (
             SELECT a.id FROM checkout_addresses a
             WHERE a.customer_id = ? AND NOT EXISTS (
                 SELECT 1 FROM checkout_order_lines l
                 WHERE l.address_id = a.id AND l.fulfillment IN ('awaiting_address', 'queued', 'packed')))",
        customer_id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM checkout_addresses
         WHERE customer_id = ?
           AND NOT EXISTS (SELECT 1 FROM checkout_order_lines l WHERE l.address_id = checkout_addresses.id)",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::checkout) async fn set_shipment_state(
    db: &mut TenantWrite,
    id: i64,
    state: ShipmentState,
) -> Result<(), sqlx::Error> {
    let state = state.into_str();
    sqlx::query!(
        "UPDATE checkout_order_lines SET fulfillment = ? WHERE id = ?",
        state,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Returns a line's item to stock. Returns false if the line had none.
pub(in crate::checkout) async fn release_piece(db: &mut TenantWrite, id: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE checkout_order_lines SET stock_taken = 0 WHERE id = ? AND stock_taken = 1",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

pub(in crate::checkout) async fn move_goods(
    db: &mut TenantWrite,
    id: i64,
    state: ShipmentState,
    carrier: Option<&str>,
    tracking: Option<&str>,
) -> Result<(), sqlx::Error> {
    let state = state.into_str();
    sqlx::query!(
        "UPDATE checkout_order_lines
         SET fulfillment = ?, carrier = COALESCE(?, carrier), tracking = COALESCE(?, tracking) WHERE id = ?",
        state,
        carrier,
        tracking,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
