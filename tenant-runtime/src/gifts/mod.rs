//! Gifts from one customer to another person (docs/RULES.md#gifts). The email to the recipient contains the codes, so
//! that people without an account can use them. The items are in the wallet of the account with that confirmed address.
//! Until such an account exists, they wait for it.

mod jobs;
mod recipients;
pub mod rules;
mod store;
mod undelivered;
mod waiting;

pub use jobs::register_jobs;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::JobError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::Event;
use crate::error::Fault;
use crate::fields::email_key;
use crate::http::{Policy, Routes, limits, routes};
use crate::notifications::inbox::{self, Notice};
use crate::tenant::TenantContext;
use crate::{gift_cards, identity, wallet};
use store::NewGiftRow;

/// The recipient of a gift, and its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gift {
    pub email: String,
    pub name: Option<String>,
    pub message: Option<String>,
    /// 0–8.
    pub header: Option<i64>,
}

/// A paid line that is a gift.
#[derive(Clone, Copy, Debug)]
pub struct NewGift<'a> {
    pub order_line_id: i64,
    /// Product name at the time of sale.
    pub item_name: &'a str,
    pub sender_id: i64,
    pub gift: &'a Gift,
    pub what: What,
}

/// Content of a gift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Wallet items, which need an account.
    Items,
    /// A gift card, which is a bearer instrument: its number is enough to spend it.
    Card,
}

/// Recipient of the customer's gifts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Recipient {
    pub email: String,
    /// Empty if unknown.
    pub name: String,
}

/// Gift waiting for email confirmation. The caller hasn't proved that they own the address, so code, sender and message
/// are hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitingGift {
    pub name: String,
}

/// Gift in the data export of its sender or recipient.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftRecord {
    pub name: String,
    /// `sent` or `received`.
    pub direction: &'static str,
    pub email: Option<String>,
    pub recipient: Option<String>,
    pub message: Option<String>,
    pub state: String,
    #[schema(value_type = String, format = DateTime)]
    pub date: Timestamp,
}

pub fn routes() -> Routes {
    let own = Policy::customer(limits::READ).answers_while_closed();
    Routes::default()
        .call(routes!(recipients::list_recipients), own)
        .call(routes!(waiting::list_waiting_gifts), own)
}

/// Stores a gift within the transaction of its sale and enqueues its email. Returns the account that gets the items;
/// `None` if they wait for one. The sender's own account is never the recipient, so gifts don't return to the sender's
/// wallet.
pub async fn hold_or_deliver(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    line: NewGift<'_>,
) -> Result<Option<i64>, sqlx::Error> {
    let gift = line.gift;
    let now = tenant.now();
    let email_key = email_key(&gift.email);
    let account = identity::confirmed_account(db, &email_key).await?;
    let recipient_id = account.filter(|id| *id != line.sender_id);
    let waits = recipient_id.is_none() && line.what == What::Items;
    let expires_at = rules::held_until(now);
    let row = NewGiftRow {
        order_line_id: line.order_line_id,
        item_name: line.item_name,
        sender_id: line.sender_id,
        recipient_email: gift.email.trim(),
        recipient_email_key: &email_key,
        recipient_name: gift.name.as_deref().map(str::trim).filter(|name| !name.is_empty()),
        message: gift
            .message
            .as_deref()
            .map(str::trim)
            .filter(|message| !message.is_empty()),
        header: gift.header.unwrap_or(rules::NO_HEADER),
        state: if waits { "held" } else { "delivered" },
        recipient_id,
        now: now.as_millisecond(),
        expires_at: expires_at.as_millisecond(),
        settled_at: (!waits).then_some(now.as_millisecond()),
    };
    let id = store::insert(db, &row).await?;
    jobs::enqueue_mail(db, id, now).await?;
    if waits {
        jobs::enqueue_expiry(db, id, now, expires_at).await?;
    }
    if let Some(recipient) = recipient_id {
        inbox::notify(db, recipient, Notice::GiftReceived, now).await?;
    }
    // An order handled by staff may outlive its account.
    forget_recipients_of_deleted(db, line.sender_id).await?;
    Ok(recipient_id)
}

/// Contents of a gift.
struct Contents {
    /// As people read them: of wallet items, or the number of a card.
    codes: Vec<String>,
    /// Minor units on the card, if it is one.
    value: Option<i64>,
}

async fn contents(tenant: &TenantContext, db: &mut TenantRead, order_line_id: i64) -> Result<Contents, JobError> {
    let card = gift_cards::sold_with(tenant, db, order_line_id)
        .await
        .map_err(JobError::permanent)?;
    if let Some((number, value)) = card {
        return Ok(Contents {
            codes: vec![gift_cards::rules::grouped(&number)],
            value: Some(value),
        });
    }
    let items = wallet::codes_of_line(tenant, db, order_line_id)
        .await
        .map_err(JobError::permanent)?;
    Ok(Contents {
        codes: items.iter().map(|code| gift_cards::rules::grouped(code)).collect(),
        value: None,
    })
}

