//! Settling an order: payment, order, books, what was bought and the receipt change in one transaction, once.

use jiff::tz::TimeZone;
use platform::audit::{self, Change};
use platform::db::TenantWrite;
use serde_json::json;

use super::actor::Actor;
use super::error::CheckoutError;
use super::forget::forget_if_deleted;
use super::rules::{Order, OrderState, TAKEN_BACK};
use super::store::orders;
use super::{books, discounts, fulfil, goods, jobs, late, renewal_outcome};
use crate::error::Fault;
use crate::payments::processor::{Approval, Outcome};
use crate::site;
use crate::tenant::Tenant;
use crate::{identity, payments};

/// Why an order failed whose payment was approved after its customer had left.
const ACCOUNT_DELETED: &str = "account_deleted";

/// Writes how the payment of `order` went and all that follows from it; answers the order as it then stands. An order that
/// was settled before stays as it is; an approval of one that was given up is reversed. `order`: as its customer knows it.
/// `payment`: its reference and outcome; `None`: there was nothing to pay.
pub(super) async fn settle(
    tenant: &Tenant,
    order: &Order,
    payment: Option<(&str, &Outcome)>,
) -> Result<Order, CheckoutError> {
    let config = site::saved_config(tenant).await?;
    let mut db = tenant.write().await?;
    let heard = payment.map(|(reference, outcome)| Heard {
        reference,
        outcome,
        take_back: None,
    });
    let order = match enter(&mut db, tenant, &config.config.time_zone, order, heard).await? {
        Entry::New(order) => order,
        Entry::Earlier(order) => {
            // A person may have given it up before its approval was heard.
            if let Some((reference, Outcome::Approved(approval))) = payment
                && order.state.has_failed()
                && !is_of_another(&mut db, &order, reference, approval).await?
            {
                late::accept(&mut db, tenant, &order, (reference, approval), order.total).await?;
            }
            order
        }
    };
    db.commit().await?;
    Ok(order)
}

/// What a person found out about a charge.
pub(super) struct Finding {
    pub(super) outcome: Outcome,
    /// Minor units of an approval to reverse, since nothing is to be sold for them.
    pub(super) take_back: Option<i64>,
}

/// As [`settle`], with what the person `actor` found out; `false`: it was settled before.
///
/// # Errors
/// [`CheckoutError::OwnOrder`], or [`CheckoutError::OtherOrderPaid`] for a transaction that paid another one.
pub(super) async fn settle_by_hand(
    tenant: &Tenant,
    order: &Order,
    (reference, found): (&str, &Finding),
    actor: Actor,
) -> Result<bool, CheckoutError> {
    actor.may_move_money_of(order)?;
    let config = site::saved_config(tenant).await?;
    let mut db = tenant.write().await?;
    if let Outcome::Approved(approval) = &found.outcome
        && payments::settled_another(&mut db, reference, &approval.transaction).await?
    {
        return Err(CheckoutError::OtherOrderPaid);
    }
    let heard = Heard {
        reference,
        outcome: &found.outcome,
        take_back: found.take_back,
    };
    let before = order.state;
    let order = match enter(&mut db, tenant, &config.config.time_zone, order, Some(heard)).await? {
        Entry::New(order) => order,
        Entry::Earlier(order) => {
            let (Outcome::Approved(approval), Some(amount)) = (&found.outcome, found.take_back) else {
                return Ok(false);
            };
            if !order.state.has_failed()
                || !late::accept(&mut db, tenant, &order, (reference, approval), amount).await?
            {
                return Ok(false);
            }
            orders::set_state(&mut db, order.id, order.state, TAKEN_BACK, tenant.now()).await?;
            Order {
                code: TAKEN_BACK.to_owned(),
                ..order
            }
        }
    };
    let subject = format!("order:{}", order.id);
    let change = Change::between(
        json!({"state": before.into_str()}),
        json!({"state": order.state.into_str()}),
    );
    let change = change.with(json!({"payment": reference, "code": order.code, "takenBack": found.take_back}));
    audit::note(
        &mut db,
        tenant.now(),
        &actor.to_string(),
        "order_settled",
        &subject,
        change,
    )
    .await?;
    db.commit().await?;
    Ok(true)
}

