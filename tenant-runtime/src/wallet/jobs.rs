//! Releases items that a terminal has held too long, so that wallets and refunds see their current state.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::store::redeemed;
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Releases an item, if the redemption still holds it.
#[derive(Serialize, Deserialize)]
pub(super) struct Release {
    pub(super) item_id: i64,
    pub(super) by: String,
}

impl Job for Release {
    const KIND: &'static str = "wallet.release";
    const LANE: Lane = Lane::Money;

    fn key(&self) -> Option<String> {
        Some(self.by.clone())
    }
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, release);
}

pub(super) async fn enqueue(
    db: &mut TenantWrite,
    now: Timestamp,
    due_at: Timestamp,
    release: &Release,
) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, due_at, release).await
}

/// It was already used or released.
pub(super) async fn withdraw(db: &mut TenantWrite, release: &Release) -> Result<(), sqlx::Error> {
    jobs::withdraw(db, release).await
}

async fn release(tenant: Tenant, release: Release) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    redeemed::release(&mut db, release.item_id, &release.by).await?;
    Ok(db.commit().await?)
}
