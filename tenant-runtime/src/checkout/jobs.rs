//! The work that follows an order: looking up a payment whose outcome is unknown, and the mails.

use jiff::Timestamp;
use platform::causes::Causes;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::reversal::{self, ReversalState};
use super::rules::sweep::{self as rules, Left, Step};
use super::rules::{Order, SWEEP_AFTER};
use super::settle::settle;
use super::store::{orders, reversals};
use super::{late, receipt};
use crate::jobs::on_job;
use crate::payments::processor::Outcome;
use crate::payments::{self, PaymentRecord};
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Settling an order whose request did not.
#[derive(Serialize, Deserialize)]
struct Sweep {
    order_id: i64,
}

impl Job for Sweep {
    /// `suds site check` knows it and its key: an open order has such a job.
    const KIND: &'static str = "checkout.sweep";
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.order_id.to_string())
    }
}

/// The mail that says what was bought.
#[derive(Serialize, Deserialize)]
struct Receipt {
    order_id: i64,
}

impl Job for Receipt {
    const KIND: &'static str = "checkout.receipt";
}

/// The mail that says that a payment failed after all.
#[derive(Serialize, Deserialize)]
struct FailureMail {
    order_id: i64,
}

impl Job for FailureMail {
    const KIND: &'static str = "checkout.failure_mail";
}

/// Settling a reversal whose process died.
#[derive(Serialize, Deserialize)]
struct SweepReversal {
    reversal_id: i64,
}

impl Job for SweepReversal {
    const KIND: &'static str = "checkout.sweep_reversal";
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.reversal_id.to_string())
    }
}

/// The mail that says what is given back.
#[derive(Serialize, Deserialize)]
struct ReversalMail {
    reversal_id: i64,
}

impl Job for ReversalMail {
    const KIND: &'static str = "checkout.reversal_mail";
}

/// The mail that says that goods are on their way.
#[derive(Serialize, Deserialize)]
struct ShippedMail {
    order_id: i64,
    line_id: i64,
}

impl Job for ShippedMail {
    const KIND: &'static str = "checkout.shipped_mail";
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, sweep);
    on_job(handlers, runtime, send_receipt);
    on_job(handlers, runtime, send_failure);
    on_job(handlers, runtime, sweep_reversal);
    on_job(handlers, runtime, send_reversal_mail);
    on_job(handlers, runtime, send_shipped_mail);
    late::register_jobs(handlers, runtime);
}

/// Makes sure that the order is settled even if this process dies now: written with the order itself.
pub(super) async fn enqueue_sweep(db: &mut TenantWrite, order_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now + SWEEP_AFTER, &Sweep { order_id }).await
}

pub(super) async fn withdraw_sweep(db: &mut TenantWrite, order_id: i64) -> Result<(), sqlx::Error> {
    jobs::withdraw(db, &Sweep { order_id }).await
}

pub(super) async fn enqueue_receipt(db: &mut TenantWrite, order_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &Receipt { order_id }).await
}

pub(super) async fn enqueue_failure_mail(
    db: &mut TenantWrite,
    order_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &FailureMail { order_id }).await
}

/// Makes sure that a reversal whose process dies is seen by a person: written with the reversal itself.
pub(super) async fn enqueue_reversal_sweep(db: &mut TenantWrite, id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now + SWEEP_AFTER, &SweepReversal { reversal_id: id }).await
}

pub(super) async fn withdraw_reversal_sweep(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    jobs::withdraw(db, &SweepReversal { reversal_id: id }).await
}

pub(super) async fn enqueue_reversal_mail(db: &mut TenantWrite, id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &ReversalMail { reversal_id: id }).await
}

pub(super) async fn enqueue_shipped_mail(
    db: &mut TenantWrite,
    order_id: i64,
    line_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &ShippedMail { order_id, line_id }).await
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
            tracing::error!(site.id = %tenant.id(), order.id = order_id, ?outcome, error = %Causes(&error),
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
        tracing::error!(site.id = %tenant.id(), order.id = order.id, order.number = order.number(), processor,
            payment.reference = reference, "an order waits for a person to say how its payment went");
        metrics::counter!("suds_orders_waiting_total", "processor" => processor.to_owned()).increment(1);
    }
    if order.state != left.state {
        let mut db = tenant.write().await?;
        orders::mark_open_order(&mut db, order.id, left.state).await?;
        db.commit().await?;
    }
    Err(JobError::NotBefore(left.again))
}

async fn send_receipt(tenant: Tenant, Receipt { order_id }: Receipt) -> Result<(), JobError> {
    receipt::send(&tenant, order_id).await
}

async fn send_failure(tenant: Tenant, FailureMail { order_id }: FailureMail) -> Result<(), JobError> {
    receipt::send_failure(&tenant, order_id).await
}

/// A reversal that was sent and never settled: no processor tells what became of it, so a person must ask. It is never sent
/// again.
async fn sweep_reversal(tenant: Tenant, SweepReversal { reversal_id }: SweepReversal) -> Result<(), JobError> {
    let found = reversals::find(&mut tenant.read().await?, reversal_id).await?;
    if found.is_some_and(|reversal| reversal.state == ReversalState::Initiated) {
        let outcome = Outcome::Unknown("its process ended".to_owned());
        reversal::settle(&tenant, reversal_id, &outcome, None).await?;
    }
    Ok(())
}

async fn send_reversal_mail(tenant: Tenant, ReversalMail { reversal_id }: ReversalMail) -> Result<(), JobError> {
    receipt::send_reversal(&tenant, reversal_id).await
}

async fn send_shipped_mail(tenant: Tenant, job: ShippedMail) -> Result<(), JobError> {
    receipt::send_shipped(&tenant, job.order_id, job.line_id).await
}
