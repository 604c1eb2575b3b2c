//! Settling an order: payment, order, ledger, what was bought and the receipt change in one transaction, once.

use platform::http::ApiError;

use super::rules::{Order, OrderState};
use super::store::{lines, orders};
use super::{fulfil, jobs, ledger};
use crate::payments;
use crate::payments::processor::Outcome;
use crate::tenant::Tenant;

/// Writes how the payment of `order` went and all that follows from it; answers the order as it then stands. An order that
/// was settled before stays as it is. `payment`: its reference and outcome; `None`: there was nothing to pay.
pub(super) async fn settle(
    tenant: &Tenant,
    order: &Order,
    payment: Option<(&str, &Outcome)>,
) -> Result<Order, ApiError> {
    let config = tenant.config().await?;
    let mut db = tenant.write().await?;
    let order = orders::find_order(&mut db, &order.trans_record_id, order.customer_id)
        .await?
        .ok_or_else(|| ApiError::internal(&"an order has gone"))?;
    if !order.state.is_open() {
        return Ok(order);
    }
    if let Some((reference, outcome)) = payment
        && !payments::settle(&mut db, tenant, reference, outcome).await?
    {
        return Ok(order);
    }
    let (state, code) = match payment {
        None => (OrderState::Paid, ""),
        Some((_, Outcome::Approved(approval))) => (OrderState::Paid, approval.code.as_str()),
        Some((_, Outcome::Declined(decline))) => (OrderState::Failed, decline.code.as_str()),
        Some((_, Outcome::Unknown(_))) => (OrderState::Unknown, ""),
    };
    orders::set_state(&mut db, order.id, state, code, tenant.now()).await?;
    if state == OrderState::Paid {
        ledger::record_sale(&mut db, &order, tenant.now()).await?;
        fulfil::fulfil(&mut db, tenant, &order, &config.config.time_zone).await?;
        jobs::enqueue_receipt(&mut db, order.id, tenant.now()).await?;
    }
    if state == OrderState::Failed && lines::give_up_stock(&mut db, order.id).await? {
        db.changes_public_data();
    }
    if state != OrderState::Unknown {
        jobs::withdraw_sweep(&mut db, order.id).await?;
    }
    db.commit().await?;
    Ok(Order {
        state,
        code: code.to_owned(),
        ..order
    })
}
