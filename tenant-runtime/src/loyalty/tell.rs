//! Notifications about points, in the app and by email.

use jiff::Timestamp;
use minijinja::context;
use platform::db::TenantWrite;
use platform::jobs::{self, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use crate::identity;
use crate::notifications::inbox::{self, About, Notice};
use crate::notifications::mail::{self, Mail};
use crate::site;
use crate::tenant::Tenant;

/// Notification about points.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Told {
    /// Points became a wallet item, valid for this many days.
    Award { name: String, days: i64 },
    /// Reward for a referral, for either person; `reward` is text.
    Referral { reward: String },
}

impl Told {
    fn notice(&self) -> (Notice, &str) {
        match self {
            Self::Award { name, .. } => (Notice::AwardEarned, name),
            Self::Referral { reward } => (Notice::ReferralRewarded, reward),
        }
    }
}

/// The email about it.
#[derive(Serialize, Deserialize)]
pub(super) struct LoyaltyMail {
    customer_id: i64,
    told: Told,
}

impl Job for LoyaltyMail {
    const KIND: &'static str = "loyalty.mail";
    const LANE: Lane = Lane::Mail;
}

/// Notifies a customer, in the transaction of the event.
pub(super) async fn tell(
    db: &mut TenantWrite,
    now: Timestamp,
    customer_id: i64,
    told: Told,
) -> Result<(), sqlx::Error> {
    let (notice, name) = told.notice();
    let about = About {
        name: Some(name),
        ..About::default()
    };
    inbox::notify_about(db, customer_id, notice, about, now).await?;
    jobs::enqueue(db, now, now, &LoyaltyMail { customer_id, told }).await
}

pub(super) async fn send(tenant: Tenant, job: LoyaltyMail) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let Some(account) = identity::find_account(&mut db, job.customer_id).await? else {
        return Ok(());
    };
    let kept = identity::kept_language(&mut db, job.customer_id).await?;
    drop(db);
    let saved = site::saved_config(&tenant).await?;
    let (kind, page, details) = match job.told {
        Told::Award { name, days } => ("award_earned", "wallet", context! { award => name, days }),
        Told::Referral { reward } => ("referral_rewarded", "referral", context! { reward }),
    };
    let mail = Mail {
        kind,
        to: &account.email,
        first_name: &account.first_name,
        formats: &saved.config.formats(kept.as_deref()),
        link: Some(&format!("{}/{page}", tenant.origin())),
        details,
    };
    mail::send(&tenant, &saved, &mail).await
}
