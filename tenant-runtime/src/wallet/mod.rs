//! Wallets of customers: items and their codes (docs/RULES.md#codes).

mod admin;
pub mod discounts;
mod items;
mod jobs;
mod kiosk;
mod redeem;
pub mod rules;
mod store;

pub use admin::{HeldItem, SoldItem, held_by, sold_with};
pub use items::{WalletItem, items_of};
pub use jobs::register_jobs;
pub use kiosk::KioskRules;
pub use redeem::{
    CodeRefusal, Coded, cancel, confirm, find_by_code, item, moment, moment_within, owner_of_code, reserve,
};
pub use store::{
    expire_line, forget_gifts, hand_over, is_unused, move_line, move_unused, revoke_all, revoke_disputed, revoke_items,
    revoke_line, revoke_unused, unused_of_line, used_of_line,
};

use jiff::tz::TimeZone;
use platform::db::{TenantRead, TenantWrite};
use platform::keys::{Purpose, SiteKeys};
use platform::random::Random;

use crate::catalog::{self, ProductType};
use crate::domain::Event;
use crate::error::Fault;
use crate::http::{Policy, Routes, limits, routes};
use crate::identity;
use crate::tenant::TenantContext;
use rules::{CodeClass, Expiry, ItemKind};
use store::NewItemRow;

/// For finding a code without storing it.
const CODE_LOOKUP: Purpose = Purpose("wallet-code-lookup");
/// For showing a code to its owner.
const CODE_DISPLAY: Purpose = Purpose("wallet-code-display");
/// Associated data of an encrypted code.
const CODE_PLACE: &str = "wallet_items/code";

/// An item to be issued.
pub struct NewItem<'a> {
    /// `None`: a gift that waits for its recipient.
    pub customer_id: Option<i64>,
    /// Order line that paid for it. `None` if it wasn't bought.
    pub order_line_id: Option<i64>,
    pub kind: ItemKind,
    pub name: &'a str,
    /// Empty for all locations.
    pub locations: &'a [i64],
    /// Washes that a code of the bundle can be used for, by name.
    pub washes: &'a [String],
    pub expiry: Expiry,
    pub max_uses: i64,
    pub kiosk: &'a KioskRules,
    pub gift: Option<Giver<'a>>,
}

/// Sender of a gift as shown to the recipient.
pub struct Giver<'a> {
    /// `None`: the giver's account is deleted.
    pub name: Option<&'a str>,
    pub message: Option<&'a str>,
}

pub fn routes() -> Routes {
    let own = Policy::customer(limits::READ).answers_while_closed();
    Routes::default()
        .call(routes!(items::list_items), own)
        .call(routes!(items::get_item), own)
        .and(admin::routes())
}

/// Issues `item` with a new code, within the transaction of its cause. Returns its ID.
pub async fn issue(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    time_zone: &TimeZone,
    item: NewItem<'_>,
) -> Result<i64, Fault> {
    let now = tenant.now();
    let locations = serde_json::to_string(item.locations).map_err(Fault::internal)?;
    let washes = serde_json::to_string(item.washes).map_err(Fault::internal)?;
    let (discount, gross_discount) = match item.kind.discount() {
        Some(amount) => {
            let basis = catalog::basis(db, ProductType::AppWash.tax_class()).await?;
            let (net, gross) = basis.columns(amount);
            (Some(net.max(1)), gross)
        }
        None => (None, None),
    };
    // Ten random digits collide now and then; another draw helps.
    for _ in 0..16 {
        let code = new_code(tenant.keys(), &*tenant.runtime.random, item.kind.class());
        let row = NewItemRow {
            customer_id: item.customer_id,
            order_line_id: item.order_line_id,
            item_type: item.kind.into_str(),
            name: item.name,
            code_hmac: &code.lookup,
            code_sealed: &code.sealed,
            locations: &locations,
            washes: &washes,
            purchased_at: now.as_millisecond(),
            expires_on: rules::good_until(now, time_zone, item.expiry).map(|date| date.to_string()),
            max_uses: item.max_uses,
            is_gift: item.gift.is_some(),
            gifted_from: item.gift.as_ref().and_then(|gift| gift.name),
            gift_message: item.gift.as_ref().and_then(|gift| gift.message),
            discount,
            gross_discount,
            kiosk: item.kiosk,
        };
        if let Some(id) = store::insert(db, &row).await? {
            return Ok(id);
        }
    }
    Err(Fault::internal("no free code was found"))
}

