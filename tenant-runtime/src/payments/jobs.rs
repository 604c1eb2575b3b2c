//! Background work: cards that were removed here leave the processor's vault; charges that were given up are looked for
//! once more, so that a late approval does not keep a customer's money.

use data_encoding::BASE64;
use jiff::SignedDuration;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, NewJob};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::processor::{Found, Outcome, SetupError};
use super::{card, charge, processor_of, store};
use crate::runtime::{SharedRuntime, on_job};
use crate::tenant::Tenant;

pub(super) const DELETE_TOKEN: &str = "payments.delete_token";
const RECONCILE: &str = "payments.reconcile";

/// A card that is to leave the processor's vault.
#[derive(Serialize, Deserialize)]
pub(super) struct DeleteToken {
    processor: String,
    /// Base64 of the sealed token.
    token_sealed: String,
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

/// A charge that was given up because no look-up found it.
#[derive(Serialize, Deserialize)]
struct Reconcile {
    reference: String,
}

/// When a processor that could not be reached is tried again: within the five minutes in which a backlog must drain
/// (quality.md, promise 9), and however often, since an outage is nobody's mistake.
const OUTAGE: SignedDuration = SignedDuration::from_mins(4);

/// How long a charge that was given up is looked for, and how often.
const RECONCILED_FOR: SignedDuration = SignedDuration::from_hours(26);
const RECONCILED_EVERY: SignedDuration = SignedDuration::from_hours(1);

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, DELETE_TOKEN, delete_token);
    on_job(handlers, runtime, RECONCILE, reconcile);
}

async fn delete_token(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let payload: DeleteToken = job.payload()?;
    let sealed = BASE64
        .decode(payload.token_sealed.as_bytes())
        .map_err(|error| JobError::Permanent(error.to_string()))?;
    let token = card::open(&tenant, PLACE, &sealed).map_err(|error| JobError::Permanent(error.to_string()))?;
    let processor = processor_of(&tenant)
        .await
        .map_err(|error| JobError::Transient(error.message().to_owned()))?;
    if processor.name != payload.processor {
        // The vault belongs to a processor that the site has left.
        return Err(JobError::Permanent(format!(
            "the site no longer uses {}",
            payload.processor
        )));
    }
    processor
        .adapter
        .delete_token(&token)
        .await
        .map_err(|error| match error {
            SetupError::Unreachable(_) => JobError::NotBefore(tenant.now() + OUTAGE),
            SetupError::Rejected(why) => JobError::Transient(why),
        })
}

/// Looks for the charge `reference` again, from an hour after it was given up.
pub(super) async fn enqueue_reconciliation(
    db: &mut TenantWrite,
    tenant: &Tenant,
    reference: &str,
) -> Result<(), sqlx::Error> {
    let now = tenant.now();
    let job = NewJob {
        kind: RECONCILE,
        key: None,
        due_at: now + RECONCILED_EVERY,
    };
    jobs::enqueue(
        db,
        now,
        job,
        &Reconcile {
            reference: reference.to_owned(),
        },
    )
    .await
}

async fn reconcile(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let Reconcile { reference } = job.payload()?;
    let mut db = tenant.read().await?;
    let Some(row) = store::find_payment(&mut db, &reference).await? else {
        return Ok(());
    };
    drop(db);
    let now = tenant.now();
    let until = row
        .created_at
        .saturating_add(i64::try_from(RECONCILED_FOR.as_millis()).unwrap_or(i64::MAX));
    let given_up = now.as_millisecond() >= until;
    let transient = |error: platform::http::ApiError| JobError::Transient(error.message().to_owned());
    let request = charge::request_of(&tenant, &row).map_err(transient)?;
    let processor = charge::processor_for(&tenant, &row).await.map_err(transient)?;
    let approval = match processor.adapter.look_up(&request).await {
        Found::Approved(approval) => approval,
        Found::Nothing | Found::Declined(_) if given_up => return forget_token(&tenant, &reference).await,
        Found::Nothing | Found::Declined(_) => return Err(JobError::NotBefore(now + RECONCILED_EVERY)),
        Found::NoAnswer(_) => return Err(JobError::NotBefore(now + OUTAGE)),
    };
    tracing::error!(site.id = %tenant.id(), payment.reference = reference, "a charge that was given up was approved late");
    match processor
        .adapter
        .void(&charge::captured(&row, &approval.transaction, request.currency))
        .await
    {
        Outcome::Approved(_) => forget_token(&tenant, &reference).await,
        Outcome::Declined(decline) => Err(JobError::Permanent(format!("the void was declined: {}", decline.code))),
        Outcome::Unknown(why) => Err(JobError::Transient(why)),
    }
}

async fn forget_token(tenant: &Tenant, reference: &str) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    store::forget_token(&mut db, reference).await?;
    Ok(db.commit().await?)
}
