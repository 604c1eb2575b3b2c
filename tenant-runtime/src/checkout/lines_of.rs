//! From an order to its lines and back, for domains above.

use platform::db::TenantRead;

use super::rules;
use super::store::{admin, lines, reversals};

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

/// Whether a customer has ordered a club, and it is not known yet whether that is paid.
///
/// # Errors
/// When the database refuses.
pub async fn has_open_club_order(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    lines::has_open_club_order(db, customer_id).await
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
