//! Background work: cards that were removed here leave the processor's vault; charges that were given up are looked for
//! once more, so that a late approval does not keep a customer's money.

use data_encoding::BASE64;
use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::processor::{Approval, Captured, Decline, Outcome, SetupError};
use super::rules::{self, OUTAGE, PaymentState, RECONCILED_EVERY, Reconciliation};
use super::{card, charge, processor_of, store};
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// A card that is to leave the processor's vault.
#[derive(Serialize, Deserialize)]
pub(super) struct DeleteToken {
    processor: String,
    /// Base64 of the sealed token.
    token_sealed: String,
}

impl Job for DeleteToken {
    const KIND: &'static str = "payments.delete_token";
}

const PLACE: &str = "jobs/payments.delete_token";

impl DeleteToken {
    pub(super) fn new(tenant: &Tenant, processor: &str, token: &SecretString) -> Self {
        Self {
            processor: processor.to_owned(),
            token_sealed: BASE64.encode(&card::seal(tenant, PLACE, token)),
        }
    }
}

/// A transaction that verified a card with an amount.
#[derive(Serialize, Deserialize)]
struct VoidVerification {
    processor: String,
    reference: String,
    transaction: String,
    /// Minor units.
    amount: i64,
    currency: String,
}

impl Job for VoidVerification {
    const KIND: &'static str = "payments.void_verification";
    const NEVER_GIVEN_UP: bool = true;
}

/// A charge that was given up because no look-up found it. The domain that sells does this job with [`look_for_late`]: it
/// books what comes late and gives it back.
#[derive(Serialize, Deserialize)]
pub struct Reconcile {
    pub reference: String,
}

impl Job for Reconcile {
    const KIND: &'static str = "payments.reconcile";
    const NEVER_GIVEN_UP: bool = true;
}

/// An approval of a charge that had been given up.
#[derive(Debug)]
pub struct LateApproval {
    pub order_id: i64,
    pub approval: Approval,
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, delete_token);
    on_job(handlers, runtime, void_verification);
}

async fn delete_token(tenant: Tenant, card: DeleteToken) -> Result<(), JobError> {
    let sealed = BASE64
        .decode(card.token_sealed.as_bytes())
        .map_err(JobError::permanent)?;
    let token = card::open(&tenant, PLACE, &sealed).map_err(JobError::permanent)?;
    let processor = processor_of(&tenant).await?;
    if processor.name != card.processor {
        // The vault belongs to a processor that the site has left.
        return Err(JobError::permanent(format!(
            "the site no longer uses {}",
            card.processor
        )));
    }
    processor
        .adapter
        .delete_token(&token)
        .await
        .map_err(|error| match error {
            SetupError::Unreachable(_) => JobError::NotBefore(tenant.now() + OUTAGE),
            SetupError::Rejected(why) => JobError::transient(why),
        })
}

/// Looks for the charge `reference` again, from an hour after it was given up.
pub(super) async fn enqueue_reconciliation(
    db: &mut TenantWrite,
    tenant: &Tenant,
    reference: &str,
) -> Result<(), sqlx::Error> {
    let now = tenant.now();
    let job = Reconcile {
        reference: reference.to_owned(),
    };
    jobs::enqueue(db, now, now + RECONCILED_EVERY, &job).await
}

/// Looks once more for the charge `reference` that was given up; answers its approval, which is to be booked and taken back.
/// `None`: there is nothing to take back.
///
/// # Errors
/// When it is to be looked for again.
pub async fn look_for_late(tenant: &Tenant, reference: &str) -> Result<Option<LateApproval>, JobError> {
    let mut db = tenant.read().await?;
    let row = store::find_payment(&mut db, reference).await?;
    drop(db);
    let Some(row) = row.filter(|row| row.state == PaymentState::Declined.into_str() && row.token_sealed.is_some())
    else {
        return Ok(None);
    };
    let now = tenant.now();
    let found = charge::ask(tenant, &row).await?;
    match rules::reconcile(found, charge::instant(row.created_at), now) {
        Reconciliation::TakeBack(approval) => Ok(Some(LateApproval {
            order_id: row.order_id,
            approval,
        })),
        Reconciliation::AskAgain(after) => Err(JobError::NotBefore(now + after)),
        Reconciliation::NeedsReview(after) => {
            tracing::error!(site.id = %tenant.id(), order.id = row.order_id, payment.reference = reference,
                "nobody tells what became of a charge that was given up");
            Err(JobError::NotBefore(now + after))
        }
        Reconciliation::Over => {
            forget_token(tenant, reference).await?;
            Ok(None)
        }
    }
}

/// Voids the transaction that verified a card, after the commit of `db`.
pub(super) async fn enqueue_void(
    db: &mut TenantWrite,
    processor: &str,
    verification: &Captured,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let job = VoidVerification {
        processor: processor.to_owned(),
        reference: verification.reference.clone(),
        transaction: verification.transaction.clone(),
        amount: verification.amount,
        currency: verification.currency.code().to_owned(),
    };
    jobs::enqueue(db, now, now, &job).await
}

async fn void_verification(tenant: Tenant, verification: VoidVerification) -> Result<(), JobError> {
    let currency = verification.currency.parse().map_err(JobError::permanent)?;
    let captured = Captured {
        reference: verification.reference,
        transaction: verification.transaction,
        amount: verification.amount,
        currency,
    };
    let processor = processor_of(&tenant).await?;
    if processor.name != verification.processor {
        let cause = format!("the site no longer uses {}", verification.processor);
        return Err(JobError::permanent(cause));
    }
    match processor.adapter.void(&captured).await {
        Outcome::Approved(_) => Ok(()),
        Outcome::Declined(decline) if decline.code != Decline::UNREACHABLE => {
            // A void whose answer was lost; or the processor's day has closed, and the hold lapses by itself.
            tracing::warn!(site.id = %tenant.id(), code = decline.code, "the verification of a card was not voided");
            Ok(())
        }
        Outcome::Declined(_) | Outcome::Unknown(_) => Err(JobError::NotBefore(tenant.now() + OUTAGE)),
    }
}

async fn forget_token(tenant: &Tenant, reference: &str) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    store::forget_token(&mut db, reference).await?;
    Ok(db.commit().await?)
}
