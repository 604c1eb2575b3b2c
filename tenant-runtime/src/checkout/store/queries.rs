//! Queries of other domains: lines of an order, orders that need attention, and unsettled orders.

use jiff::Timestamp;
use platform::db::TenantRead;

use super::{admin, disputes, reversals};
use crate::checkout::rules::{SWEEP_AFTER, order_id};
use crate::domain::Load;

/// Lines of the order with the number or `transRecordId` in `words`.
pub async fn lines_of_order(db: &mut TenantRead, words: &str) -> Result<Vec<i64>, sqlx::Error> {
    let order_id = order_id(words);
    sqlx::query_scalar!(
        r#"SELECT l.id AS "id!" FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
           WHERE o.trans_record_id = ? OR o.id = ?"#,
        words,
        order_id
    )
    .fetch_all(db.conn())
    .await
}

/// `transRecordId` of each refund's order.
pub async fn orders_of_refunds(db: &mut TenantRead, ids: &[i64]) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let ids = serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    reversals::orders_of(db, &ids).await
}

/// IDs of an order and its parts.
#[derive(Clone, Debug)]
pub struct OrderParts {
    pub id: i64,
    /// Customer, even if the account no longer exists.
    pub customer_id: i64,
    pub lines: Vec<i64>,
    pub reversals: Vec<i64>,
}

/// Order with this `transRecordId`, by any customer.
pub async fn parts_of_order(db: &mut TenantRead, trans_record_id: &str) -> Result<Option<OrderParts>, sqlx::Error> {
    let Some(order) = admin::order(db, trans_record_id).await? else {
        return Ok(None);
    };
    let lines = reversals::sold_lines(db, order.id).await?;
    let reversals = reversals::of_order(db, order.id).await?;
    Ok(Some(OrderParts {
        id: order.id,
        customer_id: order.customer_id,
        lines: lines.iter().map(|line| line.id).collect(),
        reversals: reversals.iter().map(|reversal| reversal.id).collect(),
    }))
}

/// Orders with an unknown payment status, although the processor was asked.
pub async fn unknown_charges(db: &mut TenantRead, now: Timestamp) -> Result<i64, sqlx::Error> {
    let asked_by = (now - SWEEP_AFTER).as_millisecond();
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM checkout_orders
           WHERE state IN ('pending', 'unknown', 'flagged') AND (state = 'unknown' OR state = 'pending' AND created_at <= ?)"#,
        asked_by
    )
    .fetch_one(db.conn())
    .await
}

/// Whether anyone has ever paid for anything.
pub async fn has_sold(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM checkout_orders
             WHERE state IN ('paid', 'partially_refunded', 'refunded', 'voided')) AS "sold!: bool""#
    )
    .fetch_one(db.conn())
    .await
}

/// Whether there is any order.
pub async fn has_orders(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT 1 FROM checkout_orders) AS "ordered!: bool""#)
        .fetch_one(db.conn())
        .await
}

/// Orders that need review.
pub async fn flagged_orders(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM checkout_orders
           WHERE state IN ('pending', 'unknown', 'flagged') AND state = 'flagged'"#
    )
    .fetch_one(db.conn())
    .await
}

/// Refunds with an unknown status.
pub async fn unknown_refunds(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT COUNT(*) AS "count!: i64" FROM checkout_reversals WHERE state = 'unknown'"#)
        .fetch_one(db.conn())
        .await
}

/// Orders with merchandise to pack and ship.
pub async fn goods_to_send(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(DISTINCT o.id) AS "count!: i64"
           FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
           WHERE l.fulfillment IN ('queued', 'packed') AND o.state IN ('paid', 'partially_refunded')"#
    )
    .fetch_one(db.conn())
    .await
}

/// Number of open disputes, and the first response deadline.
pub async fn open_disputes(db: &mut TenantRead) -> Result<Load, sqlx::Error> {
    let (count, due) = disputes::open(db).await?;
    Ok(Load { count, due })
}
