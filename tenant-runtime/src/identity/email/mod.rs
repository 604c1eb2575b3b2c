//! Proof that an address belongs to its account: a mailed link, asked for again at need.

mod jobs;
mod links;
mod store;

use jiff::SignedDuration;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::quota::{self, Quota};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Person, account, rules};
use crate::error::ErrorCode;
use crate::tenant::Tenant;

pub(super) use jobs::register as register_jobs;
use links::Kind;

/// Mails that one account may ask for (quality.md, "Limits").
const MAILS: Quota = Quota {
    name: "mails",
    count: 3,
    per: SignedDuration::from_hours(1),
};

/// Makes a link to confirm the address and enqueues the mail that carries it, within the transaction of the sign-up.
///
/// # Errors
/// 429 when the account asked too often.
pub(super) async fn send_confirmation(
    db: &mut TenantWrite,
    tenant: &Tenant,
    customer_id: i64,
    email_key: &str,
) -> Result<(), ApiError> {
    let now = tenant.now();
    let mails = MAILS.times(tenant.runtime.limits.scale());
    if let Err(wait) = quota::take(db, mails, &format!("customer:{customer_id}"), now).await? {
        let refusal = ErrorCode::TooManyRequests.because("That was too often. Please wait a while and try again.");
        return Err(refusal.retry_after(wait.as_seconds()));
    }
    let link = links::create(db, now, Kind::EmailConfirmation, customer_id, email_key).await?;
    Ok(jobs::enqueue(db, now, link).await?)
}

/// Whether the caller's address is confirmed.
#[utoipa::path(get, path = "/users/emails/confirmed", tag = "identity", responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn is_email_confirmed(person: Person) -> Answer<bool> {
    Answer(person.email_confirmed)
}

/// Sends the mail with the link to confirm the address again.
#[utoipa::path(get, path = "/users/emails/confirmation", tag = "identity", responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn resend_confirmation(tenant: Tenant, person: Person) -> Result<Answer<bool>, ApiError> {
    if person.email_confirmed {
        return Ok(Answer(true));
    }
    let mut db = tenant.write().await?;
    let account = account::load(&mut db, person.id).await?;
    send_confirmation(&mut db, &tenant, person.id, &rules::email_key(&account.email)).await?;
    db.commit().await?;
    Ok(Answer(true))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct Confirmation {
    email: String,
    /// From the mailed link.
    token: String,
}

/// Confirms an address with what its link carries. Using a link again changes nothing and is no error.
#[utoipa::path(post, path = "/users/emails/confirm", tag = "identity", request_body = Confirmation, responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn confirm_email(tenant: Tenant, Json(entered): Json<Confirmation>) -> Result<Answer<bool>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let email_key = rules::email_key(&entered.email);
    let link = links::find(
        &mut db,
        tenant.keys(),
        Kind::EmailConfirmation,
        &email_key,
        &entered.token,
    )
    .await?;
    let Some(link) = link else {
        return Err(ErrorCode::InvalidCode.because("This link is not valid. Please ask for a new one."));
    };
    if !link.used && link.expires_at <= now {
        return Err(ErrorCode::Expired.because("This link has expired. Please ask for a new one."));
    }
    super::store::confirm_email(&mut db, link.customer_id, now.as_millisecond()).await?;
    store::use_link(&mut db, link.id, now.as_millisecond()).await?;
    db.commit().await?;
    Ok(Answer(true))
}
