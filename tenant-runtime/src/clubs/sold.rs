//! What an order gave to members: the months that were paid with it, and how the club was used in them.

use platform::db::TenantRead;

use super::store;
pub use super::store::sold::{ClubUse, SoldMonth};

/// The months that were paid with these lines of an order, the oldest first.
///
/// # Errors
/// When the database refuses.
pub async fn months_sold_with(db: &mut TenantRead, lines: &[i64]) -> Result<Vec<SoldMonth>, sqlx::Error> {
    store::sold::months(db, lines).await
}

/// How a club was used in a month, the latest first.
///
/// # Errors
/// When the database refuses.
pub async fn uses_in(db: &mut TenantRead, month: &SoldMonth) -> Result<Vec<ClubUse>, sqlx::Error> {
    store::sold::uses(db, month).await
}

/// The months that were paid with a line of an order, by their ids.
///
/// # Errors
/// When the database refuses.
pub async fn months_paid_with(db: &mut TenantRead, order_line_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    store::sold::month_ids(db, order_line_id).await
}

/// The line of the order with which a membership was joined.
///
/// # Errors
/// When the database refuses.
pub async fn joined_with(db: &mut TenantRead, membership_id: i64) -> Result<i64, sqlx::Error> {
    store::sold::joined_with(db, membership_id).await
}
