//! Emails about changes to how an account is logged in to, so that no one else makes them unseen.

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

#[derive(Serialize, Deserialize)]
struct LoginMethodAdded {
    customer_id: i64,
    /// The name that its owner chose.
    label: String,
}

impl Job for LoginMethodAdded {
    const KIND: &'static str = "identity.login_method_added";
    const LANE: Lane = Lane::Mail;
}

/// Enqueues the email about a new login method, within the transaction that confirms it.
pub(super) async fn enqueue_login_method(
    db: &mut TenantWrite,
    now: Timestamp,
    customer_id: i64,
    label: &str,
) -> Result<(), sqlx::Error> {
    let label = label.to_owned();
    jobs::enqueue(db, now, now, &LoginMethodAdded { customer_id, label }).await
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send_password_changed);
    on_job(handlers, runtime, send_login_method_added);
}

async fn send_password_changed(tenant: Tenant, job: PasswordChanged) -> Result<(), JobError> {
    send(
        &tenant,
        job.customer_id,
        "password_changed",
        minijinja::Value::UNDEFINED,
    )
    .await
}

async fn send_login_method_added(tenant: Tenant, job: LoginMethodAdded) -> Result<(), JobError> {
    let details = minijinja::context! { label => job.label };
    send(&tenant, job.customer_id, "login_method_added", details).await
}

async fn send(
    tenant: &Tenant,
    customer_id: i64,
    kind: &'static str,
    details: minijinja::Value,
) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let Some(account) = store::account(&mut db, customer_id).await? else {
        return Ok(());
    };
    let kept = store::language(&mut db, customer_id).await?;
    drop(db);
    let saved = site::saved_config(tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let link = format!("{}/logIn", tenant.origin());
    let mail = Mail {
        kind,
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    mail::send(tenant, &saved, &mail).await
}
