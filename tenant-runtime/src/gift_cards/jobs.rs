//! Email with a gift card's number to its buyer, and release of expired holds.

use jiff::Timestamp;
use minijinja::context;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::release::Release;
use super::rules::{State, grouped};
use super::{open_number, sold_with, spend, store};
use crate::identity;
use crate::jobs::on_job;
use crate::notifications::inbox::{self, About, Notice};
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

/// Email with the number of the gift card sold with a line.
#[derive(Serialize, Deserialize)]
struct NumberMail {
    order_line_id: i64,
    /// Even if it was already sent.
    #[serde(default)]
    again: bool,
}

impl Job for NumberMail {
    const KIND: &'static str = "gift_cards.mail";
    const LANE: Lane = Lane::Mail;
}

/// Email with the number of a gift card issued by a refund.
#[derive(Serialize, Deserialize)]
struct RefundMail {
    gift_card_id: i64,
    /// Even if it was already sent.
    #[serde(default)]
    again: bool,
}

impl Job for RefundMail {
    const KIND: &'static str = "gift_cards.refund_mail";
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send);
    on_job(handlers, runtime, send_refund);
    on_job(handlers, runtime, release);
}

async fn release(tenant: Tenant, Release { hold_id }: Release) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    spend::expire(&mut db, &hold_id, tenant.now()).await?;
    Ok(db.commit().await?)
}

/// Emails the number of a line's card to its buyer, after the commit.
pub async fn enqueue_mail(db: &mut TenantWrite, now: Timestamp, order_line_id: i64) -> Result<(), sqlx::Error> {
    enqueue(db, now, order_line_id, false).await
}

/// Same, for a number that may already have been sent.
pub async fn enqueue_mail_again(db: &mut TenantWrite, now: Timestamp, order_line_id: i64) -> Result<(), sqlx::Error> {
    enqueue(db, now, order_line_id, true).await
}

async fn enqueue(db: &mut TenantWrite, now: Timestamp, order_line_id: i64, again: bool) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &NumberMail { order_line_id, again }).await
}

/// Emails the number of a refund's card, after the commit.
pub async fn enqueue_refund_mail(db: &mut TenantWrite, now: Timestamp, gift_card_id: i64) -> Result<(), sqlx::Error> {
    let again = false;
    jobs::enqueue(db, now, now, &RefundMail { gift_card_id, again }).await
}

/// Same, for a number that may already have been sent.
pub async fn enqueue_refund_mail_again(
    db: &mut TenantWrite,
    now: Timestamp,
    gift_card_id: i64,
) -> Result<(), sqlx::Error> {
    let again = true;
    jobs::enqueue(db, now, now, &RefundMail { gift_card_id, again }).await
}

async fn send_refund(tenant: Tenant, RefundMail { gift_card_id, again }: RefundMail) -> Result<(), JobError> {
    let card = store::mailed_refund(&mut tenant.read().await?, gift_card_id).await?;
    let Some(card) = card.filter(|card| card.state != State::Void && (again || !card.is_mailed)) else {
        return Ok(());
    };
    let Some(buyer) = card.buyer_id else { return Ok(()) };
    let number = open_number(&tenant, &card.number_sealed).map_err(JobError::permanent)?;
    let numbered = NumberedCard {
        name: &card.name,
        number: &number,
        value: card.value,
        in_place_of: None,
    };
    if !email(&tenant, buyer, numbered).await? {
        return Ok(());
    }
    let mut db = tenant.write().await?;
    store::set_refund_mailed(&mut db, gift_card_id, tenant.now().as_millisecond()).await?;
    Ok(db.commit().await?)
}

async fn send(tenant: Tenant, NumberMail { order_line_id, again }: NumberMail) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let card = store::mailed(&mut db, order_line_id).await?;
    // A voided card is restored if its refund is declined, and so is its email.
    let Some(card) = card.filter(|card| card.state != State::Void && (again || !card.is_mailed)) else {
        return Ok(());
    };
    let Some(buyer) = card.buyer_id else { return Ok(()) };
    let sold = sold_with(&tenant, &mut db, order_line_id).await;
    let Some((number, value)) = sold.map_err(JobError::permanent)? else {
        return Ok(());
    };
    drop(db);
    let numbered = NumberedCard {
        name: &card.name,
        number: &number,
        value,
        in_place_of: card.in_place_of.as_deref(),
    };
    if !email(&tenant, buyer, numbered).await? {
        return Ok(());
    }
    let mut db = tenant.write().await?;
    store::set_mailed(&mut db, order_line_id, tenant.now().as_millisecond()).await?;
    Ok(db.commit().await?)
}

/// Gift card whose number is emailed to its buyer.
struct NumberedCard<'a> {
    name: &'a str,
    number: &'a str,
    /// Minor units.
    value: i64,
    /// Last four digits of the card that was to be reloaded instead.
    in_place_of: Option<&'a str>,
}

/// Emails a gift card to its buyer. Returns false if the account is deleted.
async fn email(tenant: &Tenant, buyer: i64, card: NumberedCard<'_>) -> Result<bool, JobError> {
    let mut db = tenant.read().await?;
    let Some(account) = identity::find_account(&mut db, buyer).await? else {
        return Ok(false);
    };
    let kept = identity::kept_language(&mut db, buyer).await?;
    drop(db);
    let saved = site::saved_config(tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let link = format!("{}/giftCards", tenant.origin());
    let details = context! {
        name => card.name,
        number => grouped(card.number),
        value => formats.money(card.value),
        in_place_of => card.in_place_of,
    };
    let mail = Mail {
        kind: "gift_card",
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    if let Err(refused) = mail::try_send(tenant, &saved, &mail).await? {
        tell_buyer(tenant, buyer, card.name).await?;
        return Err(refused.into());
    }
    Ok(true)
}

/// The buyer's mailbox rejects the email with the number, so another email wouldn't arrive either.
async fn tell_buyer(tenant: &Tenant, buyer: i64, name: &str) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    let about = About {
        name: Some(name),
        ..About::default()
    };
    inbox::notify_about(&mut db, buyer, Notice::CardUndelivered, about, tenant.now()).await?;
    Ok(db.commit().await?)
}
