//! Giving a whole charge back for which nothing is sold.

use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::processor::{Approval, Captured, Decline, Outcome};
use super::rules::OUTAGE;
use super::{SiteProcessor, charge, processor_of, store};
use crate::jobs::on_attempt;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// A charge that a person found at the processor and that is nobody's purchase.
#[derive(Serialize, Deserialize)]
struct TakeBack {
    reference: String,
    transaction: String,
    /// Minor units: what was charged, which need not be what was asked for.
    amount: i64,
}

impl Job for TakeBack {
    const KIND: &'static str = "payments.take_back";
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.reference.clone())
    }
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_attempt(handlers, runtime, reverse_charge);
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
    let job = TakeBack {
        reference: reference.to_owned(),
        transaction: approval.transaction.clone(),
        amount,
    };
    jobs::enqueue(db, now, now, &job).await?;
    // It need not be looked for any more.
    store::forget_token(db, reference).await
}

async fn reverse_charge(tenant: Tenant, taken: TakeBack, tries: i64) -> Result<(), JobError> {
    let row = store::find_payment(&mut tenant.read().await?, &taken.reference).await?;
    let Some(row) = row else { return Ok(()) };
    let processor = processor_of(&tenant).await?;
    if processor.name != row.processor {
        let cause = format!("the site no longer uses {}", row.processor);
        return Err(JobError::permanent(cause));
    }
    let captured = Captured {
        amount: taken.amount,
        ..charge::captured(&row, &taken.transaction, charge::currency_of(&row)?)
    };
    match take_back(&processor, &captured).await {
        Outcome::Approved(_) => Ok(()),
        Outcome::Declined(decline) if decline.code == Decline::UNREACHABLE => {
            Err(JobError::NotBefore(tenant.now() + OUTAGE))
        }
        Outcome::Declined(decline) => refused(&tenant, tries, &row, &decline),
        Outcome::Unknown(why) => Err(JobError::transient(why)),
    }
}

/// Neither void nor refund is accepted. Where an earlier try was not answered, it has most likely been done; a person makes sure
/// of it either way.
fn refused(tenant: &Tenant, tries: i64, row: &store::PaymentRow, decline: &Decline) -> Result<(), JobError> {
    tracing::error!(site.id = %tenant.id(), order.id = row.order_id, payment.reference = row.reference, code = decline.code,
        unanswered = tries, "a charge for which nothing is sold can neither be voided nor refunded");
    if tries > 0 {
        return Ok(());
    }
    Err(JobError::permanent(format!(
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
