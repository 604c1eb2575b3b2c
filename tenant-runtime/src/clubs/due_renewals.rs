//! Due renewals, to decide whether billing may continue.

use jiff::civil::Date;
use platform::db::TenantRead;

use super::{store, taxes};
use crate::catalog::tax::Price;

/// A renewal that is due.
#[derive(Clone, Debug)]
pub struct DueRenewal {
    pub membership_id: i64,
    /// Name of the club.
    pub club: String,
    pub due_on: Date,
    pub customer_id: i64,
    /// Number of the due month, from 1.
    pub month: i64,
    /// Minor units, including taxes.
    pub total: i64,
}

/// Renewals due on `today`, the longest overdue first.
pub async fn due_renewals(db: &mut TenantRead, today: Date) -> Result<Vec<DueRenewal>, sqlx::Error> {
    let rows = store::due_renewals::due(db, &today.to_string()).await?;
    let mut renewals = Vec::with_capacity(rows.len());
    for row in rows {
        let due_on = row.next_billing_date.parse();
        let price = Price::of_columns(row.monthly_price, row.gross_monthly_price);
        renewals.push(DueRenewal {
            membership_id: row.id,
            club: row.name,
            due_on: due_on.map_err(|error: jiff::Error| sqlx::Error::Decode(error.into()))?,
            customer_id: row.customer_id,
            month: super::month_number(db, row.id, row.open_period).await?,
            total: taxes::on_month(db, row.customer_id, price).await?.gross(),
        });
    }
    Ok(renewals)
}
