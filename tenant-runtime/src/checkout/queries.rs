//! What other domains ask about orders: which lines an order has, what waits for a person, and what is still to be settled.

use jiff::Timestamp;
use platform::db::TenantRead;

use super::rules::{self, SWEEP_AFTER};
use super::store::{admin, disputes, lines, orders, reversals};
use crate::domain::Load;

/// The lines of the order that `words` name, by its number or its `transRecordId`.
///
/// # Errors
/// When the database refuses.
pub async fn lines_of_order(db: &mut TenantRead, words: &str) -> Result<Vec<i64>, sqlx::Error> {
    lines::ids_of_order(db, words, rules::order_id(words)).await
}

/// The `transRecordId` of the order of each of these lines.
///
/// # Errors
/// When the database refuses.
pub async fn orders_of_lines(db: &mut TenantRead, ids: &[i64]) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let ids = serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    lines::orders_of(db, &ids).await
}

/// An order and its parts, by their ids.
#[derive(Clone, Debug)]
pub struct OrderParts {
    pub id: i64,
    /// Who has placed it, whether there is that account or not.
    pub customer_id: i64,
    pub lines: Vec<i64>,
    pub reversals: Vec<i64>,
}

/// The order with this `transRecordId`, whoever has placed it.
///
/// # Errors
/// When the database refuses.
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

/// Orders of which it is not known whether they are paid, though the processor was asked.
///
/// # Errors
/// When the database refuses.
pub async fn unknown_charges(db: &mut TenantRead, now: Timestamp) -> Result<i64, sqlx::Error> {
    orders::unknown_charges(db, (now - SWEEP_AFTER).as_millisecond()).await
}

/// Whether anybody has paid for anything, whatever became of it.
///
/// # Errors
/// When the database refuses.
pub async fn has_sold(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    orders::has_paid_order(db).await
}

/// Orders that a person has to look at.
///
/// # Errors
/// When the database refuses.
pub async fn flagged_orders(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    orders::flagged_orders(db).await
}

/// Refunds of which it is not known whether they were made.
///
/// # Errors
/// When the database refuses.
pub async fn unknown_refunds(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    orders::unknown_refunds(db).await
}

/// Orders with goods to pack and send.
///
/// # Errors
/// When the database refuses.
pub async fn goods_to_send(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    orders::goods_to_send(db).await
}

/// Disputes of which nobody knows how they ended, and when the first is to be answered.
///
/// # Errors
/// When the database refuses.
pub async fn open_disputes(db: &mut TenantRead) -> Result<Load, sqlx::Error> {
    let (count, due) = disputes::open(db).await?;
    Ok(Load { count, due })
}

/// Whether an order of a customer for a club may still be paid, by an answer, a look-up or a person.
///
/// # Errors
/// When the database refuses.
pub async fn has_open_club_order(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    orders::has_open_club_order(db, customer_id).await
}
