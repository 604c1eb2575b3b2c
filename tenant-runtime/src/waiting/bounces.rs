use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Path};
use platform::jobs;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::error::ErrorCode;
use crate::http::Person;
use crate::identity;
use crate::notifications::bounces::{self, Bounce};
use crate::tenant::{Tenant, TenantContext};

/// Bounced email.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BouncedMail {
    bounce_id: i64,
    /// Email template, such as `receipt`.
    kind: String,
    recipient: String,
    /// Customer with this address. Null without an account.
    user_id: Option<String>,
    /// Response of the mail server.
    words: String,
    #[schema(value_type = String, format = DateTime)]
    bounced_at: Timestamp,
    /// Whether it can be resent to the current address.
    can_retry: bool,
}

/// List bounced emails, newest first
///
/// The recipient's server rejects them permanently. They are listed until you resend or dismiss them, for up to 90 days.
#[utoipa::path(get, path = "/admin/bounces", tag = "waiting", responses((status = 200, body = Envelope<Vec<BouncedMail>>)))]
pub(super) async fn list_bounces(tenant: Tenant) -> Result<Answer<Vec<BouncedMail>>, ApiError> {
    let mut db = tenant.read().await?;
    let mut told = Vec::new();
    for bounce in bounces::all(&mut db).await? {
        let customer = identity::find_by_email(&mut db, &bounce.recipient).await?;
        told.push(BouncedMail {
            can_retry: bounce.can_be_sent_again(),
            bounce_id: bounce.id,
            kind: bounce.kind,
            recipient: bounce.recipient,
            user_id: customer.map(|id| id.to_string()),
            words: bounce.words,
            bounced_at: bounce.bounced_at,
        });
    }
    Ok(Answer(told))
}

/// Resend a bounced email
///
/// Sent to the customer's current address. 409 `taken` if the email can't be created again because it contained a personal
/// link or is from an earlier version.
#[utoipa::path(post, path = "/admin/bounces/{bounceId}/retry", tag = "waiting", params(("bounceId" = i64, Path)),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn retry_bounce(
    tenant: Tenant,
    person: Person,
    Path(bounce_id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let bounce = put_aside(&mut db, bounce_id).await?;
    if !bounces::send_again(&mut db, &bounce, tenant.now()).await? {
        return Err(ErrorCode::Taken.because("You can't resend this email from here."));
    }
    finish(db, &tenant, &person, ("mail_sent_again", &bounce)).await
}

/// Dismiss a bounced email
///
/// It isn't sent again.
#[utoipa::path(delete, path = "/admin/bounces/{bounceId}", tag = "waiting", params(("bounceId" = i64, Path)),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn dismiss_bounce(
    tenant: Tenant,
    person: Person,
    Path(bounce_id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let bounce = put_aside(&mut db, bounce_id).await?;
    if let Some(job) = bounce.job_id {
        jobs::discard(&mut db, job).await?;
    }
    finish(db, &tenant, &person, ("bounce_put_aside", &bounce)).await
}

async fn put_aside(db: &mut TenantWrite, id: i64) -> Result<Bounce, ApiError> {
    let bounce = bounces::put_aside(db, id).await?;
    bounce.ok_or_else(ApiError::not_found)
}

/// Records the action and its actor. The address isn't part of the audit log.
async fn finish(
    mut db: TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    (action, bounce): (&'static str, &Bounce),
) -> Result<Answer<bool>, ApiError> {
    let change = Change::default().with(json!({ "mail": bounce.kind }));
    let subject = format!("bounce:{}", bounce.id);
    audit::note(&mut db, tenant.now(), &person.actor(), action, &subject, change).await?;
    db.commit().await?;
    Ok(Answer(true))
}
