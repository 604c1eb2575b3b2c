//! How many orders wait for one of the merchant's people, and whether there was one. The list of orders has the same ones.

use jiff::Timestamp;
use platform::db::TenantRead;

use super::rules::SWEEP_AFTER;
use super::store::{disputes, waiting};
use crate::domain::Load;

/// Orders of which it is not known whether they are paid, though the processor was asked.
///
/// # Errors
/// When the database refuses.
pub async fn unknown_charges(db: &mut TenantRead, now: Timestamp) -> Result<i64, sqlx::Error> {
    waiting::unknown_charges(db, (now - SWEEP_AFTER).as_millisecond()).await
}

/// Whether anybody has paid for anything, whatever became of it.
///
/// # Errors
/// When the database refuses.
pub async fn has_sold(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    waiting::has_paid_order(db).await
}

/// Orders that a person has to look at.
///
/// # Errors
/// When the database refuses.
pub async fn flagged_orders(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    waiting::flagged_orders(db).await
}

/// Refunds of which it is not known whether they were made.
///
/// # Errors
/// When the database refuses.
pub async fn unknown_refunds(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    waiting::unknown_refunds(db).await
}

/// Orders with goods to pack and send.
///
/// # Errors
/// When the database refuses.
pub async fn goods_to_send(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    waiting::goods_to_send(db).await
}

/// Disputes of which nobody knows how they ended, and when the first is to be answered.
///
/// # Errors
/// When the database refuses.
pub async fn open_disputes(db: &mut TenantRead) -> Result<Load, sqlx::Error> {
    let (count, due) = disputes::open(db).await?;
    Ok(Load { count, due })
}
