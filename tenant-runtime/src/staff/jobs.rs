//! Invitation email.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::{rules, store};
use crate::identity;
use crate::jobs::on_job;
use crate::notifications::mail::{self, Mail, ProviderMail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

#[derive(Serialize, Deserialize)]
struct MailInvitation {
    invitation_id: i64,
    /// Request time: a later request has its own email.
    sent_at: i64,
}

impl Job for MailInvitation {
    const KIND: &'static str = "staff.mail_invitation";
    const LANE: Lane = Lane::Mail;
}

pub(super) async fn enqueue(db: &mut TenantWrite, now: Timestamp, invitation_id: i64) -> Result<(), sqlx::Error> {
    let sent_at = now.as_millisecond();
    jobs::enqueue(db, now, now, &MailInvitation { invitation_id, sent_at }).await
}

pub(super) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, mail_invitation);
}

async fn mail_invitation(
    tenant: Tenant,
    MailInvitation { invitation_id, sent_at }: MailInvitation,
) -> Result<(), JobError> {
    let invited = store::find(&mut tenant.read().await?, invitation_id).await?;
    let invited = invited.filter(|invited| invited.sent_at.as_millisecond() == sent_at);
    let Some(invited) = invited else { return Ok(()) };
    let link = format!(
        "{}&token={}",
        identity::page_about(&tenant.origin(), "/invitation", &invited.email),
        rules::token(tenant.keys(), &invited)
    );
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(Some(&invited.language));
    if let Some(company) = &invited.company {
        let is_named = !rules::has_derived_names(&invited);
        let mail = ProviderMail {
            kind: "owner_invitation",
            to: &invited.email,
            first_name: if is_named { &invited.first_name } else { "" },
            locale: formats.locale(),
            link: &link,
            details: minijinja::context! { company, address => mail::host(&tenant.origin()) },
        };
        return mail::send_for_provider(&tenant, &mail).await;
    }
    let mail = Mail {
        kind: "staff_invitation",
        to: &invited.email,
        first_name: &invited.first_name,
        formats: &formats,
        link: Some(&link),
        details: minijinja::Value::UNDEFINED,
    };
    mail::send(&tenant, &saved, &mail).await
}
