//! What an order gave to members: the months that were paid with it, and how the club was used in them.

use jiff::Timestamp;
use jiff::civil::Date;
use platform::db::TenantRead;

use super::store;

/// A month of a club that was sold with an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldMonth {
    pub membership_id: i64,
    pub customer_id: i64,
    /// As the club is called.
    pub club: String,
    /// Whether the membership is over, so that the rest of the month is lost.
    pub has_ended: bool,
    pub start: Date,
    /// The first day after it.
    pub end: Date,
}

/// That a club was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubUse {
    pub at: Timestamp,
    /// `None`: the location is not known.
    pub location_id: Option<i64>,
    /// By which its terminal is found; `None`: no terminal told of it.
    pub redemption_id: Option<String>,
}

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