/// Inbox subject of a gift's order line.
fn subject(order_line_id: i64) -> String {
    format!("order_line:{order_line_id}")
}

/// Sender's name for the recipient of a gift. `None` if the account is deleted.
pub async fn sender_name(db: &mut TenantRead, sender_id: i64) -> Result<Option<String>, sqlx::Error> {
    let sender = identity::find_account(db, sender_id).await?;
    Ok(sender.and_then(|sender| rules::full_name(Some(&sender.first_name), Some(&sender.last_name))))
}

/// Moves waiting items to the wallet when their address is confirmed.
pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    let Event::EmailConfirmed { customer_id } = event else {
        return Ok(());
    };
    let now = tenant.now();
    let Some(account) = identity::find_account(db, customer_id).await? else {
        return Ok(());
    };
    let email_key = email_key(&account.email);
    for gift in store::claim(db, customer_id, &email_key, now.as_millisecond()).await? {
        wallet::hand_over(db, gift.order_line_id, customer_id).await?;
        inbox::notify(db, customer_id, Notice::GiftReceived, now).await?;
        jobs::withdraw_expiry(db, gift.id).await?;
        forget_recipients_of_deleted(db, gift.sender_id).await?;
    }
    Ok(())
}

/// Revokes the gift of a refunded line. Its items and card are revoked like those of any line. Does nothing if the line
/// isn't a gift.
pub async fn revoke(db: &mut TenantWrite, order_line_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    if let Some(gift) = store::revoke(db, order_line_id, now.as_millisecond()).await? {
        jobs::withdraw_expiry(db, gift.id).await?;
        forget_recipients_of_deleted(db, gift.sender_id).await?;
    }
    Ok(())
}

/// Undoes [`revoke`] for a refund that the processor declined. Returns whether the line is a gift.
pub async fn restore(db: &mut TenantWrite, order_line_id: i64, now: Timestamp) -> Result<bool, sqlx::Error> {
    let is_card = gift_cards::load_of_line(db, order_line_id).await?.is_some();
    let Some(gift) = store::restore(db, order_line_id, is_card).await? else {
        return Ok(false);
    };
    if gift.waits {
        jobs::enqueue_expiry(db, gift.id, now, gift.expires_at).await?;
    }
    if !gift.is_mailed {
        jobs::enqueue_mail(db, gift.id, now).await?;
    }
    Ok(true)
}

/// Resends the email of a line's gift to its recipient. Does nothing if the line isn't a gift.
pub async fn mail_again(db: &mut TenantWrite, order_line_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    match store::of_line(db, order_line_id).await? {
        Some(id) => jobs::enqueue_mail_again(db, id, now).await,
        None => Ok(()),
    }
}

/// Deletes an erased account's data in gifts. Items waiting for other people stay.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    let given = store::lines_sent_by(db, customer_id).await?;
    wallet::forget_gifts(db, customer_id, &given).await?;
    // Their senders got a notification that the gifts weren't delivered.
    for line in store::lines_received_by(db, customer_id).await? {
        inbox::withdraw(db, &subject(line)).await?;
    }
    store::forget_recipient(db, customer_id).await?;
    store::forget_recipients(db, customer_id).await
}

/// Order lines given to a customer.
pub async fn lines_received_by(db: &mut TenantRead, customer_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    store::lines_received_by(db, customer_id).await
}

/// Order lines given to addresses that start with `words`.
pub async fn lines_to(db: &mut TenantRead, words: &str) -> Result<Vec<i64>, sqlx::Error> {
    store::lines_to(db, &email_key(words)).await
}

/// Known recipient addresses of these lines.
pub async fn recipients_of(db: &mut TenantRead, lines: &[i64]) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let lines = serde_json::to_string(lines).map_err(|error| sqlx::Error::Encode(error.into()))?;
    store::recipients_of(db, &lines).await
}

/// Deletes the recipients of a deleted account's gifts if nothing is left to deliver. An existing account keeps
/// everything.
async fn forget_recipients_of_deleted(db: &mut TenantWrite, sender_id: i64) -> Result<(), sqlx::Error> {
    match identity::find_account(db, sender_id).await? {
        Some(_) => Ok(()),
        None => store::forget_recipients(db, sender_id).await,
    }
}

/// Gifts that a customer sent and received, newest first.
pub async fn of_customer(db: &mut TenantRead, customer_id: i64) -> Result<Vec<GiftRecord>, sqlx::Error> {
    store::of_customer(db, customer_id).await
}
