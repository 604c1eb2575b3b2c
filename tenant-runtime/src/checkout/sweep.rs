//! What is done about orders and reversals that their requests did not settle, and about approvals that come late.

use platform::causes::Causes;
use platform::jobs::{Handlers, JobError};

use super::jobs::{Sweep, SweepReversal, TakeBack};
use super::rules::Order;
use super::rules::reversal::ReversalState;
use super::rules::sweep::{self as rules, Left, Step};
use super::settle::settle;
use super::store::{orders, reversals};
use super::{late, reversal, settle_reversal};
use crate::jobs::on_job;
use crate::payments::processor::{Decline, Outcome};
use crate::payments::{self, PaymentRecord, PaymentState, Reconcile};
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

pub(super) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, sweep);
    on_job(handlers, runtime, sweep_reversal);
    on_job(handlers, runtime, look);
    on_job(handlers, runtime, take_back);
}

/// Settles an order whose request did not, by asking the processor. Charges nothing, and goes on until the order is settled,
/// by an answer or by a person.
async fn sweep(tenant: Tenant, Sweep { order_id }: Sweep) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let Some(order) = orders::find_order_by_id(&mut db, order_id).await? else {
        return Ok(());
    };
    if !order.state.is_unsettled() {
        return Ok(());
    }
    let payment = payments::payment_of_order(&mut db, order_id).await?;
    drop(db);
    let step = match &payment {
        // There was nothing to pay.
        None => None,
        Some(payment) => {
            let resolution = payments::look_up(&tenant, &payment.reference).await?;
            Some(rules::step(&order, resolution, tenant.now()))
        }
    };
    let outcome = match step {
        None => None,
        Some(Step::Settle(outcome)) => Some(outcome),
        Some(Step::Leave(left)) => return leave(&tenant, &order, payment.as_ref(), left).await,
    };
    let settlement = payment
        .as_ref()
        .map(|payment| payment.reference.as_str())
        .zip(outcome.as_ref());
    match settle(&tenant, &order, settlement).await {
        Ok(_) => Ok(()),
        Err(error) => {
            tracing::error!(order.id = order_id, ?outcome, error = %Causes(&error),
                "how a payment went is known but cannot be written");
            leave(
                &tenant,
                &order,
                payment.as_ref(),
                rules::unwritten(&order, tenant.now()),
            )
            .await
        }
    }
}

/// Lets an order stay open, and tells a person where only a person can end that.
async fn leave(tenant: &Tenant, order: &Order, payment: Option<&PaymentRecord>, left: Left) -> Result<(), JobError> {
    if left.told {
        let payment = payment.map(|payment| (payment.processor.as_str(), payment.reference.as_str()));
        let (processor, reference) = payment.unwrap_or_default();
        tracing::error!(
            order.id = order.id,
            order.number = order.number(),
            processor,
            payment.reference = reference,
            "an order waits for a person to say how its payment went"
        );
        metrics::counter!("suds_orders_waiting_total", "processor" => processor.to_owned()).increment(1);
    }
    if order.state != left.state {
        let mut db = tenant.write().await?;
        orders::mark_open_order(&mut db, order.id, left.state).await?;
        db.commit().await?;
    }
    Err(JobError::NotBefore(left.again))
}

/// A reversal that was sent and never settled: no processor tells what became of it, so a person must ask. It is never sent
/// again.
async fn sweep_reversal(tenant: Tenant, SweepReversal { reversal_id }: SweepReversal) -> Result<(), JobError> {
    let found = reversals::find(&mut tenant.read().await?, reversal_id).await?;
    if found.is_some_and(|reversal| reversal.state == ReversalState::Initiated) {
        let outcome = Outcome::Unknown("its process ended".to_owned());
        settle_reversal::settle(&tenant, reversal_id, &outcome, None).await?;
    }
    Ok(())
}

/// Looks once more for a charge that was given up.
async fn look(tenant: Tenant, Reconcile { reference }: Reconcile) -> Result<(), JobError> {
    let Some(found) = payments::look_for_late(&tenant, &reference).await? else {
        return Ok(());
    };
    let mut db = tenant.write().await?;
    if let Some(order) = orders::find_order_by_id(&mut db, found.order_id).await?
        && late::accept(&mut db, &tenant, &order, (&reference, &found.approval), order.total).await?
    {
        db.commit().await?;
    }
    Ok(())
}

/// Gives the whole charge of an order back, and does not rest before the processor has said how it went.
async fn take_back(tenant: Tenant, TakeBack { order_id }: TakeBack) -> Result<(), JobError> {
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
    match reversal::take_back(&tenant, &order).await? {
        Some(Outcome::Approved(_)) => Ok(()),
        Some(Outcome::Declined(decline)) if decline.code != Decline::UNREACHABLE => {
            tracing::error!(
                order.id = order.id,
                payment.reference = payment.reference,
                code = decline.code,
                "a charge for which nothing is sold can neither be voided nor refunded: a person has to see to it"
            );
            Ok(())
        }
        Some(_) => Err(JobError::NotBefore(tenant.now() + payments::OUTAGE)),
        // The merchant's staff has a reversal of it open.
        None => Err(JobError::NotBefore(tenant.now() + payments::RECONCILED_EVERY)),
    }
}
