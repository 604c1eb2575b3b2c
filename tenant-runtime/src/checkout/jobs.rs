//! The work that follows an order: looking up a payment whose outcome is unknown, and the receipt.

use jiff::{SignedDuration, Timestamp};
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, NewJob};
use serde::{Deserialize, Serialize};

use super::receipt;
use super::reversal::{self, ReversalState};
use super::rules::{OrderState, SWEEP_AFTER};
use super::settle::settle;
use super::store::{orders, reversals};
use crate::payments::processor::Outcome;
use crate::payments::{self, Resolution};
use crate::runtime::{SharedRuntime, on_job};
use crate::tenant::Tenant;

const SWEEP: &str = "checkout.sweep";
/// When a payment that nobody could tell about is looked up again: often enough for the five minutes after an outage
/// within which it must be settled (quality.md, promise 5).
const ASK_AGAIN: SignedDuration = SignedDuration::from_mins(4);
const RECEIPT: &str = "checkout.receipt";
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
    on_job(handlers, runtime, SWEEP_REVERSAL, sweep_reversal);
    on_job(handlers, runtime, REVERSAL_MAIL, send_reversal_mail);
    on_job(handlers, runtime, SHIPPED_MAIL, send_shipped_mail);
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
    jobs::enqueue(
        db,
        now,
        NewJob {
            kind: RECEIPT,
            key: None,
            due_at: now,
        },
        &OfOrder { order_id },
    )
    .await
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
    let job = NewJob {
        kind: REVERSAL_MAIL,
        key: None,
        due_at: now,
    };
    jobs::enqueue(db, now, job, &OfReversal { reversal_id: id }).await
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
    let job = NewJob {
        kind: SHIPPED_MAIL,
        key: None,
        due_at: now,
    };
    jobs::enqueue(db, now, job, &OfLine { order_id, line_id }).await
}

fn reversal_key(id: i64) -> String {
    format!("{SWEEP_REVERSAL}:{id}")
}

fn sweep_key(order_id: i64) -> String {
    format!("{SWEEP}:{order_id}")
}

/// Settles an order whose request did not, by asking the processor. Charges nothing.
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
    let transient = |error: platform::http::ApiError| JobError::Transient(error.message().to_owned());
    let Some(payment) = payment else {
        settle(&tenant, &order, None).await.map_err(transient)?;
        return Ok(());
    };
    match payments::look_up(&tenant, &payment.reference)
        .await
        .map_err(transient)?
    {
        Resolution::Settled(outcome) => {
            settle(&tenant, &order, Some((&payment.reference, &outcome)))
                .await
                .map_err(transient)?;
            Ok(())
        }
        Resolution::Wait => {
            mark(&tenant, order_id, OrderState::Unknown).await?;
            Err(JobError::NotBefore(tenant.now() + SignedDuration::from_secs(30)))
        }
        Resolution::UpToAPerson => {
            if order.state != OrderState::Unknown {
                tracing::error!(site.id = %tenant.id(), order.id = order_id, "only a person can find out how a charge went");
            }
            mark(&tenant, order_id, OrderState::Unknown).await?;
            Err(JobError::NotBefore(tenant.now() + ASK_AGAIN))
        }
        Resolution::LeftToAPerson => {
            mark(&tenant, order_id, OrderState::Flagged).await?;
            // A late answer still settles it.
            Err(JobError::NotBefore(tenant.now() + ASK_AGAIN))
        }
    }
}

async fn mark(tenant: &Tenant, order_id: i64, state: OrderState) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    orders::mark_open_order(&mut db, order_id, state).await?;
    Ok(db.commit().await?)
}

async fn send_receipt(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let OfOrder { order_id } = job.payload()?;
    receipt::send(&tenant, order_id).await
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
            .map_err(|error| JobError::Transient(error.message().to_owned()))?;
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
