//! The mail that tells a person that the password was changed, so that a thief cannot do it unseen.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::store;
use crate::jobs::on_job;
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

#[derive(Serialize, Deserialize)]
struct PasswordChanged {
    customer_id: i64,
}

impl Job for PasswordChanged {
    const KIND: &'static str = "identity.password_changed";
    const LANE: Lane = Lane::Mail;
}

/// Enqueues the mail, within the transaction that changes the password.
pub(super) async fn enqueue(db: &mut TenantWrite, now: Timestamp, customer_id: i64) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &PasswordChanged { customer_id }).await
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, tell);
}

async fn tell(tenant: Tenant, PasswordChanged { customer_id }: PasswordChanged) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let Some(account) = store::account(&mut db, customer_id).await? else {
        return Ok(());
    };
    let kept = store::language(&mut db, customer_id).await?;
    drop(db);
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let link = format!("{}/logIn", tenant.origin());
    let mail = Mail {
        kind: "password_changed",
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details: minijinja::Value::UNDEFINED,
    };
    mail::send(&tenant, &saved, &mail).await
}