/// Keeps the value of unused discounts when prices start or stop including tax.
pub async fn on_event(db: &mut TenantWrite, event: Event) -> Result<(), sqlx::Error> {
    let Event::PriceBasisChanged { gross } = event else {
        return Ok(());
    };
    let rate = catalog::usual_rate(db, ProductType::AppWash.tax_class()).await?;
    for (id, discount) in store::unused_discounts(db).await? {
        store::set_discount(db, id, discount.rebased(gross, rate).columns(rate)).await?;
    }
    Ok(())
}

/// A new code as the tables keep it.
pub struct NewCode {
    pub lookup: [u8; 32],
    pub sealed: Vec<u8>,
}

/// Draws a code of this class. It may be taken already.
pub fn new_code(keys: &SiteKeys, random: &dyn Random, class: CodeClass) -> NewCode {
    let code = rules::new_code(random, class);
    NewCode {
        lookup: keys.hmac(CODE_LOOKUP, code.as_bytes()),
        sealed: keys.seal(CODE_DISPLAY, CODE_PLACE, code.as_bytes()),
    }
}

/// Whether a customer has an item of a kind that can still be used.
pub async fn holds(
    db: &mut TenantRead,
    tenant: &TenantContext,
    customer_id: i64,
    kind: ItemKind,
) -> Result<bool, Fault> {
    let today = moment_within(tenant, db).await?.today.to_string();
    Ok(store::holds(db, customer_id, kind.into_str(), &today).await?)
}

/// Reinstates the codes that the reversal `reversal_id` had revoked, unless their account is deleted.
pub async fn restore(db: &mut TenantWrite, reversal_id: i64) -> Result<(), sqlx::Error> {
    for owner in store::owners_of_taken(db, reversal_id).await? {
        if !is_gone(db, owner).await? {
            store::restore(db, reversal_id, owner).await?;
        }
    }
    Ok(())
}

/// Reinstates the codes that the dispute `dispute_id` had revoked, unless their account is deleted.
pub async fn restore_disputed(db: &mut TenantWrite, dispute_id: i64) -> Result<(), sqlx::Error> {
    for owner in store::owners_of_disputed(db, dispute_id).await? {
        if !is_gone(db, owner).await? {
            store::restore_disputed(db, dispute_id, owner).await?;
        }
    }
    Ok(())
}

/// Whether codes have an owner whose account is deleted.
async fn is_gone(db: &mut TenantRead, owner: Option<i64>) -> Result<bool, sqlx::Error> {
    match owner {
        Some(id) => Ok(identity::find_account(db, id).await?.is_none()),
        None => Ok(false),
    }
}

/// The codes of an order's line, the oldest first.
///
/// # Errors
/// The database fails, or a code can't be decrypted.
pub async fn codes_of_line(
    tenant: &TenantContext,
    db: &mut TenantRead,
    order_line_id: i64,
) -> Result<Vec<String>, Fault> {
    let sealed = store::sealed_codes_of_line(db, order_line_id).await?;
    sealed.iter().map(|sealed| open_code(tenant, sealed)).collect()
}

/// Whether a code can be read from `sealed` and found by `lookup`.
pub fn is_readable(keys: &SiteKeys, lookup: &[u8], sealed: &[u8]) -> bool {
    let code = keys.open(CODE_DISPLAY, CODE_PLACE, sealed);
    code.is_ok_and(|code| keys.hmac(CODE_LOOKUP, &code) == lookup)
}

fn open_code(tenant: &TenantContext, sealed: &[u8]) -> Result<String, Fault> {
    let code = tenant
        .keys()
        .open(CODE_DISPLAY, CODE_PLACE, sealed)
        .map_err(Fault::internal)?;
    String::from_utf8(code).map_err(Fault::internal)
}
