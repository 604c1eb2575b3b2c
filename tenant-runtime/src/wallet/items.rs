use jiff::Timestamp;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::Serialize;
use utoipa::ToSchema;

use super::redeem::{moment, moment_within};
use super::rules::item::Moment;
use super::store::ItemRow;
use super::{open_code, store};
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::{Tenant, TenantContext};

/// A wash or a discount, to be redeemed at a kiosk by its code.
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
    /// Minor units that it takes off the price, with tax where the site's prices include it; null: it is no discount.
    discount: Option<i64>,
    /// `active`, `reserved` (at a kiosk or in an order just now), `used`, `expired` or `revoked`.
    state: &'static str,
}

/// List usable wallet items, newest first
#[utoipa::path(get, path = "/users/wallet", tag = "wallet", responses((status = 200, body = Envelope<Vec<WalletItem>>)))]
pub(super) async fn list_items(tenant: Tenant, person: Person) -> Result<Answer<Vec<WalletItem>>, ApiError> {
    let mut db = tenant.read().await?;
    Ok(Answer(items_of(&tenant, &mut db, person.id).await?))
}

/// Get a wallet item in any state
///
/// Poll `state` and `useLimitCount` while the code is shown, to see that a kiosk has scanned it.
#[utoipa::path(get, path = "/users/wallet/{itemId}", tag = "wallet", params(("itemId" = String, Path)),
    responses((status = 200, body = Envelope<WalletItem>)))]
pub(super) async fn get_item(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<WalletItem>, ApiError> {
    let moment = moment(&tenant).await?;
    let row = store::of_customer(&mut tenant.read().await?, person.id, id).await?;
    Ok(Answer(shown(&tenant, row.ok_or_else(ApiError::not_found)?, moment)?))
}

/// What a customer can use, the newest first.
///
/// # Errors
/// When the database refuses or a code cannot be opened.
pub async fn items_of(tenant: &TenantContext, db: &mut TenantRead, customer_id: i64) -> Result<Vec<WalletItem>, Fault> {
    let moment = moment_within(tenant, db).await?;
    let rows = store::usable(db, customer_id, &moment.today.to_string()).await?;
    rows.into_iter().map(|row| shown(tenant, row, moment)).collect()
}

fn shown(tenant: &TenantContext, row: ItemRow, moment: Moment) -> Result<WalletItem, Fault> {
    let state = row.columns().item()?.seen(moment);
    Ok(WalletItem {
        state: state.text(),
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
        discount: row.discount,
    })
}
