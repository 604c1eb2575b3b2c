//! Folds the names of accounts created before names were folded, in a job after the migration.

use platform::jobs::{Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::store;
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Accounts per transaction.
const BATCH: i64 = 500;

/// The migration enqueues it.
#[derive(Serialize, Deserialize)]
struct FoldNames {}

impl Job for FoldNames {
    const KIND: &'static str = "identity.fold_names";

    fn key(&self) -> Option<String> {
        Some("all".to_owned())
    }
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, fold);
}

async fn fold(tenant: Tenant, _: FoldNames) -> Result<(), JobError> {
    loop {
        let mut db = tenant.write().await?;
        if store::people::fold_names(&mut db, BATCH).await? == 0 {
            return Ok(());
        }
        db.commit().await?;
    }
}
