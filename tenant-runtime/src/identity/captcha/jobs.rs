use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, NewJob};
use serde_json::json;

use super::store;
use crate::runtime::{SharedRuntime, on_job};
use crate::tenant::Tenant;

const FORGET: &str = "identity.forget_captchas";

/// Sees to it that a used puzzle is forgotten once it has expired. One job serves them all.
pub(super) async fn enqueue(db: &mut TenantWrite, now: Timestamp, due_at: Timestamp) -> Result<(), sqlx::Error> {
    let job = NewJob {
        kind: FORGET,
        key: Some("all"),
        due_at,
    };
    jobs::enqueue(db, now, job, &json!({})).await
}

pub(in crate::identity) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, FORGET, forget);
}

async fn forget(tenant: Tenant, _job: Job) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    store::delete_expired(&mut db, tenant.now().as_millisecond()).await?;
    let left = store::latest_expiry(&mut db).await?;
    db.commit().await?;
    match left.and_then(|at| Timestamp::from_millisecond(at).ok()) {
        Some(at) => Err(JobError::NotBefore(at)),
        None => Ok(()),
    }
}
