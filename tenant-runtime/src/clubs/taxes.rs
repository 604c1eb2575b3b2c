//! What a month of a club is taxed with.

use platform::db::TenantRead;

use crate::catalog::tax::tax;
use crate::catalog::{self, ProductType};
use crate::identity;

/// The taxes, in minor units, on a month at `price` minor units for a customer, as they are today.
///
/// # Errors
/// When the database refuses.
pub(super) async fn on_month(db: &mut TenantRead, customer_id: i64, price: i64) -> Result<i64, sqlx::Error> {
    let account = identity::find_account(db, customer_id).await?;
    let home = account.and_then(|account| account.home_location_id);
    let location = catalog::pricing_location(db, None, home).await?;
    let rate = catalog::tax_rate(db, location, ProductType::AppClub.tax_class()).await?;
    Ok(tax(price, rate))
}
