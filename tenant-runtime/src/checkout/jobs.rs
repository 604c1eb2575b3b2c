//! Background jobs of orders: later settlements, reversals and emails.

use std::time::Duration;

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};
use tracing::Instrument as _;

use super::error::CheckoutError;
use super::receipt;
use super::rules::SWEEP_AFTER;
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// The first pause before another try, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(15));

/// Settles an order whose request didn't.
#[derive(Serialize, Deserialize)]
pub(super) struct Sweep {
    pub(super) order_id: i64,
}

impl Job for Sweep {
    /// `suds site check` knows this type and its key: every open order has such a job.
    const KIND: &'static str = "checkout.sweep";
    const LANE: Lane = Lane::Money;
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.order_id.to_string())
    }
}

/// Reverses a charge for which nothing is sold.
#[derive(Serialize, Deserialize)]
pub(super) struct TakeBack {
    pub(super) order_id: i64,
}

impl Job for TakeBack {
    /// `site check` relies on this kind and its key: money at the processor for a failed order needs such a job.
    const KIND: &'static str = "checkout.take_back";
    const LANE: Lane = Lane::Money;
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.order_id.to_string())
    }
}

/// Email with the purchase.
#[derive(Serialize, Deserialize)]
struct Receipt {
    order_id: i64,
}

impl Job for Receipt {
    const KIND: &'static str = "checkout.receipt";
    const LANE: Lane = Lane::Mail;
}

/// Email about a payment that failed after all.
#[derive(Serialize, Deserialize)]
struct FailureMail {
    order_id: i64,
}

impl Job for FailureMail {
    const KIND: &'static str = "checkout.failure_mail";
    const LANE: Lane = Lane::Mail;
}

/// Settles a reversal after a crash.
#[derive(Serialize, Deserialize)]
pub(super) struct SweepReversal {
    pub(super) reversal_id: i64,
}

impl Job for SweepReversal {
    const KIND: &'static str = "checkout.sweep_reversal";
    const LANE: Lane = Lane::Money;
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.reversal_id.to_string())
    }
}

/// Email with the refund.
#[derive(Serialize, Deserialize)]
struct ReversalMail {
    reversal_id: i64,
}

impl Job for ReversalMail {
    const KIND: &'static str = "checkout.reversal_mail";
    const LANE: Lane = Lane::Mail;
}

/// Email about shipped goods.
#[derive(Serialize, Deserialize)]
struct ShippedMail {
    order_id: i64,
    line_id: i64,
}

impl Job for ShippedMail {
    const KIND: &'static str = "checkout.shipped_mail";
    const LANE: Lane = Lane::Mail;
}

pub(super) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send_receipt);
    on_job(handlers, runtime, send_failure);
    on_job(handlers, runtime, send_reversal_mail);
    on_job(handlers, runtime, send_shipped_mail);
}

/// Makes sure that the order is settled even if the process crashes. Enqueued together with the order.
pub(super) async fn enqueue_sweep(db: &mut TenantWrite, order_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now + SWEEP_AFTER, &Sweep { order_id }).await
}

/// Reverses the charge of an order after `db` is committed.
pub(super) async fn enqueue_take_back(db: &mut TenantWrite, order_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &TakeBack { order_id }).await
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

/// Makes sure that staff see a reversal interrupted by a crash. Enqueued together with the reversal.
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

/// Repeats `write`, which gets the error of the try before it, in a task that a stop waits for.
pub(super) fn repeat<W>(tenant: &Tenant, first: CheckoutError, write: impl Fn(&CheckoutError) -> W + Send + 'static)
where
    W: Future<Output = Result<(), CheckoutError>> + Send + 'static,
{
    let held = async move {
        let (mut pause, longest) = PAUSES;
        let mut next = write(&first);
        loop {
            tokio::time::sleep(pause).await;
            let Err(error) = next.await else { return };
            next = write(&error);
            pause = (pause * 2).min(longest);
        }
    };
    tenant.runtime.under_way.spawn(held.in_current_span());
}

async fn send_receipt(tenant: Tenant, Receipt { order_id }: Receipt) -> Result<(), JobError> {
    receipt::send(&tenant, order_id).await
}

async fn send_failure(tenant: Tenant, FailureMail { order_id }: FailureMail) -> Result<(), JobError> {
    receipt::send_failure(&tenant, order_id).await
}

async fn send_reversal_mail(tenant: Tenant, ReversalMail { reversal_id }: ReversalMail) -> Result<(), JobError> {
    receipt::send_reversal(&tenant, reversal_id).await
}

async fn send_shipped_mail(tenant: Tenant, job: ShippedMail) -> Result<(), JobError> {
    receipt::send_shipped(&tenant, job.order_id, job.line_id).await
}
