//! Background work: cards that were removed here leave the processor's vault, and what verified a card is voided.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::card::DeleteToken;
use super::processor::{Captured, Decline, Outcome, ReversalKind, ReversalRequest, SetupError};
use super::processor_of;
use super::rules::{OUTAGE, SEARCHED_EVERY};
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

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

/// Searching for a charge that no look-up found. The domain that sells does this job: it books and reverses a late approval.
#[derive(Serialize, Deserialize)]
pub struct Reconcile {
    pub reference: String,
}

impl Job for Reconcile {
    const KIND: &'static str = "payments.reconcile";
    const NEVER_GIVEN_UP: bool = true;
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, delete_token);
    on_job(handlers, runtime, void_verification);
}

async fn delete_token(tenant: Tenant, card: DeleteToken) -> Result<(), JobError> {
    let token = card.token(&tenant)?;
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

/// Searches for the charge `reference`, from an hour from now on.
pub(super) async fn enqueue_search(db: &mut TenantWrite, tenant: &Tenant, reference: &str) -> Result<(), sqlx::Error> {
    let now = tenant.now();
    let job = Reconcile {
        reference: reference.to_owned(),
    };
    jobs::enqueue(db, now, now + SEARCHED_EVERY, &job).await
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
    let void = ReversalRequest {
        reference: format!("{}-void", captured.reference),
        amount: captured.amount,
        charge: captured,
        kind: ReversalKind::Void,
        has_twin: false,
    };
    match processor.adapter.reverse(&void).await {
        Outcome::Approved(_) => Ok(()),
        Outcome::Declined(decline) if decline.code != Decline::UNREACHABLE => {
            // A void whose answer was lost; or the processor's day has closed, and the hold lapses by itself.
            tracing::warn!(code = decline.code, "the verification of a card was not voided");
            Ok(())
        }
        Outcome::Declined(_) | Outcome::Unknown(_) => Err(JobError::NotBefore(tenant.now() + OUTAGE)),
    }
}
