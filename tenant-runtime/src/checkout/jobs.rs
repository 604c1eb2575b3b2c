//! The work that follows an order: looking up a payment whose outcome is unknown, and the mails.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::http::ApiError;
use platform::jobs::{self, Handlers, Job, JobError, NewJob};
use serde::{Deserialize, Serialize};

use super::reversal::{self, ReversalState};
use super::rules::sweep::{self as rules, Left, Step};
use super::rules::{Order, SWEEP_AFTER};
use super::settle::settle;
use super::store::{orders, reversals};
use super::{late, receipt};
use crate::payments::processor::Outcome;
use crate::payments::{self, PaymentRecord};
use crate::runtime::{SharedRuntime, on_job};
use crate::tenant::Tenant;

const SWEEP: &str = "checkout.sweep";
const RECEIPT: &str = "checkout.receipt";
const FAILURE_MAIL: &str = "checkout.failure_mail";
const SWEEP_REVERSAL: &str = "checkout.sweep_reversal";
const REVERSAL_MAIL: &str = "checkout.reversal_mail";
const SHIPPED_MAIL: &str = "checkout.shipped_mail";

#[derive(Serialize, Deserialize)]
struct OfOrder {
    order_id: i64,
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, SWEEP, sweep);
    on_job(handlers, runtime, RECEIPT, send_receipt);
    on_job(handlers, runtime, FAILURE_MAIL, send_failure);
    on_job(handlers, runtime, SWEEP_REVERSAL, sweep_reversal);
    on_job(handlers, runtime, REVERSAL_MAIL, send_reversal_mail);
    on_job(handlers, runtime, SHIPPED_MAIL, send_shipped_mail);
    late::register_jobs(handlers, runtime);
    for kind in [SWEEP, SWEEP_REVERSAL] {
        handlers.never_give_up(kind);
    }
}

/// Makes sure that the order is settled even if this process dies now: written with the order itself.
pub(super) async fn enqueue_sweep(db: &mut TenantWrite, order_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    let key = sweep_key(order_id);
    let job = NewJob {
        kind: SWEEP,
        key: Some(&key),
        due_at: now + SWEEP_AFTER,
    };
    jobs::enqueue(db, now, job, &OfOrder { order_id }).await
}

pub(super) async fn withdraw_sweep(db: &mut TenantWrite, order_id: i64) -> Result<(), sqlx::Error> {
    jobs::withdraw(db, SWEEP, &sweep_key(order_id)).await
}

pub(super) async fn enqueue_receipt(db: &mut TenantWrite, order_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    enqueue_mail(db, RECEIPT, &OfOrder { order_id }, now).await
}

pub(super) async fn enqueue_failure_mail(
    db: &mut TenantWrite,
    order_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    enqueue_mail(db, FAILURE_MAIL, &OfOrder { order_id }, now).await
}

async fn enqueue_mail<P: Serialize + Sync>(
    db: &mut TenantWrite,
    kind: &'static str,
    payload: &P,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let job = NewJob {
        kind,
        key: None,
        due_at: now,
    };
    jobs::enqueue(db, now, job, payload).await
}

#[derive(Serialize, Deserialize)]
struct OfReversal {
    reversal_id: i64,
}

/// Makes sure that a reversal whose process dies is seen by a person: written with the reversal itself.
pub(super) async fn enqueue_reversal_sweep(db: &mut TenantWrite, id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    let key = reversal_key(id);
    let job = NewJob {
        kind: SWEEP_REVERSAL,
        key: Some(&key),
        due_at: now + SWEEP_AFTER,
    };
    jobs::enqueue(db, now, job, &OfReversal { reversal_id: id }).await
}

pub(super) async fn withdraw_reversal_sweep(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    jobs::withdraw(db, SWEEP_REVERSAL, &reversal_key(id)).await
}

pub(super) async fn enqueue_reversal_mail(db: &mut TenantWrite, id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    enqueue_mail(db, REVERSAL_MAIL, &OfReversal { reversal_id: id }, now).await
}

#[derive(Serialize, Deserialize)]
struct OfLine {
    order_id: i64,
    line_id: i64,
}

pub(super) async fn enqueue_shipped_mail(
    db: &mut TenantWrite,
    order_id: i64,
    line_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    enqueue_mail(db, SHIPPED_MAIL, &OfLine { order_id, line_id }, now).await
}

fn reversal_key(id: i64) -> String {
    format!("{SWEEP_REVERSAL}:{id}")
}

fn sweep_key(order_id: i64) -> String {
    format!("{SWEEP}:{order_id}")
}

/// Settles an order whose request did not, by asking the processor. Charges nothing, and goes on until the order is settled,
/// by an answer or by a person.
async fn sweep(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let OfOrder { order_id } = job.payload()?;
    let mut db = tenant.read().await?;
    let Some(order) = orders::find_order_by_id(&mut db, order_id).await? else {
        return Ok(());
    };
    if !order.state.is_open() {
        return Ok(());
    }
    let payment = payments::payment_of_order(&mut db, order_id).await?;
    drop(db);
    let step = match &payment {
        // There was nothing to pay.
        None => None,
        Some(payment) => {
            let resolution = payments::look_up(&tenant, &payment.reference)
                .await
                .map_err(transient)?;
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
            tracing::error!(site.id = %tenant.id(), order.id = order_id, ?outcome, error = error.message(),
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

fn transient(error: ApiError) -> JobError {
    JobError::Transient(error.message())
}

async fn send_receipt(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let OfOrder { order_id } = job.payload()?;
    receipt::send(&tenant, order_id).await
}

async fn send_failure(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let OfOrder { order_id } = job.payload()?;
    receipt::send_failure(&tenant, order_id).await
}

/// A reversal that was sent and never settled: no processor tells what became of it, so a person must ask. It is never sent
/// again.
async fn sweep_reversal(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let OfReversal { reversal_id } = job.payload()?;
    let found = reversals::find(&mut tenant.read().await?, reversal_id).await?;
    if found.is_some_and(|reversal| reversal.state == ReversalState::Initiated) {
        let outcome = Outcome::Unknown("its process ended".to_owned());
        reversal::settle(&tenant, reversal_id, &outcome, None)
            .await
            .map_err(transient)?;
    }
    Ok(())
}

async fn send_reversal_mail(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let OfReversal { reversal_id } = job.payload()?;
    receipt::send_reversal(&tenant, reversal_id).await
}

async fn send_shipped_mail(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let OfLine { order_id, line_id } = job.payload()?;
    receipt::send_shipped(&tenant, order_id, line_id).await
}
