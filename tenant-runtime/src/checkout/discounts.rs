//! The discount of an order: the customer's own, held while the order is open, used when it is paid, and given back with all of
//! its price.

use platform::db::TenantWrite;

use super::rules::{Order, OrderState};
use crate::error::Fault;
use crate::wallet::discounts;
use crate::{identity, offers, wallet};

/// Keeps from others, kiosks too, what `order` takes off.
pub(super) async fn hold(db: &mut TenantWrite, order: &Order) -> Result<(), Fault> {
    match order.discount_item_id {
        Some(item) => discounts::hold(db, item, &order.trans_record_id).await,
        None => Ok(()),
    }
}

/// `order` has come to `state`.
pub(super) async fn settle(db: &mut TenantWrite, order: &Order, state: OrderState) -> Result<(), Fault> {
    match (order.discount_item_id, state) {
        (Some(item), OrderState::Paid) => discounts::spend(db, item).await,
        (Some(item), OrderState::Failed) => discounts::let_go(db, item, &order.trans_record_id).await,
        _ => Ok(()),
    }
}

/// All of `order` is refunded: its customer may use the discount again, unless it is taken back since, or the account deleted.
pub(super) async fn give_back(db: &mut TenantWrite, order: &Order) -> Result<(), Fault> {
    let Some(item) = order.discount_item_id else {
        return Ok(());
    };
    discounts::give_back(db, item).await?;
    let is_gone = identity::find_account(db, order.customer_id).await?.is_none();
    if is_gone || offers::is_withdrawn(db, item).await? {
        wallet::revoke_items(db, &[item]).await?;
    }
    Ok(())
}
