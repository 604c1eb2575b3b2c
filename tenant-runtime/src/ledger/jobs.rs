//! Seals entries booked before seals existed, once, in the first job after the migration.

use data_encoding::HEXLOWER;
use platform::jobs::{Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::{seal, store};
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Entries read at once.
const BATCH: i64 = 2_000;

/// Seals all entries booked before seals existed. Migration 0053 enqueues it.
#[derive(Serialize, Deserialize)]
struct SealEntries {}

impl Job for SealEntries {
    const KIND: &'static str = "ledger.seal";
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some("all".to_owned())
    }
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, seal_entries);
}

/// Seals all entries in one transaction, so that a ledger has either no seal or no unsealed entry. Otherwise, or if the ledger was
/// sealed before, seals were removed by hand, and new ones would hide what was changed.
async fn seal_entries(tenant: Tenant, _: SealEntries) -> Result<(), JobError> {
    let seals = seal::seals(tenant.keys());
    let mut db = tenant.write().await?;
    if tenant.is_sealed() || store::has_seals(&mut db).await? {
        tracing::error!("ledger entries have no seals; run `suds site check`");
        return Ok(());
    }
    let (mut after, mut last) = (0, None::<Vec<u8>>);
    loop {
        let rows = store::unsealed(&mut db, after, BATCH).await?;
        if rows.is_empty() {
            store::all_are_sealed(&mut db).await?;
            db.commit().await?;
            return Ok(tenant.set_sealed().await?);
        }
        let mut sealed = Vec::with_capacity(rows.len());
        for row in &rows {
            let seal = seals.of(last.as_deref(), &row.sealed());
            sealed.push((row.id, HEXLOWER.encode(&seal)));
            last = Some(seal.to_vec());
            after = row.id;
        }
        let sealed = serde_json::to_string(&sealed).map_err(JobError::permanent)?;
        store::set_seals(&mut db, &sealed).await?;
    }
}
