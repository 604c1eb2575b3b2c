//! The mail that carries a link.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, NewJob};
use serde::{Deserialize, Serialize};

use super::links::{self, Kind};
use super::store;
use crate::notifications::mail::{self, Mail};
use crate::runtime::{SharedRuntime, on_job};
use crate::tenant::{Tenant, config_for_job};

const SEND_CONFIRMATION: &str = "identity.email_confirmation";

#[derive(Serialize, Deserialize)]
struct SendLink {
    link_id: i64,
}

pub(super) async fn enqueue(db: &mut TenantWrite, now: Timestamp, link_id: i64) -> Result<(), sqlx::Error> {
    let job = NewJob {
        kind: SEND_CONFIRMATION,
        key: None,
        due_at: now,
    };
    jobs::enqueue(db, now, job, &SendLink { link_id }).await
}

pub(in crate::identity) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, SEND_CONFIRMATION, send_confirmation);
}

async fn send_confirmation(tenant: Tenant, job: Job) -> Result<(), JobError> {
    let link_id = job.payload::<SendLink>()?.link_id;
    let mut db = tenant.read().await?;
    let addressed = store::addressed(&mut db, link_id).await?;
    drop(db);
    // Deleted, confirmed or expired meanwhile: nobody needs this mail any more.
    let Some(to) = addressed.filter(|to| !to.is_confirmed && to.expires_at > tenant.now().as_millisecond()) else {
        return Ok(());
    };
    let kind = Kind::EmailConfirmation;
    let link = links::url(
        &tenant.origin(),
        tenant.keys(),
        kind,
        link_id,
        to.customer_id,
        &to.email,
    );
    let saved = config_for_job(&tenant).await?;
    let mail = Mail {
        kind: kind.as_str(),
        to: &to.email,
        first_name: &to.first_name,
        link: Some(&link),
        details: minijinja::Value::UNDEFINED,
    };
    mail::send(&tenant, &saved, &mail).await
}
