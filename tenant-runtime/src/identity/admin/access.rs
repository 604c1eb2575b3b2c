//! Login access of a customer.

use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::contact::note;
use super::subject;
use crate::fields::{email_key, invalid_field, text};
use crate::http::Person;
use crate::identity::session::{self, EndReason};
use crate::identity::{IdentityError, email, store};
use crate::tenant::Tenant;

/// Reason for an action.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::identity) struct ReasonBody {
    /// Recorded in the audit log. At most 200 characters.
    reason: String,
}

/// Block a customer
///
/// Logs the customer out and blocks login until unblocked. Codes, gift cards and clubs stay valid.
#[utoipa::path(post, path = "/admin/customers/{userId}/block", tag = "admin", request_body = ReasonBody,
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::identity) async fn block_customer(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> Result<Answer<bool>, ApiError> {
    let reason = text::reason(&body.reason).map_err(|message| invalid_field("reason", message))?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    subject(&mut db, &person, id).await?;
    store::block(&mut db, id, &reason, now.as_millisecond()).await?;
    session::end_all(&mut db, now, id, EndReason::Staff).await?;
    note(
        &mut db,
        &tenant,
        &person,
        id,
        ("customer_blocked", json!({ "reason": reason })),
    )
    .await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// Unblock a customer
#[utoipa::path(post, path = "/admin/customers/{userId}/unblock", tag = "admin",
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::identity) async fn unblock_customer(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    subject(&mut db, &person, id).await?;
    if store::unblock(&mut db, id).await? {
        note(&mut db, &tenant, &person, id, ("customer_unblocked", json!({}))).await?;
        db.commit().await?;
    }
    Ok(Answer(true))
}

/// Log a customer out on all devices
#[utoipa::path(post, path = "/admin/customers/{userId}/log-out", tag = "admin",
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::identity) async fn log_customer_out(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    subject(&mut db, &person, id).await?;
    session::end_all(&mut db, tenant.now(), id, EndReason::Staff).await?;
    note(&mut db, &tenant, &person, id, ("customer_logged_out", json!({}))).await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// Resend the confirmation link to a customer
///
/// Does nothing if the address is confirmed.
#[utoipa::path(post, path = "/admin/customers/{userId}/confirmation", tag = "admin",
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::identity) async fn send_confirmation_again(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let account = store::account(&mut db, id).await?;
    let account = account.ok_or(IdentityError::NoAccount)?;
    if !account.email_confirmed {
        email::send_confirmation(&mut db, &tenant, id, &email_key(&account.email)).await?;
        note(&mut db, &tenant, &person, id, ("confirmation_sent_again", json!({}))).await?;
        db.commit().await?;
    }
    Ok(Answer(true))
}
