//! The email about a changed address, and the end of the time to undo it.

use jiff::Timestamp;
use minijinja::context;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::{LIFETIME, store, token};
use crate::identity::{kept_language, rules};
use crate::jobs::on_job;
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

/// The page that undoes a change. Opening it changes nothing.
const PAGE: &str = "/undoEmailChange";

/// Page for an earlier address that was never confirmed: it may be a stranger's, and must not open the account.
const SUPPORT: &str = "/Support";

/// Email to the earlier address.
#[derive(Serialize, Deserialize)]
struct EmailChanged {
    change_id: i64,
}

impl Job for EmailChanged {
    const KIND: &'static str = "identity.email_changed";
    const LANE: Lane = Lane::Mail;
}

/// Erasure of what could be restored until now.
#[derive(Serialize, Deserialize)]
struct EmailChangeOver {}

impl Job for EmailChangeOver {
    const KIND: &'static str = "identity.email_change_over";
    const LANE: Lane = Lane::Upkeep;
}

pub(super) async fn enqueue(db: &mut TenantWrite, now: Timestamp, change_id: i64) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &EmailChanged { change_id }).await?;
    jobs::enqueue(db, now, now + LIFETIME, &EmailChangeOver {}).await
}

pub(in crate::identity) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send);
    on_job(handlers, runtime, erase);
}

async fn send(tenant: Tenant, EmailChanged { change_id }: EmailChanged) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let Some(change) = store::addressed(&mut db, change_id).await? else {
        return Ok(());
    };
    let kept = kept_language(&mut db, change.customer_id).await?;
    drop(db);
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let link = if change.can_undo {
        let token = token(tenant.keys(), change_id, change.customer_id, &change.email_key);
        let page = rules::page_about(&tenant.origin(), PAGE, &change.email);
        format!("{page}&token={token}")
    } else {
        format!("{}{SUPPORT}", tenant.origin())
    };
    let mail = Mail {
        kind: "email_changed",
        to: &change.email,
        first_name: &change.first_name,
        formats: &formats,
        link: Some(&link),
        details: context! { can_undo => change.can_undo },
    };
    mail::send(&tenant, &saved, &mail).await
}

async fn erase(tenant: Tenant, EmailChangeOver {}: EmailChangeOver) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    store::forget_expired(&mut db, tenant.now().as_millisecond()).await?;
    Ok(db.commit().await?)
}
