//! What members are told of their club: in the app at once, and by mail after the commit.

use jiff::Timestamp;
use jiff::civil::Date;
use minijinja::context;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::Membership;
use crate::identity;
use crate::jobs::on_job;
use crate::notifications::inbox::{self, About, Notice};
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

/// What has happened to a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Told {
    /// It can be used to its next billing date.
    Cancelled,
    Reactivated,
    /// It cannot be used any more.
    Ended,
}

impl Told {
    const fn notice(self) -> Notice {
        match self {
            Self::Cancelled => Notice::ClubCancelled,
            Self::Reactivated => Notice::ClubReactivated,
            Self::Ended => Notice::ClubEnded,
        }
    }

    /// As its templates are called.
    const fn mail(self) -> &'static str {
        match self {
            Self::Cancelled => "club_cancelled",
            Self::Reactivated => "club_reactivated",
            Self::Ended => "club_ended",
        }
    }
}

/// The mail about it. What it says is how things stood then, whatever happens before it is sent.
#[derive(Serialize, Deserialize)]
struct ClubMail {
    customer_id: i64,
    told: Told,
    club: String,
    next_billing_date: Date,
}

impl Job for ClubMail {
    const KIND: &'static str = "clubs.mail";
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send);
}

/// Tells the member of `membership`, within the transaction in which it happens.
///
/// # Errors
/// When the database refuses.
pub(super) async fn tell(
    db: &mut TenantWrite,
    now: Timestamp,
    membership: &Membership,
    told: Told,
) -> Result<(), sqlx::Error> {
    let subject = format!("club_membership:{}", membership.id);
    let about = About {
        subject: Some(&subject),
        name: Some(&membership.name),
        recipient: None,
    };
    inbox::notify_about(db, membership.customer_id, told.notice(), about, now).await?;
    let mail = ClubMail {
        customer_id: membership.customer_id,
        told,
        club: membership.name.clone(),
        next_billing_date: membership.next_billing_date,
    };
    jobs::enqueue(db, now, now, &mail).await
}

async fn send(tenant: Tenant, job: ClubMail) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let Some(account) = identity::find_account(&mut db, job.customer_id).await? else {
        return Ok(());
    };
    let kept = identity::kept_language(&mut db, job.customer_id).await?;
    drop(db);
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let link = format!("{}/washClub", tenant.origin());
    let details = context! {
        club => job.club,
        next_billing_date => formats.date(job.next_billing_date),
    };
    let mail = Mail {
        kind: job.told.mail(),
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    mail::send(&tenant, &saved, &mail).await
}
