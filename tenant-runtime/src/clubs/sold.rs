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
