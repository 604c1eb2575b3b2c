//! Giving a whole charge back for which nothing is sold.

use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, NewJob};
use serde::{Deserialize, Serialize};

use super::processor::{Approval, Captured, Decline, Outcome};
use super::rules::OUTAGE;
use super::{SiteProcessor, charge, processor_of, store};
use crate::runtime::{SharedRuntime, on_job};
use crate::tenant::Tenant;

const TAKE_BACK: &str = "payments.take_back";

/// A charge that a person found at the processor and that is nobody's purchase.
#[derive(Serialize, Deserialize)]
struct TakeBack {
    reference: String,
    transaction: String,
    /// Minor units: what was charged, which need not be what was asked for.
    amount: i64,
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, TAKE_BACK, give_back);
    handlers.never_give_up(TAKE_BACK);
}

/// Takes a charge of the payment `reference` back after the commit of `db`: `amount` minor units, as the processor shows it.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue_take_back(
    db: &mut TenantWrite,
    tenant: &Tenant,
    reference: &str,
    approval: &Approval,
    amount: i64,
) -> Result<(), sqlx::Error> {
    let now = tenant.now();
    let key = format!("{TAKE_BACK}:{reference}");
    let job = NewJob {
        kind: TAKE_BACK,
        key: Some(&key),
        due_at: now,
    };
    let payload = TakeBack {
        reference: reference.to_owned(),
        transaction: approval.transaction.clone(),
        amount,
    };
    jobs::enqueue(db, now, job, &payload).await?;
    // It need not be looked for any more.
    store::forget_token(db, reference).await
}

async fn give_back(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let payload: TakeBack = job.payload()?;
    let row = store::find_payment(&mut tenant.read().await?, &payload.reference).await?;
    let Some(row) = row else { return Ok(()) };
    let transient = |error: platform::http::ApiError| JobError::Transient(error.message());
    let processor = processor_of(&tenant).await.map_err(transient)?;
    if processor.name != row.processor {
        return Err(JobError::Permanent(format!(
            "the site no longer uses {}",
            row.processor
        )));
    }
    let captured = Captured {
        amount: payload.amount,
        ..charge::captured(
            &row,
            &payload.transaction,
            charge::currency_of(&row).map_err(transient)?,
        )
    };
    match take_back(&processor, &captured).await {
        Outcome::Approved(_) => Ok(()),
        Outcome::Declined(decline) if decline.code == Decline::UNREACHABLE => {
            Err(JobError::NotBefore(tenant.now() + OUTAGE))
        }
        Outcome::Declined(decline) => refused(&tenant, &job, &row, &decline),
        Outcome::Unknown(why) => Err(JobError::Transient(why)),
    }
}

/// Neither void nor refund is accepted. Where an earlier try was not answered, it has most likely been done; a person makes sure
/// of it either way.
fn refused(tenant: &Tenant, job: &Job, row: &store::PaymentRow, decline: &Decline) -> Result<(), JobError> {
    tracing::error!(site.id = %tenant.id(), order.id = row.order_id, payment.reference = row.reference, code = decline.code,
        unanswered = job.attempts, "a charge for which nothing is sold can neither be voided nor refunded");
    if job.attempts > 0 {
        return Ok(());
    }
    Err(JobError::Permanent(format!(
        "neither void nor refund of the charge of order {} was accepted: {}",
        row.order_id, decline.code
    )))
}

/// Voids a charge, or gives it back whole when the processor's day has closed. Repeated, it takes nothing back twice: what
/// is voided or given back already is refused.
async fn take_back(processor: &SiteProcessor, captured: &Captured) -> Outcome {
    match processor.adapter.void(captured).await {
        Outcome::Declined(decline) if decline.code != Decline::UNREACHABLE => {
            processor.adapter.refund(captured, captured.amount).await
        }
        outcome => outcome,
    }
}
