use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::store;
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Deletes used puzzles after they expire. One job for all.
#[derive(Serialize, Deserialize)]
struct ForgetCaptchas {}

impl Job for ForgetCaptchas {
    const KIND: &'static str = "identity.forget_captchas";

    fn key(&self) -> Option<String> {
        Some("all".to_owned())
    }
}

/// Makes sure that a used puzzle is deleted after it expires.
pub(super) async fn enqueue(db: &mut TenantWrite, now: Timestamp, due_at: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, due_at, &ForgetCaptchas {}).await
}

pub(in crate::identity) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, forget);
}

async fn forget(tenant: Tenant, _: ForgetCaptchas) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    store::delete_expired(&mut db, tenant.now().as_millisecond()).await?;
    let left = store::latest_expiry(&mut db).await?;
    db.commit().await?;
    match left.and_then(|at| Timestamp::from_millisecond(at).ok()) {
        Some(at) => Err(JobError::NotBefore(at)),
        None => Ok(()),
    }
}
