//! What an order gave to members: the months that were paid with it, and how the club was used in them.

use jiff::civil::Date;
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

/// The last month that a membership has paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidClubMonth {
    pub start: Date,
    /// The first day after it.
    pub end: Date,
    /// `None`: it was free.
    pub order_line_id: Option<i64>,
}

/// The last month that the membership has paid; `None`: there is no such membership.
///
/// # Errors
/// When the database refuses.
pub async fn last_paid_month(db: &mut TenantRead, membership_id: i64) -> Result<Option<PaidClubMonth>, sqlx::Error> {
    let last = store::periods::last_paid(db, membership_id).await?;
    Ok(last.map(|last| PaidClubMonth {
        start: last.month.start,
        end: last.month.end,
        order_line_id: last.order_line_id,
    }))
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
