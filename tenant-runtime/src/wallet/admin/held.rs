use jiff::Timestamp;
use platform::db::TenantRead;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Fault;
use crate::tenant::TenantContext;
use crate::wallet::redeem::moment_within;
use crate::wallet::rules::item::State;
use crate::wallet::store::ItemRow;
use crate::wallet::{open_code, store};

/// Digits of a code that staff see: enough to compare, too few to use.
const SHOWN: usize = 4;

/// Wallet item, for staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldItem {
    item_id: String,
    name: String,
    item_type: String,
    /// Washes that a code of the bundle can be used for, by name.
    washes: Vec<String>,
    /// Last four digits of the code.
    code_ends: String,
    #[schema(value_type = String, format = DateTime)]
    purchased_date: Timestamp,
    /// Last valid day, as a local date; null for no expiry.
    #[schema(format = Date)]
    expiration_date: Option<String>,
    max_uses: i64,
    /// Number of uses so far.
    use_count: i64,
    is_gift: bool,
    gifted_from: Option<String>,
    /// Discount in minor units, including tax if the site's prices do; null if it isn't a discount.
    discount: Option<i64>,
    /// `active`, `reserved`, `used`, `expired` or `revoked`.
    state: &'static str,
}

/// Up to 100 current and earlier items of a customer, newest first.
///
/// # Errors
/// The database fails, or a code can't be decrypted.
pub async fn held_by(tenant: &TenantContext, db: &mut TenantRead, customer_id: i64) -> Result<Vec<HeldItem>, Fault> {
    let moment = moment_within(tenant, db).await?;
    let rows = store::newest(db, customer_id).await?;
    rows.into_iter()
        .map(|row: ItemRow| {
            let state = row.columns().item()?.seen(moment).text();
            Ok(HeldItem {
                state,
                item_id: row.id.to_string(),
                name: row.name,
                item_type: row.item_type,
                washes: serde_json::from_str(&row.washes).map_err(Fault::internal)?,
                code_ends: code_ends(tenant, &row.code_sealed)?,
                purchased_date: Timestamp::from_millisecond(row.purchased_at).map_err(Fault::internal)?,
                expiration_date: row.expires_on,
                max_uses: row.max_uses,
                use_count: row.use_count,
                is_gift: row.is_gift,
                gifted_from: row.gifted_from,
                discount: row.discount,
            })
        })
        .collect()
}

/// Item sold with an order.
#[derive(Clone, Debug)]
pub struct SoldItem {
    pub id: i64,
    pub name: String,
    /// Last four digits of the code.
    pub code_ends: String,
    /// Owner; `None` for an unclaimed gift.
    pub customer_id: Option<i64>,
    /// Remaining uses. 0 if it is used up, expired or revoked.
    pub uses_left: i64,
    /// Last local day of validity, if limited.
    pub expires_on: Option<String>,
}

/// Items sold with these order lines, whoever owns them now.
///
/// # Errors
/// The database fails, or a code can't be decrypted.
pub async fn sold_with(tenant: &TenantContext, db: &mut TenantRead, lines: &[i64]) -> Result<Vec<SoldItem>, Fault> {
    let moment = moment_within(tenant, db).await?;
    let rows = store::of_lines(db, lines).await?;
    rows.into_iter()
        .map(|row| {
            let is_usable = matches!(row.columns().item()?.seen(moment), State::Active | State::Reserved(_));
            Ok(SoldItem {
                id: row.id,
                code_ends: code_ends(tenant, &row.code_sealed)?,
                customer_id: row.customer_id,
                uses_left: if is_usable { row.max_uses - row.use_count } else { 0 },
                name: row.name,
                expires_on: row.expires_on,
            })
        })
        .collect()
}

fn code_ends(tenant: &TenantContext, sealed: &[u8]) -> Result<String, Fault> {
    let code = open_code(tenant, sealed)?;
    Ok(code[code.len().saturating_sub(SHOWN)..].to_owned())
}
