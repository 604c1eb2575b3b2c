//! Wallet discounts for orders: held while an order is open, used once it is paid.

use platform::db::{TenantRead, TenantWrite};

use super::rules::Discount;
use super::rules::item::{Item, Moment};
use super::store::redeemed;
use crate::catalog::rules::allowed_at;
use crate::error::Fault;

/// Discounts a customer may use now at `location` (0: anywhere), by expiry.
pub async fn of_customer(
    db: &mut TenantRead,
    customer_id: i64,
    location: i64,
    moment: Moment,
) -> Result<Vec<Discount>, Fault> {
    let mut free = Vec::new();
    for found in redeemed::discounts(db, customer_id).await? {
        let locations: Vec<i64> = serde_json::from_str(&found.locations).map_err(Fault::internal)?;
        if found.item.is_free(moment).is_ok() && allowed_at(&locations, location) {
            free.push(found.discount);
        }
    }
    Ok(free)
}

/// Holds a discount for the order `by` until it is settled, in the transaction that found it available.
pub async fn hold(db: &mut TenantWrite, item_id: i64, by: &str) -> Result<(), Fault> {
    change(db, item_id, |item| item.hold(by)).await
}

/// Releases it if the order `by` holds it.
pub async fn let_go(db: &mut TenantWrite, item_id: i64, by: &str) -> Result<(), Fault> {
    change(db, item_id, |item| item.release(by)).await
}

/// Uses it with the order that held it.
pub async fn spend(db: &mut TenantWrite, item_id: i64) -> Result<(), Fault> {
    change(db, item_id, Item::spend).await
}

/// Undoes its use.
pub async fn give_back(db: &mut TenantWrite, item_id: i64) -> Result<(), Fault> {
    change(db, item_id, Item::give_back).await
}

async fn change(db: &mut TenantWrite, item_id: i64, change: impl FnOnce(&mut Item)) -> Result<(), Fault> {
    let item = redeemed::find(db, item_id).await?;
    let mut item = item.ok_or_else(|| Fault::internal("an order's discount is missing"))?;
    change(&mut item);
    Ok(redeemed::update(db, item_id, &item).await?)
}
