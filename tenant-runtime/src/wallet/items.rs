use jiff::Timestamp;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::store::ItemRow;
use super::{open_code, store};
use crate::error::Fault;
use crate::http::Person;
use crate::site;
use crate::tenant::Tenant;

/// A wash, to be redeemed at a kiosk by its code.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletItem {
    id: String,
    name: String,
    /// Items with the same label are shown together.
    label: String,
    /// Twelve digits, shown in fours.
    code: String,
    /// Where it works; empty: everywhere.
    locations: Vec<i64>,
    #[schema(value_type = String, format = DateTime)]
    purchased_date: Timestamp,
    /// The last local day on which it works; null: none.
    expiration_date: Option<String>,
    max_uses: i64,
    /// Uses so far.
    use_limit_count: i64,
    is_gift: bool,
    gifted_from: Option<String>,
    gift_message: Option<String>,
    item_type: String,
}

/// Usable wallet items, newest first
#[utoipa::path(get, path = "/users/wallet", tag = "wallet", responses((status = 200, body = Envelope<Vec<WalletItem>>)))]
pub(super) async fn list_items(tenant: Tenant, person: Person) -> Result<Answer<Vec<WalletItem>>, ApiError> {
    let mut db = tenant.read().await?;
    Ok(Answer(items_of(&tenant, &mut db, person.id).await?))
}

/// What a customer can use, the newest first.
///
/// # Errors
/// When the database refuses or a code cannot be opened.
pub async fn items_of(tenant: &Tenant, db: &mut TenantRead, customer_id: i64) -> Result<Vec<WalletItem>, Fault> {
    let config = site::saved_config(tenant).await?;
    let today = tenant
        .now()
        .to_zoned(config.config.time_zone.clone())
        .date()
        .to_string();
    let rows = store::usable(db, customer_id, &today).await?;
    rows.into_iter().map(|row| shown(tenant, row)).collect()
}

fn shown(tenant: &Tenant, row: ItemRow) -> Result<WalletItem, Fault> {
    Ok(WalletItem {
        id: row.id.to_string(),
        name: row.name,
        label: row.label,
        code: open_code(tenant, &row.code_sealed)?,
        locations: serde_json::from_str(&row.locations).map_err(Fault::internal)?,
        purchased_date: Timestamp::from_millisecond(row.purchased_at).map_err(Fault::internal)?,
        expiration_date: row.expires_on,
        max_uses: row.max_uses,
        use_limit_count: row.use_count,
        is_gift: row.is_gift,
        gifted_from: row.gifted_from,
        gift_message: row.gift_message,
        item_type: row.item_type,
    })
}
