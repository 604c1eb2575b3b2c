//! Settling an order: payment, order, books, what was bought and the receipt change in one transaction, once.

use jiff::tz::TimeZone;
use platform::audit;
use platform::db::TenantWrite;
use platform::http::ApiError;
use serde_json::json;

use super::actor::Actor;
use super::forget::forget_if_deleted;
use super::rules::{Order, OrderState};
use super::store::orders;
use super::{books, fulfil, goods, jobs, late};
use crate::error::ErrorCode;
use crate::payments::processor::{Approval, Decline, Outcome};
use crate::site;
use crate::tenant::Tenant;
use crate::{identity, payments};

/// Why an order failed whose payment was approved after its customer had left.
const ACCOUNT_DELETED: &str = "account_deleted";

/// Writes how the payment of `order` went and all that follows from it; answers the order as it then stands. An order that
/// was settled before stays as it is. `order`: as its customer was told of it. `payment`: its reference and outcome; `None`:
/// there was nothing to pay.
pub(super) async fn settle(
    tenant: &Tenant,
    order: &Order,
    payment: Option<(&str, &Outcome)>,
) -> Result<Order, ApiError> {
    let config = site::saved_config(tenant).await?;
    let mut db = tenant.write().await?;
    match enter(&mut db, tenant, &config.config.time_zone, order, payment).await? {
        Entry::Earlier(order) => Ok(order),
        Entry::New(order) => {
            db.commit().await?;
            Ok(order)
        }
    }
}

/// What a person found out about a charge.
pub(super) struct Finding {
    /// What it means for the order.
    pub(super) outcome: Outcome,
    /// An approval, and its amount in minor units, for which nothing is sold.
    pub(super) take_back: Option<(Approval, i64)>,
}

/// As [`settle`], with what the person `actor` found out; `false`: it was settled before.
///
/// # Errors
/// 403 for an order of the actor's own, 422 for a transaction that paid another one.
pub(super) async fn settle_by_hand(
    tenant: &Tenant,
    order: &Order,
    (reference, found): (&str, &Finding),
    actor: Actor,
) -> Result<bool, ApiError> {
    actor.may_move_money_of(order)?;
    let config = site::saved_config(tenant).await?;
    let mut db = tenant.write().await?;
    if let Outcome::Approved(approval) = &found.outcome
        && payments::settled_another(&mut db, reference, &approval.transaction).await?
    {
        let message = "This transaction has paid another order.";
        return Err(ErrorCode::InvalidFields.because(message).field("transaction", message));
    }
    let payment = Some((reference, &found.outcome));
    let order = match enter(&mut db, tenant, &config.config.time_zone, order, payment).await? {
        Entry::New(order) => order,
        Entry::Earlier(order) if found.take_back.is_some() && order.may_be_taken_back() => {
            let code = Decline::TAKEN_BACK;
            orders::set_state(&mut db, order.id, order.state, code, tenant.now()).await?;
            Order {
                code: code.to_owned(),
                ..order
            }
        }
        Entry::Earlier(_) => return Ok(false),
    };
    let taken_back = found.take_back.as_ref().map(|(_, amount)| *amount);
    if let Some((approval, amount)) = &found.take_back {
        payments::enqueue_take_back(&mut db, tenant, reference, approval, *amount).await?;
    }
    let subject = format!("order:{}", order.id);
    let entry = audit::Entry {
        actor: &actor.to_string(),
        action: "order_settled",
        subject: &subject,
        detail: json!({"payment": reference, "state": order.state.into_str(), "code": order.code, "takenBack": taken_back}),
    };
    audit::record(&mut db, tenant.now(), entry).await?;
    db.commit().await?;
    Ok(true)
}

/// What an outcome comes to.
enum Entry {
    /// The order was settled before: nothing was written.
    Earlier(Order),
    New(Order),
}

/// Writes the outcome with the transaction `db`. `time_zone`: the site's.
async fn enter(
    db: &mut TenantWrite,
    tenant: &Tenant,
    time_zone: &TimeZone,
    order: &Order,
    payment: Option<(&str, &Outcome)>,
) -> Result<Entry, ApiError> {
    let told_to_wait = order.waits_for_a_person(tenant.now());
    let order = orders::find_order(db, &order.trans_record_id, order.customer_id)
        .await?
        .ok_or_else(|| ApiError::internal("an order has gone"))?;
    if !order.state.is_unsettled() {
        return Ok(Entry::Earlier(order));
    }
    let mistaken = Outcome::Unknown("its transaction paid another order".to_owned());
    let payment = match payment {
        Some((reference, Outcome::Approved(approval)))
            if payments::settled_another(db, reference, &approval.transaction).await? =>
        {
            tracing::error!(site.id = %tenant.id(), order.id = order.id, "a charge was answered with the transaction of another order");
            Some((reference, &mistaken))
        }
        payment => payment,
    };
    if let Some((reference, outcome)) = payment
        && !payments::settle(db, tenant, reference, outcome).await?
    {
        return Ok(Entry::Earlier(order));
    }
    let (state, code) = match payment {
        None => (OrderState::Paid, ""),
        Some((_, Outcome::Approved(_))) if is_orphan(db, &order).await? => (OrderState::Failed, ACCOUNT_DELETED),
        Some((_, Outcome::Approved(approval))) => (OrderState::Paid, approval.code.as_str()),
        Some((_, Outcome::Declined(decline))) => (OrderState::Failed, decline.code.as_str()),
        Some((_, Outcome::Unknown(_))) => (OrderState::Unknown, ""),
    };
    orders::set_state(db, order.id, state, code, tenant.now()).await?;
    match state {
        OrderState::Paid => {
            books::record_sale(db, &order, tenant.now()).await?;
            fulfil::fulfil(db, tenant, &order, time_zone).await?;
            jobs::enqueue_receipt(db, order.id, tenant.now()).await?;
        }
        OrderState::Failed => {
            goods::give_up(db, order.id).await?;
            if let Some((reference, Outcome::Approved(_))) = payment {
                late::accept(db, tenant, &order, reference).await?;
            } else if told_to_wait || order.waits_for_a_person(tenant.now()) {
                jobs::enqueue_failure_mail(db, order.id, tenant.now()).await?;
            }
        }
        _ => {}
    }
    if state != OrderState::Unknown {
        jobs::withdraw_sweep(db, order.id).await?;
        forget_if_deleted(db, order.customer_id).await?;
    }
    Ok(Entry::New(Order {
        state,
        code: code.to_owned(),
        ..order
    }))
}

/// Whether nobody is left to whom what was bought could go: an order that a person looks at may outlive its account.
async fn is_orphan(db: &mut TenantWrite, order: &Order) -> Result<bool, sqlx::Error> {
    Ok(identity::find_account(db, order.customer_id).await?.is_none())
}
