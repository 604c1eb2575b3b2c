//! Tax on a club's monthly price.

use platform::db::TenantRead;

use crate::catalog::tax::{Price, Taxed};
use crate::catalog::{self, ProductType};
use crate::identity;

/// Today's tax rate of clubs for a customer, in parts per million.
pub(super) async fn rate(db: &mut TenantRead, customer_id: i64) -> Result<i64, sqlx::Error> {
    let account = identity::find_account(db, customer_id).await?;
    let home = account.and_then(|account| account.home_location_id);
    let location = catalog::pricing_location(db, None, home).await?;
    catalog::tax_rate(db, location, ProductType::AppClub.tax_class()).await
}

/// Net amount and tax of a period at `price` for a customer today.
pub(super) async fn on_month(db: &mut TenantRead, customer_id: i64, price: Price) -> Result<Taxed, sqlx::Error> {
    Ok(price.at(rate(db, customer_id).await?))
}
