//! Sending, one job per device: a rejected message is retried, and a failure for one device doesn't resend to others.

use std::sync::Arc;

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use platform::push::{Message, Outcome, PushServices};
use serde::{Deserialize, Serialize};

use super::address::Address;
use super::{PersonOf, firebase, rules, sender, store};
use crate::jobs::on_job;
use crate::notifications::notice::{Notice, Subject};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

#[derive(Serialize, Deserialize)]
struct Push {
    notification_id: i64,
    device_id: i64,
}

impl Job for Push {
    const KIND: &'static str = "notifications.push";
    const LANE: Lane = Lane::Mail;
}

/// Enqueues a push notification for a customer's devices, if the customer wants it, in the transaction that writes the
/// notification.
pub async fn enqueue(
    db: &mut TenantWrite,
    customer_id: i64,
    notification_id: i64,
    subject: Subject,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for device_id in store::wanting(db, customer_id, subject).await? {
        let job = Push {
            notification_id,
            device_id,
        };
        jobs::enqueue(db, now, now, &job).await?;
    }
    Ok(())
}

pub(super) fn register(handlers: &mut Handlers, runtime: &SharedRuntime, person_of: PersonOf) {
    on_job(handlers, runtime, move |tenant, job| push(tenant, job, person_of));
}

async fn push(tenant: Tenant, job: Push, person_of: PersonOf) -> Result<(), JobError> {
    let now = tenant.now();
    let mut db = tenant.read().await?;
    let (Some(news), Some(device)) = (
        store::news(&mut db, job.notification_id).await?,
        store::address(&mut db, job.device_id).await?,
    ) else {
        // It was withdrawn, or the device is gone.
        return Ok(());
    };
    let created_at = Timestamp::from_millisecond(news.created_at).map_err(JobError::permanent)?;
    let (Some(time_to_live), Ok(notice)) = (rules::time_left(created_at, now), news.kind.parse::<Notice>()) else {
        return Ok(());
    };
    // The device may belong to someone else now.
    if news.read || device.customer_id != news.customer_id {
        return Ok(());
    }
    let Some(person) = person_of(&mut db, &device.session_id, now).await? else {
        drop(db);
        return gone(&tenant, news.customer_id, job.device_id).await;
    };
    drop(db);
    let saved = site::saved_config(&tenant).await?;
    let locale = saved.config.locale_kept(person.language.as_deref());
    let (title, body) = notice.told_by(&locale, &saved.config.company_name, news.news);
    let message = Message {
        title,
        body,
        link: format!("{}{}", tenant.origin(), notice.page()),
        language: locale.tag().to_owned(),
        topic: format!("notification-{}", job.notification_id),
        time_to_live,
    };
    let Ok(Some(address)) = Address::open(tenant.keys(), &device.address_sealed) else {
        return gone(&tenant, news.customer_id, job.device_id).await;
    };
    match send(&tenant, &address, &message).await? {
        Outcome::Taken => Ok(()),
        Outcome::Gone => gone(&tenant, news.customer_id, job.device_id).await,
        Outcome::NotBefore(wait) => Err(JobError::NotBefore(now + wait)),
        Outcome::Refused(status) => {
            // It is in the inbox anyway.
            tracing::warn!(status, service = address.service(), "a push service rejected a message");
            Ok(())
        }
    }
}

async fn send(tenant: &Tenant, address: &Address, message: &Message) -> Result<Outcome, JobError> {
    let now = tenant.now();
    let services = tenant.runtime.state::<Arc<PushServices>>()?;
    let sent = match address {
        Address::WebPush(subscription) => {
            let sender = sender::of(tenant)?;
            let random = &*tenant.runtime.random;
            services
                .push_to_browser(&sender, subscription, message, random, now)
                .await
        }
        Address::Firebase(token) => {
            let mut db = tenant.read().await?;
            let account = firebase::account(&mut db, tenant).await?;
            drop(db);
            match account {
                Some(account) => services.push_to_app(&account, token, message, now).await,
                // The merchant has no project for apps yet.
                None => Ok(Outcome::Taken),
            }
        }
    };
    sent.map_err(JobError::transient)
}

/// Removes an unreachable device.
async fn gone(tenant: &Tenant, customer_id: i64, device_id: i64) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    store::drop_device(&mut db, customer_id, device_id).await?;
    Ok(db.commit().await?)
}
