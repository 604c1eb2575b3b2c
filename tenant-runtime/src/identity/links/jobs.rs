//! Email with a link.

use jiff::{SignedDuration, Timestamp};
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::store;
use crate::identity::kept_language;
use crate::jobs::on_job;
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

/// Maximum delay of an email; a later one restarts the lifetime of its link.
const PUNCTUAL: SignedDuration = SignedDuration::from_mins(10);

#[derive(Serialize, Deserialize)]
struct MailLink {
    link_id: i64,
}

impl Job for MailLink {
    const KIND: &'static str = "identity.mail_link";
    const LANE: Lane = Lane::Mail;
}

pub(super) async fn enqueue(db: &mut TenantWrite, now: Timestamp, link_id: i64) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &MailLink { link_id }).await
}

pub(in crate::identity) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, mail_link);
}

async fn mail_link(tenant: Tenant, MailLink { link_id }: MailLink) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let addressed = store::addressed(&mut db, link_id).await?;
    let kept = match &addressed {
        Some(to) => kept_language(&mut db, to.customer_id).await?,
        None => None,
    };
    drop(db);
    // Used or revoked in the meantime: no email needed.
    let Some(to) = addressed.filter(|to| !to.is_pointless) else {
        return Ok(());
    };
    let expires_at = tenant.now() + to.kind.lifetime();
    if to.expires_at + PUNCTUAL < expires_at {
        let mut db = tenant.write().await?;
        store::set_expiry(&mut db, link_id, expires_at.as_millisecond()).await?;
        db.commit().await?;
    }
    let link = super::url(
        &tenant.origin(),
        tenant.keys(),
        to.kind,
        link_id,
        to.customer_id,
        &to.email,
    );
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let mail = Mail {
        kind: to.kind.into_str(),
        to: &to.email,
        first_name: &to.first_name,
        formats: &formats,
        link: Some(&link),
        details: minijinja::Value::UNDEFINED,
    };
    mail::send(&tenant, &saved, &mail).await
}
