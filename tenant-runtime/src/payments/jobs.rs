//! Background jobs: deletes removed cards from the processor's vault, and voids card verifications.

use std::sync::Arc;

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::account;
use super::card::DeleteToken;
use super::processor::{Captured, Decline, Outcome, ReversalKind, ReversalRequest, SetupError};
use super::rules::OUTAGE;
use super::site_processor::{AccountRef, SiteProcessor, processor_at};
use super::{PaymentError, permit, processor_of};
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// A transaction that verified a card with an amount.
#[derive(Serialize, Deserialize)]
struct VoidVerification {
    processor: String,
    /// Null for a job of an earlier build.
    #[serde(default)]
    account_id: Option<i64>,
    reference: String,
    transaction: String,
    /// Minor units.
    amount: i64,
    currency: String,
}

impl Job for VoidVerification {
    const KIND: &'static str = "payments.void_verification";
    const LANE: Lane = Lane::Money;
    const NEVER_GIVEN_UP: bool = true;
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, delete_token);
    on_job(handlers, runtime, void_verification);
    on_job(handlers, runtime, account::forget_credentials);
}

async fn delete_token(tenant: Tenant, card: DeleteToken) -> Result<(), JobError> {
    // The newest copy may still charge it.
    permitted(&tenant).await?;
    let token = card.token(&tenant)?;
    let processor = account_of(&tenant, card.account_id, &card.processor).await?;
    processor
        .adapter
        .delete_token(&token)
        .await
        .map_err(|error| match error {
            SetupError::Unreachable(_) => JobError::NotBefore(tenant.now() + OUTAGE),
            SetupError::Rejected(why) => JobError::transient(why),
        })
}

/// Postpones a job while the site may not move money.
async fn permitted(tenant: &Tenant) -> Result<(), JobError> {
    match permit::refusal(&mut tenant.read().await?, tenant).await? {
        None => Ok(()),
        Some(refusal) => {
            tracing::error!(%refusal, "a card's processor wasn't called");
            Err(JobError::NotBefore(tenant.now() + OUTAGE))
        }
    }
}

/// The merchant account of a job. `processor` identifies it if an earlier build stored no account.
async fn account_of(tenant: &Tenant, account_id: Option<i64>, processor: &str) -> Result<Arc<SiteProcessor>, JobError> {
    let left = || JobError::permanent(format!("the site no longer uses its merchant account at {processor}"));
    match account_id {
        Some(account_id) => match processor_at(tenant, account_id).await {
            Err(PaymentError::LeftProcessor) => Err(left()),
            found => Ok(found?),
        },
        None => {
            let in_use = processor_of(tenant).await?;
            if in_use.name == processor {
                Ok(in_use)
            } else {
                Err(left())
            }
        }
    }
}

/// Voids the transaction that verified a card, after `db` is committed.
pub(super) async fn enqueue_void(
    db: &mut TenantWrite,
    account: AccountRef<'_>,
    verification: &Captured,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let job = VoidVerification {
        processor: account.processor.to_owned(),
        account_id: Some(account.id),
        reference: verification.reference.clone(),
        transaction: verification.transaction.clone(),
        amount: verification.amount,
        currency: verification.currency.code().to_owned(),
    };
    jobs::enqueue(db, now, now, &job).await
}

async fn void_verification(tenant: Tenant, verification: VoidVerification) -> Result<(), JobError> {
    permitted(&tenant).await?;
    let currency = verification.currency.parse().map_err(JobError::permanent)?;
    let processor = account_of(&tenant, verification.account_id, &verification.processor).await?;
    let captured = Captured {
        reference: verification.reference,
        transaction: verification.transaction,
        amount: verification.amount,
        currency,
    };
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
            // A void whose response was lost. Or the processor's day is closed, and the authorization expires by
            // itself.
            tracing::warn!(code = decline.code, "failed to void a card verification");
            Ok(())
        }
        Outcome::Declined(_) | Outcome::Unknown(_) => Err(JobError::NotBefore(tenant.now() + OUTAGE)),
    }
}
