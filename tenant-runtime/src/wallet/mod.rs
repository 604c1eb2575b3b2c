//! What customers hold: items and their codes.

mod items;
pub mod rules;
mod store;

pub use items::{WalletItem, items_of};
pub use store::revoke_all;

use jiff::tz::TimeZone;
use platform::db::TenantWrite;
use platform::http::ApiError;
use platform::keys::Purpose;
use utoipa_axum::routes;

use crate::catalog::ProductType;
use crate::http::{Policy, Routes, limits};
use crate::tenant::Tenant;
use rules::CodeClass;
use store::NewItemRow;

/// For finding a code without storing it.
const CODE_LOOKUP: Purpose = Purpose("wallet-code-lookup");
/// For showing a code to its owner.
const CODE_DISPLAY: Purpose = Purpose("wallet-code-display");
/// What a sealed code is bound to.
const CODE_PLACE: &str = "wallet_items/code";

/// An item to be issued for a paid line.
pub struct NewItem<'a> {
    pub customer_id: i64,
    pub order_line_id: i64,
    pub item_type: ProductType,
    pub name: &'a str,
    /// Empty: everywhere.
    pub locations: &'a [i64],
    pub max_uses: i64,
}

pub fn routes() -> Routes {
    Routes::default().call(routes!(items::list_items), Policy::customer(limits::READ))
}

/// Issues `item` with a code of its own, within the transaction of the sale.
///
/// # Errors
/// When the database refuses.
pub async fn issue(db: &mut TenantWrite, tenant: &Tenant, time_zone: &str, item: NewItem<'_>) -> Result<(), ApiError> {
    let zone = TimeZone::get(time_zone).map_err(|error| ApiError::internal(&error))?;
    let now = tenant.now();
    let locations = serde_json::to_string(item.locations).map_err(|error| ApiError::internal(&error))?;
    // Ten random digits collide now and then; another draw helps.
    for _ in 0..16 {
        let code = rules::new_code(&*tenant.runtime.random, CodeClass::Wash);
        let row = NewItemRow {
            customer_id: item.customer_id,
            order_line_id: item.order_line_id,
            item_type: item.item_type.as_str(),
            name: item.name,
            code_hmac: &tenant.keys().hmac(CODE_LOOKUP, code.as_bytes()),
            code_sealed: &tenant.keys().seal(CODE_DISPLAY, CODE_PLACE, code.as_bytes()),
            locations: &locations,
            purchased_at: now.as_millisecond(),
            expires_on: rules::good_until(now, &zone).map(|date| date.to_string()),
            max_uses: item.max_uses,
        };
        if store::insert(db, &row).await? {
            return Ok(());
        }
    }
    Err(ApiError::internal(&"no free code was found"))
}
