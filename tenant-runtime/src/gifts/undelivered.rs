//! Gifts whose email bounces: the sender is notified in the inbox and by email and gets the gift, unless it is already
//! in a wallet.

use minijinja::context;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::store::Mailed;
use super::{Contents, contents, store, subject};
use crate::identity;
use crate::jobs::on_job;
use crate::notifications::inbox::{self, About, Notice};
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

/// Email to the sender.
#[derive(Serialize, Deserialize)]
struct UndeliveredMail {
    gift_id: i64,
}

impl Job for UndeliveredMail {
    const KIND: &'static str = "gifts.undelivered_mail";
    const LANE: Lane = Lane::Mail;
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send);
}

/// Notifies the sender, if their account exists.
pub(super) async fn tell_sender(tenant: &Tenant, gift_id: i64, gift: &Mailed) -> Result<(), JobError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if identity::find_account(&mut db, gift.sender_id).await?.is_none() {
        return Ok(());
    }
    let subject = subject(gift.order_line_id);
    let about = About {
        subject: Some(&subject),
        name: Some(&gift.item_name),
        recipient: Some(gift.recipient()),
    };
    inbox::notify_about(&mut db, gift.sender_id, Notice::GiftUndelivered, about, now).await?;
    jobs::enqueue(&mut db, now, now, &UndeliveredMail { gift_id }).await?;
    Ok(db.commit().await?)
}

async fn send(tenant: Tenant, UndeliveredMail { gift_id }: UndeliveredMail) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    // Refunded or its recipient deleted in the meantime: nothing to do.
    let Some(gift) = store::to_mail(&mut db, gift_id).await? else {
        return Ok(());
    };
    let Some(sender) = identity::find_account(&mut db, gift.sender_id).await? else {
        return Ok(());
    };
    let kept = identity::kept_language(&mut db, gift.sender_id).await?;
    let Contents { codes, value } = contents(&tenant, &mut db, gift.order_line_id).await?;
    drop(db);
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let link = format!("{}/purchaseHistory", tenant.origin());
    let in_a_wallet = value.is_none() && gift.recipient_id.is_some();
    let details = context! {
        name => &gift.item_name,
        recipient => gift.recipient(),
        email => &gift.email,
        value => value.map(|value| formats.money(value)),
        // Items in a wallet belong to its owner.
        codes => if in_a_wallet { Vec::new() } else { codes },
    };
    let mail = Mail {
        kind: "gift_undelivered",
        to: &sender.email,
        first_name: &sender.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    if mail::try_send(&tenant, &saved, &mail).await?.is_err() {
        // It is in the inbox.
        tracing::warn!(site.id = %tenant.id(), gift.id = gift_id, "can't email the sender of an undelivered gift");
    }
    Ok(())
}
