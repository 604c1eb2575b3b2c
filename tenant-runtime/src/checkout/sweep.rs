//! Sweep: settles charges and reversals that their requests left open, and handles late approvals. It never stops
//! retrying.

use platform::causes::Causes;
use platform::jobs::{Handlers, JobError};

use super::charge::settle;
use super::jobs::{Sweep, SweepReversal, TakeBack};
use super::reversal::{self, Correction};
use super::rules::Order;
use super::rules::machine::{Act, Heard, Pause, open_state, pause, search_pause};
use super::store::{orders, reversals};
use crate::jobs::on_job;
use crate::payments::{self, PaymentRecord, PaymentState, Reconcile};
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

pub(super) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, sweep_charge);
    on_job(handlers, runtime, search);
    on_job(handlers, runtime, sweep_reversal);
    on_job(handlers, runtime, correct);
}

/// Settles an order that its request left open, by asking the processor. Charges nothing, and repeats until the order
/// is settled, by a response or by staff.
async fn sweep_charge(tenant: Tenant, Sweep { order_id }: Sweep) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let Some(order) = orders::find_order_by_id(&mut db, order_id).await? else {
        return Ok(());
    };
    if !order.state.is_unsettled() {
        return Ok(());
    }
    let payment = payments::payment_of_order(&mut db, order_id).await?;
    drop(db);
    let settled = match &payment {
        // There was nothing to pay.
        None => settle(&tenant, &order, None).await,
        Some(payment) => {
            let heard = Heard::look_up(payments::look_up(&tenant, &payment.reference).await?);
            settle(&tenant, &order, Some((&payment.reference, &heard))).await
        }
    };
    let act = match settled {
        Ok(settled) if settled.order.state.is_unsettled() && settled.act != Act::Review => Act::Wait,
        Ok(settled) => settled.act,
        Err(error) => {
            tracing::error!(order.id = order_id, error = %Causes(&error), "failed to save a payment's outcome");
            Act::Wait
        }
    };
    match act {
        Act::Settle | Act::Correct | Act::Rest | Act::Send => Ok(()),
        Act::Wait | Act::Review => {
            let pause = pause(act, order.created_at, tenant.now());
            keep_open(&tenant, &order, payment.as_ref(), pause).await
        }
    }
}

/// Keeps an order open and alerts staff if only they can settle it.
async fn keep_open(
    tenant: &Tenant,
    order: &Order,
    payment: Option<&PaymentRecord>,
    pause: Pause,
) -> Result<(), JobError> {
    if pause.told {
        let payment = payment.map(|payment| (payment.processor.as_str(), payment.reference.as_str()));
        let (processor, reference) = payment.unwrap_or_default();
        tracing::error!(
            order.id = order.id,
            order.number = order.number(),
            processor,
            payment.reference = reference,
            "an order's payment needs review"
        );
        metrics::counter!("suds_orders_waiting_total", "processor" => processor.to_owned()).increment(1);
    }
    let state = open_state(order.created_at, tenant.now());
    if order.state != state {
        let mut db = tenant.write().await?;
        orders::mark_open_order(&mut db, order.id, state).await?;
        db.commit().await?;
    }
    Err(JobError::NotBefore(pause.until))
}

/// Searches for a charge that lookups didn't find, because it may still be approved.
async fn search(tenant: Tenant, Reconcile { reference }: Reconcile) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let payment = payments::payment(&mut db, &reference).await?;
    let Some(payment) = payment.filter(|payment| payment.state == PaymentState::Declined && payment.can_be_looked_up)
    else {
        return Ok(());
    };
    let Some(order) = orders::find_order_by_id(&mut db, payment.order_id).await? else {
        return Ok(());
    };
    drop(db);
    let heard = Heard::look_up(payments::look_up(&tenant, &reference).await?);
    let act = settle(&tenant, &order, Some((&reference, &heard))).await?.act;
    match act {
        Act::Settle | Act::Correct => Ok(()),
        Act::Rest | Act::Send => {
            let mut db = tenant.write().await?;
            payments::end_search(&mut db, &reference).await?;
            Ok(db.commit().await?)
        }
        Act::Wait | Act::Review => {
            let pause = search_pause(act, heard.news, tenant.now());
            if pause.told {
                tracing::error!(
                    order.id = order.id,
                    payment.reference = reference,
                    "a charge that no lookup found needs review"
                );
            }
            Err(JobError::NotBefore(pause.until))
        }
    }
}

/// Settles a reversal whose request didn't.
async fn sweep_reversal(tenant: Tenant, SweepReversal { reversal_id }: SweepReversal) -> Result<(), JobError> {
    let Some(reversal) = reversals::find(&mut tenant.read().await?, reversal_id).await? else {
        return Ok(());
    };
    if !reversal.state.is_unsettled() {
        return Ok(());
    }
    let act = reversal::resume(&tenant, &reversal).await?;
    if act == Act::Review {
        tracing::error!(order.id = reversal.order_id, "a refund or void needs review");
    }
    look_again(act, pause(act, reversal.created_at, tenant.now()))
}

/// Reverses the whole charge of an order for which nothing is sold.
async fn correct(tenant: Tenant, TakeBack { order_id }: TakeBack) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let order = orders::find_order_by_id(&mut db, order_id).await?;
    let payment = payments::payment_of_order(&mut db, order_id).await?;
    drop(db);
    let (Some(order), Some(payment)) = (order, payment) else {
        return Ok(());
    };
    if payment.state != PaymentState::Approved {
        return Ok(());
    }
    let Correction { act, begun_at } = reversal::correct(&tenant, &order).await?;
    if act == Act::Review {
        tracing::error!(
            order.id = order.id,
            payment.reference = payment.reference,
            "a charge without a sale can't be voided or refunded and needs review"
        );
    }
    look_again(act, pause(act, begun_at, tenant.now()))
}

/// Ends the job of a settled reversal, or schedules the next lookup.
fn look_again(act: Act, pause: Pause) -> Result<(), JobError> {
    match act {
        Act::Settle | Act::Correct | Act::Rest => Ok(()),
        Act::Send | Act::Wait | Act::Review => Err(JobError::NotBefore(pause.until)),
    }
}
