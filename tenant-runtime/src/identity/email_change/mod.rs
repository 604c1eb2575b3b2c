//! Changes of a customer's address by the merchant's team. The earlier address gets an email whose link undoes the change, because
//! the holder of the new one can set a password and buy with the card on file.

mod jobs;
mod store;

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use platform::audit;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::keys::{Purpose, SiteKeys};
use serde::Deserialize;
use serde_json::json;
use subtle::ConstantTimeEq as _;
use utoipa::ToSchema;

use super::links::{self, Kind};
use super::session::{self, EndReason};
use super::{IdentityError, guessing, same_person, second_factor, store as people};
use crate::fields::email_key;
use crate::payments;
use crate::tenant::{Tenant, TenantContext};

pub(super) use jobs::register as register_jobs;
pub(super) use store::forget;

const KEY: Purpose = Purpose("email-change");

/// Time in which a change can be undone.
const LIFETIME: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Effects of a change other than the new address.
pub(super) struct Secured {
    /// Whether the customer has a card, which is locked now.
    pub(super) card: bool,
}

/// Secures an account whose address the team is about to change, within the transaction of the change: sessions end, the card is
/// locked, and the present address gets an email with the link that undoes it.
pub(super) async fn secure(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
) -> Result<Secured, IdentityError> {
    let now = tenant.now();
    store::forget_expired(db, now.as_millisecond()).await?;
    let expires_at = (now + LIFETIME).as_millisecond();
    let change = store::insert(db, customer_id, now.as_millisecond(), expires_at).await?;
    jobs::enqueue(db, now, change).await?;
    session::end_all(db, now, customer_id, EndReason::Staff).await?;
    second_factor::end_tickets(db, customer_id).await?;
    links::withdraw(db, Kind::PasswordRecovery, customer_id).await?;
    let card = payments::lock_card(db, customer_id, now).await?;
    Ok(Secured { card })
}

/// Whether an address is kept for an account other than `own`, which may return to it.
pub(super) async fn is_kept(
    db: &mut TenantRead,
    email_key: &str,
    own: Option<i64>,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    store::is_kept(db, email_key, own, now.as_millisecond()).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The earlier address.
    email: String,
    /// From the emailed link.
    token: String,
}

/// Undo a change of the account's email address
///
/// Needs the token of the email that the earlier address got. Restores address and password of that time, and ends all sessions.
#[utoipa::path(post, path = "/users/emails/undo", tag = "identity", request_body = Undo, responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn undo_email_change(tenant: Tenant, Json(entered): Json<Undo>) -> Result<Answer<bool>, ApiError> {
    undo(&tenant, &entered).await?;
    Ok(Answer(true))
}

async fn undo(tenant: &Tenant, entered: &Undo) -> Result<(), IdentityError> {
    let now = tenant.now();
    let key = email_key(&entered.email);
    let mut db = tenant.write().await?;
    let changes = store::of_address(&mut db, &key).await?;
    let is_meant = |change: &store::Change| {
        let expected = token(tenant.keys(), change.id, change.customer_id, &key);
        bool::from(expected.as_bytes().ct_eq(entered.token.as_bytes()))
    };
    let change = changes.into_iter().find(is_meant);
    let change = change.ok_or(IdentityError::InvalidLink)?;
    if change.expires_at <= now.as_millisecond() {
        return Err(IdentityError::ExpiredLink);
    }
    let id = change.customer_id;
    if ![people::NOBODY, id].contains(&people::holder(&mut db, &key).await?) {
        return Err(IdentityError::EmailTaken);
    }
    if let Some(account) = people::account(&mut db, id).await? {
        guessing::forget(&mut db, tenant, id, &email_key(&account.email)).await?;
    }
    store::restore(&mut db, &change, now.as_millisecond()).await?;
    same_person::keep_email(&mut db, tenant, id, &key).await?;
    // Added by the holder of the other address.
    second_factor::forget_since(&mut db, id, change.created_at).await?;
    second_factor::end_tickets(&mut db, id).await?;
    for kind in [Kind::PasswordRecovery, Kind::EmailConfirmation] {
        links::withdraw(&mut db, kind, id).await?;
    }
    session::end_all(&mut db, now, id, EndReason::PasswordChanged).await?;
    // The lock of an earlier change stays: that address may be the owner's.
    payments::unlock_card(&mut db, id, change.created_at).await?;
    let who = format!("customer:{id}");
    let entry = audit::Entry {
        actor: &who,
        action: "email_change_undone",
        subject: &who,
        detail: json!({}),
    };
    audit::record(&mut db, now, entry).await?;
    Ok(db.commit().await?)
}

fn token(keys: &SiteKeys, id: i64, customer_id: i64, email_key: &str) -> String {
    let row = format!("{id}\n{customer_id}\n{email_key}");
    BASE64URL_NOPAD.encode(&keys.hmac(KEY, row.as_bytes()))
}
