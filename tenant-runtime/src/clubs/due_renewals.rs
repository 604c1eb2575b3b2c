//! Renewals that are due, for whoever decides whether billing may go on.

use jiff::civil::Date;
use platform::db::TenantRead;

use super::store;

/// A renewal whose date has come.
#[derive(Clone, Debug)]
pub struct DueRenewal {
    pub membership_id: i64,
    /// Name of the club.
    pub club: String,
    pub due_on: Date,
    /// Minor units, without taxes.
    pub price: i64,
}

/// Renewals that are due on `today`, the longest due first.
///
/// # Errors
/// When the database refuses.
pub async fn due_renewals(db: &mut TenantRead, today: Date) -> Result<Vec<DueRenewal>, sqlx::Error> {
    let rows = store::due_renewals::due(db, &today.to_string()).await?;
    rows.into_iter()
        .map(|row| {
            let due_on = row.next_billing_date.parse();
            Ok(DueRenewal {
                membership_id: row.id,
                club: row.name,
                due_on: due_on.map_err(|error: jiff::Error| sqlx::Error::Decode(error.into()))?,
                price: row.monthly_price,
            })
        })
        .collect()
}
