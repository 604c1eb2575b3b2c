//! Email to the recipient of a gift, and expiry of unclaimed gifts.

use jiff::Timestamp;
use minijinja::context;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use platform::quota::Wait;
use serde::{Deserialize, Serialize};

use super::{Contents, contents, rules, sender_name, store, undelivered};
use crate::fields::email_key;
use crate::jobs::on_job;
use crate::notifications::allowance::{self, Asked};
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;
use crate::{identity, wallet};

/// Email to the recipient.
#[derive(Serialize, Deserialize)]
struct GiftMail {
    gift_id: i64,
    /// Send it even if it was already sent.
    #[serde(default)]
    again: bool,
}

impl Job for GiftMail {
    const KIND: &'static str = "gifts.mail";
    const LANE: Lane = Lane::Mail;
}

/// End of the claim period.
#[derive(Serialize, Deserialize)]
struct Expiry {
    gift_id: i64,
}

impl Job for Expiry {
    const KIND: &'static str = "gifts.expire";

    fn key(&self) -> Option<String> {
        Some(self.gift_id.to_string())
    }
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send);
    on_job(handlers, runtime, expire);
    undelivered::register_jobs(handlers, runtime);
}

pub(super) async fn enqueue_mail(db: &mut TenantWrite, gift_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &GiftMail { gift_id, again: false }).await
}

pub(super) async fn enqueue_mail_again(db: &mut TenantWrite, gift_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &GiftMail { gift_id, again: true }).await
}

pub(super) async fn enqueue_expiry(
    db: &mut TenantWrite,
    gift_id: i64,
    now: Timestamp,
    due_at: Timestamp,
) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, due_at, &Expiry { gift_id }).await
}

pub(super) async fn withdraw_expiry(db: &mut TenantWrite, gift_id: i64) -> Result<(), sqlx::Error> {
    jobs::withdraw(db, &Expiry { gift_id }).await
}

async fn send(tenant: Tenant, GiftMail { gift_id, again }: GiftMail) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let gift = store::to_mail(&mut db, gift_id).await?;
    // Refunded or its recipient deleted in the meantime: don't deliver. If the refund is declined, its email is due
    // again.
    let Some(gift) = gift.filter(|gift| again || !gift.is_mailed) else {
        return Ok(());
    };
    let email_key = email_key(&gift.email);
    if let Some(Wait(wait)) = allowance::used_up(&mut db, &tenant, Asked::Gift, &email_key).await? {
        return Err(JobError::NotBefore(tenant.now() + wait));
    }
    let Contents { codes, value } = contents(&tenant, &mut db, gift.order_line_id).await?;
    let sender = sender_name(&mut db, gift.sender_id).await?;
    let kept = match gift.recipient_id {
        Some(recipient) => identity::kept_language(&mut db, recipient).await?,
        None => None,
    };
    drop(db);
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let value = value.map(|value| formats.money(value));
    let link = match (&value, gift.recipient_id.is_some()) {
        (Some(_), _) => format!("{}/giftCards", tenant.origin()),
        (None, true) => format!("{}/wallet", tenant.origin()),
        (None, false) => identity::sign_up_link(&tenant.origin(), &gift.email),
    };
    let details = context! {
        header => formats.locale().say(rules::header(gift.header)),
        sender => sender,
        name => &gift.item_name,
        message => rules::message_lines(gift.message.as_deref().unwrap_or_default()),
        codes,
        value,
        has_account => gift.recipient_id.is_some(),
        until => formats.date(rules::last_day(gift.expires_at, saved.config.time_zone.clone())),
    };
    let mail = Mail {
        kind: "gift",
        to: &gift.email,
        first_name: gift.name.as_deref().unwrap_or_default(),
        formats: &formats,
        link: Some(&link),
        details,
    };
    if let Err(refused) = mail::try_send(&tenant, &saved, &mail).await? {
        undelivered::tell_sender(&tenant, gift_id, &gift).await?;
        return Err(refused.into());
    }
    let mut db = tenant.write().await?;
    // The result doesn't matter: it is sent anyway.
    let _ = allowance::take(&mut db, &tenant, Asked::Gift, &email_key).await?;
    store::set_mailed(&mut db, gift_id, tenant.now().as_millisecond()).await?;
    super::forget_recipients_of_deleted(&mut db, gift.sender_id).await?;
    Ok(db.commit().await?)
}

/// It wasn't claimed.
async fn expire(tenant: Tenant, Expiry { gift_id }: Expiry) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    if let Some(gift) = store::expire(&mut db, gift_id, tenant.now().as_millisecond()).await? {
        wallet::expire_line(&mut db, gift.order_line_id).await?;
        super::forget_recipients_of_deleted(&mut db, gift.sender_id).await?;
    }
    Ok(db.commit().await?)
}
