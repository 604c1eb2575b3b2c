//! Wallet discounts for orders: held while an order is open, used once it is paid.

use platform::db::{TenantRead, TenantWrite};

use super::rules::Discount;
use super::rules::item::{Item, Moment};
use super::store::redeemed;
use crate::catalog::rules::allowed_at;
use crate::error::Fault;

/// The discounts that a customer may use at `location` (0: anywhere) now, in the order in which they expire.
///
/// # Errors
/// When the database refuses.
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

/// Keeps a discount for the order `by` until that is settled, within the transaction that found it free.
///
/// # Errors
/// When the database refuses.
pub async fn hold(db: &mut TenantWrite, item_id: i64, by: &str) -> Result<(), Fault> {
    change(db, item_id, |item| item.hold(by)).await
}

/// Lets it go, if the order `by` holds it.
///
/// # Errors
/// When the database refuses.
pub async fn let_go(db: &mut TenantWrite, item_id: i64, by: &str) -> Result<(), Fault> {
    change(db, item_id, |item| item.release(by)).await
}

/// Uses it with the order that held it.
///
/// # Errors
/// When the database refuses.
pub async fn spend(db: &mut TenantWrite, item_id: i64) -> Result<(), Fault> {
    change(db, item_id, Item::spend).await
}

/// Takes its use back.
///
/// # Errors
/// When the database refuses.
pub async fn give_back(db: &mut TenantWrite, item_id: i64) -> Result<(), Fault> {
    change(db, item_id, Item::give_back).await
}

async fn change(db: &mut TenantWrite, item_id: i64, change: impl FnOnce(&mut Item)) -> Result<(), Fault> {
    let item = redeemed::find(db, item_id).await?;
    let mut item = item.ok_or_else(|| Fault::internal("an order's discount is missing"))?;
    change(&mut item);
    Ok(redeemed::update(db, item_id, &item).await?)
}
