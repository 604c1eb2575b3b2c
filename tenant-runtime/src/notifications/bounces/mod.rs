//! Bounced emails (docs/RULES.md#bounced-emails): rejected permanently by a server, or accepted and returned later.
//! Staff correct the address, resend the email or dismiss it.

mod report;
mod rules;
mod store;

use data_encoding::HEXLOWER;
use jiff::{SignedDuration, Timestamp};
use platform::db::{TenantRead, TenantWrite};
use platform::jobs;
use platform::keys::{Purpose, SiteKeys};
use platform::mail::Message;
use subtle::ConstantTimeEq as _;

pub use report::{Misread, Returned, read};

use crate::fields::email_key;
use crate::tenant::Tenant;

const SIGNATURE: Purpose = Purpose("mail-that-may-come-back");

/// Retention of a bounced email, because addresses are personal data, and of the data to recreate a delivered one.
const KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Maximum length of a server's response text.
const MOST_WORDS: usize = 500;

/// Bounced email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    pub id: i64,
    /// Name of its template: `receipt`.
    pub kind: String,
    pub recipient: String,
    /// Response of the mail server.
    pub words: String,
    /// The job that can retry it. `None`: the email was accepted at first.
    pub job_id: Option<i64>,
    /// Part of the Message-ID before the @.
    message_id: String,
    /// Whether it was accepted at first and can be created again.
    is_kept: bool,
    pub bounced_at: Timestamp,
}

impl Bounce {
    /// Whether it can be sent again.
    pub fn can_be_sent_again(&self) -> bool {
        self.job_id.is_some() || self.is_kept
    }
}

/// Suffix of a Message-ID that lets its site recognize it and no one forge it.
pub(super) fn signature(keys: &SiteKeys, message: &Message) -> String {
    sign(keys, &message.digest(), message.kind, &message.to.email)
}

fn sign(keys: &SiteKeys, digest: &str, kind: &str, recipient: &str) -> String {
    let signed = [digest, kind, &email_key(recipient)].join("\n");
    HEXLOWER.encode(&keys.hmac(SIGNATURE, signed.as_bytes())[..16])
}

/// Records that a mail server permanently rejects the recipient of `message`.
pub(super) async fn refused(tenant: &Tenant, message: &Message, words: &str) -> Result<(), crate::error::Fault> {
    let mut db = tenant.write().await?;
    let came_back = CameBack {
        message_id: &message.id(),
        kind: message.kind,
        recipient: &message.to.email,
        words,
        job_id: tenant.job(),
    };
    record(&mut db, &came_back, tenant.now()).await?;
    Ok(db.commit().await?)
}

/// Stores the data to create an accepted email again if it bounces later.
pub(super) async fn taken(tenant: &Tenant, message: &Message) -> Result<(), crate::error::Fault> {
    let Some(job) = tenant.job().filter(|_| rules::can_be_made_again(message.kind)) else {
        return Ok(());
    };
    let now = tenant.now();
    let mut db = tenant.write().await?;
    store::forget_taken_before(&mut db, (now - KEPT).as_millisecond()).await?;
    if let Some(work) = jobs::repeatable(&mut db, job).await? {
        store::insert_taken(&mut db, &message.id(), &work, now.as_millisecond()).await?;
    }
    Ok(db.commit().await?)
}

/// Resends a bounced email to the current address; `false` if impossible.
pub async fn send_again(db: &mut TenantWrite, bounce: &Bounce, now: Timestamp) -> Result<bool, sqlx::Error> {
    if let Some(job) = bounce.job_id {
        return Ok(!jobs::retry(db, now, Some(job)).await?.is_empty());
    }
    match store::take_taken(db, &bounce.message_id).await? {
        Some(work) => jobs::repeat(db, now, &work).await.map(|()| true),
        None => Ok(false),
    }
}

/// Records a returned email; `false` if this site hasn't sent it.
pub async fn returned(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    returned: &Returned,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let Some((digest, signature)) = returned.message_id.split_once('.') else {
        return Ok(false);
    };
    let expected = sign(keys, digest, &returned.kind, &returned.recipient);
    if !bool::from(expected.as_bytes().ct_eq(signature.as_bytes())) {
        return Ok(false);
    }
    let came_back = CameBack {
        message_id: &returned.message_id,
        kind: &returned.kind,
        recipient: &returned.recipient,
        words: &returned.words,
        job_id: None,
    };
    record(db, &came_back, now).await?;
    Ok(true)
}

/// Email known to have bounced.
struct CameBack<'a> {
    message_id: &'a str,
    kind: &'a str,
    recipient: &'a str,
    words: &'a str,
    job_id: Option<i64>,
}

async fn record(db: &mut TenantWrite, came_back: &CameBack<'_>, now: Timestamp) -> Result<(), sqlx::Error> {
    if came_back.kind == rules::GOODBYE {
        return Ok(());
    }
    let words: String = came_back.words.split(char::is_control).collect::<Vec<_>>().join(" ");
    let words: String = words.trim().chars().take(MOST_WORDS).collect();
    store::forget_before(db, (now - KEPT).as_millisecond()).await?;
    store::insert(
        db,
        &store::New {
            words: &words,
            recipient_key: &email_key(came_back.recipient),
            came_back,
            bounced_at: now.as_millisecond(),
        },
    )
    .await
}

/// Bounces that weren't dismissed, newest first.
pub async fn all(db: &mut TenantRead) -> Result<Vec<Bounce>, sqlx::Error> {
    store::all(db).await
}

/// Number of bounces that weren't dismissed.
pub async fn count(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    store::count(db).await
}

/// Bounces of an address, newest first.
pub async fn from_address(db: &mut TenantRead, email: &str) -> Result<Vec<Bounce>, sqlx::Error> {
    store::from_address(db, &email_key(email)).await
}

/// Dismisses a bounce; `None` if it no longer exists.
pub async fn put_aside(db: &mut TenantWrite, id: i64) -> Result<Option<Bounce>, sqlx::Error> {
    store::remove(db, id).await
}

/// Deletes the bounces of an address.
pub async fn forget_address(db: &mut TenantWrite, email: &str) -> Result<(), sqlx::Error> {
    store::forget_address(db, &email_key(email)).await
}
