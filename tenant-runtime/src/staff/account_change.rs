//! Email to each owner when the merchant account changes, so that no one redirects the site's money unseen.

use jiff::Timestamp;
use minijinja::context;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use crate::domain::Event;
use crate::error::Fault;
use crate::http::Role;
use crate::identity;
use crate::jobs::on_job;
use crate::notifications::mail::{self, Mail};
use crate::payments;
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::{Tenant, TenantContext};

/// One email: each owner's is retried by itself.
#[derive(Serialize, Deserialize)]
struct MailAccountChange {
    owner_id: i64,
    /// Full name, since the account may be deleted before the email is sent.
    actor: String,
    /// Merchant accounts as people name them.
    before: String,
    after: String,
    changed_at: Timestamp,
}

impl Job for MailAccountChange {
    const KIND: &'static str = "staff.mail_account_change";
}

pub(super) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send);
}

/// Emails every owner, the one who changed it too, after the commit of `db`.
pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    let Event::MerchantAccountChanged {
        actor_id,
        account_id,
        left_id,
    } = event
    else {
        return Ok(());
    };
    let now = tenant.now();
    let colleagues = identity::staff::colleagues(db).await?;
    let actor = colleagues.iter().find(|colleague| colleague.id == actor_id);
    let actor = actor.map_or_else(String::new, |actor| actor.name.clone());
    let before = payments::account_label(db, left_id).await?;
    let after = payments::account_label(db, account_id).await?;
    for owner in colleagues.iter().filter(|colleague| colleague.role == Role::Owner) {
        let job = MailAccountChange {
            owner_id: owner.id,
            actor: actor.clone(),
            before: before.clone(),
            after: after.clone(),
            changed_at: now,
        };
        jobs::enqueue(db, now, now, &job).await?;
    }
    Ok(())
}

async fn send(tenant: Tenant, job: MailAccountChange) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let Some(owner) = identity::find_account(&mut db, job.owner_id).await? else {
        return Ok(());
    };
    let kept = identity::kept_language(&mut db, job.owner_id).await?;
    drop(db);
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let at = job.changed_at.to_zoned(saved.config.time_zone.clone());
    let link = format!("{}/mmtpo/settings/payments", tenant.origin());
    let mail = Mail {
        kind: "merchant_account_changed",
        to: &owner.email,
        first_name: &owner.first_name,
        formats: &formats,
        link: Some(&link),
        details: context! {
            actor => job.actor,
            before => job.before,
            after => job.after,
            date => formats.date(at.date()),
            time => at.strftime("%H:%M").to_string(),
        },
    };
    mail::send(&tenant, &saved, &mail).await
}
