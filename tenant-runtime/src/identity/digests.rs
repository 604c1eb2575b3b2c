//! Adds digests to accounts created before digests existed, in a job after the migration.

use platform::jobs::{Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::{same_person, store, vehicle};
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Accounts per transaction.
const BATCH: i64 = 500;

/// Computes the digests of a site's accounts. The migration enqueues it.
#[derive(Serialize, Deserialize)]
struct DigestAccounts {}

impl Job for DigestAccounts {
    const KIND: &'static str = "identity.digests";

    fn key(&self) -> Option<String> {
        Some("all".to_owned())
    }
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, digest);
}

async fn digest(tenant: Tenant, _: DigestAccounts) -> Result<(), JobError> {
    let mut after = 0;
    loop {
        let mut db = tenant.write().await?;
        let accounts = same_person::undigested(&mut db, after, BATCH).await?;
        let Some(last) = accounts.last() else {
            return Ok(());
        };
        after = *last;
        for id in accounts {
            let Some(account) = store::account(&mut db, id).await? else {
                continue;
            };
            if let Some(vehicle) = vehicle::load(&mut db, id).await? {
                let plate = (vehicle.license.as_str(), vehicle.state.as_str());
                same_person::keep_plate(&mut db, &tenant, id, plate).await?;
            }
            same_person::keep_card(&mut db, &tenant, id).await?;
            same_person::keep_email(&mut db, &tenant, id, &account.email).await?;
        }
        db.commit().await?;
    }
}
