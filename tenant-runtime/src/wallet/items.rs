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

/// Wash or discount, redeemed by its code at a kiosk.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletItem {
    id: String,
    name: String,
    /// Label; items with the same label are grouped.
    label: String,
    /// Twelve digits, for display in groups of four.
    code: String,
    /// Locations where it is valid; empty for all.
    locations: Vec<i64>,
    /// Washes that a code of the bundle can be used for, by name. Empty if none were chosen.
    washes: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    purchased_date: Timestamp,
    /// Last valid day, as a local date; null for no expiry.
    expiration_date: Option<String>,
    max_uses: i64,
    /// Number of uses so far.
    use_limit_count: i64,
    is_gift: bool,
    gifted_from: Option<String>,
    gift_message: Option<String>,
    item_type: String,
    /// Discount in minor units, including tax if the site's prices do; null if it isn't a discount.
    discount: Option<i64>,
    /// `active`, `reserved` (by a kiosk or a pending order), `used`, `expired` or `revoked`.
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

/// Usable items of a customer, newest first.
///
/// # Errors
/// The database fails, or a code can't be decrypted.
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
        washes: serde_json::from_str(&row.washes).map_err(Fault::internal)?,
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