/// How the payment of an order went.
#[derive(Clone, Copy)]
struct Heard<'a> {
    /// The payment's.
    reference: &'a str,
    outcome: &'a Outcome,
    /// As in [`Finding`].
    take_back: Option<i64>,
}

/// What an outcome changed.
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
    mut heard: Option<Heard<'_>>,
) -> Result<Entry, CheckoutError> {
    let told_to_wait = order.waits_for_a_person(tenant.now());
    let order = orders::find_order(db, &order.trans_record_id, order.customer_id)
        .await?
        .ok_or_else(|| Fault::internal("an order has gone"))?;
    if !order.state.is_unsettled() {
        return Ok(Entry::Earlier(order));
    }
    let mistaken = Outcome::Unknown("its transaction paid another order".to_owned());
    if let Some(heard) = &mut heard
        && let Outcome::Approved(approval) = heard.outcome
        && is_of_another(db, &order, heard.reference, approval).await?
    {
        heard.outcome = &mistaken;
    }
    let unsold = unsold(db, &order, heard).await?;
    let is_news = match (heard, unsold) {
        (None, _) => true,
        (Some(heard), None) => payments::settle(db, tenant, heard.reference, heard.outcome).await?,
        (Some(heard), Some((_, approval, amount))) => {
            late::accept(db, tenant, &order, (heard.reference, approval), amount).await?
        }
    };
    if !is_news {
        return Ok(Entry::Earlier(order));
    }
    let (state, code) = match (heard.map(|heard| heard.outcome), unsold) {
        (None, _) => (OrderState::Paid, ""),
        (Some(_), Some((code, ..))) => (OrderState::Failed, code),
        (Some(Outcome::Approved(approval)), None) => (OrderState::Paid, approval.code.as_str()),
        (Some(Outcome::Declined(decline)), None) => (OrderState::Failed, decline.code.as_str()),
        (Some(Outcome::Unknown(_)), None) => (OrderState::Unknown, ""),
    };
    orders::set_state(db, order.id, state, code, tenant.now()).await?;
    discounts::settle(db, &order, state).await?;
    match state {
        OrderState::Paid => {
            books::record_sale(db, &order, tenant.now()).await?;
            fulfil::fulfil(db, tenant, &order, time_zone).await?;
            jobs::enqueue_receipt(db, order.id, tenant.now()).await?;
        }
        OrderState::Failed => {
            goods::give_up(db, order.id).await?;
            let is_renewal = renewal_outcome::tell_failed(db, tenant, &order, heard.map(|heard| heard.outcome)).await?;
            if !is_renewal && (told_to_wait || order.waits_for_a_person(tenant.now())) {
                jobs::enqueue_failure_mail(db, order.id, tenant.now()).await?;
            }
        }
        OrderState::Unknown => renewal_outcome::tell_in_doubt(db, tenant, &order).await?,
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

/// Whether the processor's transaction paid another order than `order`, whose payment is `reference`.
async fn is_of_another(
    db: &mut TenantWrite,
    order: &Order,
    reference: &str,
    approval: &Approval,
) -> Result<bool, sqlx::Error> {
    let is_of_another = payments::settled_another(db, reference, &approval.transaction).await?;
    if is_of_another {
        tracing::error!(
            order.id = order.id,
            "a charge was answered with the transaction of another order"
        );
    }
    Ok(is_of_another)
}

/// An approval for which nothing is sold: why, and the minor units to reverse.
async fn unsold<'a>(
    db: &mut TenantWrite,
    order: &Order,
    heard: Option<Heard<'a>>,
) -> Result<Option<(&'static str, &'a Approval, i64)>, sqlx::Error> {
    let Some(heard) = heard else { return Ok(None) };
    let Outcome::Approved(approval) = heard.outcome else {
        return Ok(None);
    };
    if let Some(amount) = heard.take_back {
        return Ok(Some((TAKEN_BACK, approval, amount)));
    }
    // An order that is settled by hand may outlive its account: then there is no wallet to deliver to.
    let is_orphan = identity::find_account(db, order.customer_id).await?.is_none();
    Ok(is_orphan.then_some((ACCOUNT_DELETED, approval, order.total)))
}
