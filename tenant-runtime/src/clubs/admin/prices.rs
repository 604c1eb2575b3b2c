//! Price changes announced to members that haven't taken effect.

use jiff::civil::Date;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::{store, today};
use crate::catalog;
use crate::tenant::Tenant;

/// Scheduled price change of a club.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::clubs) struct ScheduledPrice {
    pub(in crate::clubs) product_id: i64,
    /// Name of the club.
    pub(in crate::clubs) club: String,
    /// First day of the new price.
    #[schema(value_type = String, format = Date)]
    pub(in crate::clubs) from: Date,
    /// New monthly price in minor units, including tax if the site's prices do.
    pub(in crate::clubs) monthly_price: i64,
    /// Number of members whose price changes.
    pub(in crate::clubs) members: i64,
}

/// List scheduled price changes, by date
#[utoipa::path(get, path = "/admin/clubs/prices", tag = "admin",
    responses((status = 200, body = Envelope<Vec<ScheduledPrice>>)))]
pub(in crate::clubs) async fn list_announced_prices(tenant: Tenant) -> Result<Answer<Vec<ScheduledPrice>>, ApiError> {
    let today = today(&tenant).await?;
    let mut db = tenant.read().await?;
    let mut prices = Vec::new();
    for announced in store::prices::announced_after(&mut db, today).await? {
        let club = catalog::find(&mut db, announced.product_id).await?;
        prices.push(ScheduledPrice {
            product_id: announced.product_id,
            club: club.map(|club| club.name).unwrap_or_default(),
            from: announced.from,
            monthly_price: announced.monthly_price,
            members: announced.members,
        });
    }
    Ok(Answer(prices))
}
