//! Confirmation of an account's email address with an emailed link, which can be sent again.

use platform::clock::is_valid_until;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Deserialize;
use utoipa::ToSchema;

use super::links::{self, Kind};
use super::{IdentityError, store};
use crate::domain::{self, Event};
use crate::error::Fault;
use crate::fields::email_key;
use crate::http::Person;
use crate::tenant::{Tenant, TenantContext};

/// Creates a link to confirm the address and enqueues its email, within the transaction of the sign-up.
///
/// # Errors
/// [`IdentityError::TooManyMails`] if the account requested too many.
pub(super) async fn send_confirmation(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    email_key: &str,
) -> Result<(), IdentityError> {
    let sent = links::send(db, tenant, Kind::EmailConfirmation, customer_id, email_key).await?;
    Ok(sent?)
}

/// Check whether the caller's email address is confirmed
#[utoipa::path(get, path = "/users/emails/confirmed", tag = "identity", responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn is_email_confirmed(person: Person) -> Answer<bool> {
    Answer(person.email_confirmed)
}

/// Resend the confirmation email
#[utoipa::path(get, path = "/users/emails/confirmation", tag = "identity", responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn resend_confirmation(tenant: Tenant, person: Person) -> Result<Answer<bool>, ApiError> {
    if person.email_confirmed {
        return Ok(Answer(true));
    }
    let mut db = tenant.write().await?;
    let account = store::account(&mut db, person.id).await?;
    let account = account.ok_or(IdentityError::NoAccount)?;
    send_confirmation(&mut db, &tenant, person.id, &email_key(&account.email)).await?;
    db.commit().await?;
    Ok(Answer(true))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirmation {
    email: String,
    /// Token from the emailed link.
    token: String,
}

/// Confirm an email address
///
/// Needs the address and the token of the emailed link. Repeating it is fine.
#[utoipa::path(post, path = "/users/emails/confirm", tag = "identity", request_body = Confirmation, responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn confirm_email(tenant: Tenant, Json(entered): Json<Confirmation>) -> Result<Answer<bool>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let email_key = email_key(&entered.email);
    let link = links::find(
        &mut db,
        tenant.keys(),
        Kind::EmailConfirmation,
        &email_key,
        &entered.token,
    )
    .await?;
    let link = link.ok_or(IdentityError::InvalidLink)?;
    if !link.used && !is_valid_until(link.expires_at, Kind::EmailConfirmation.lifetime(), now) {
        return Err(IdentityError::ExpiredLink.into());
    }
    links::use_up(&mut db, now, &link).await?;
    confirmed(&mut db, &tenant, link.customer_id).await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// The address of an account is known to be its owner's, however that was proved; and all that follows from it.
pub(super) async fn confirmed(db: &mut TenantWrite, tenant: &TenantContext, customer_id: i64) -> Result<(), Fault> {
    store::confirm_email(db, customer_id, tenant.now().as_millisecond()).await?;
    domain::publish(db, tenant, Event::EmailConfirmed { customer_id }).await
}
