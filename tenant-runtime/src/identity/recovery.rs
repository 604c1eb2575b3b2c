//! Password recovery. Neither the response nor its timing reveals whether an address has an account: in both cases, one
//! job is enqueued.

use axum::http::{HeaderName, HeaderValue, header};
use jiff::Timestamp;
use platform::audit;
use platform::clock::is_valid_until;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json, Query};
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::links::{self, Kind, Link};
use super::{IdentityError, email, guessing, notice, rules, second_factor, session, store};
use crate::error::Fault;
use crate::fields;
use crate::fields::email_key;
use crate::fields::invalid_field;
use crate::jobs::on_job;
use crate::notifications::inbox::{self, Notice};
use crate::runtime::SharedRuntime;
use crate::tenant::{Tenant, TenantContext};

#[derive(Deserialize, IntoParams)]
pub(super) struct Forgotten {
    /// Account's email address.
    #[serde(default)]
    email: String,
}

/// Creates the requested link if the account exists.
#[derive(Serialize, Deserialize)]
struct Start {
    customer_id: i64,
}

impl Job for Start {
    const KIND: &'static str = "identity.password_recovery";
    const LANE: Lane = Lane::Mail;
}

/// The address is in the query, so the response mustn't be stored.
type NotStored = ([(HeaderName, HeaderValue); 1], Answer<bool>);

/// Send a password reset link
///
/// The response doesn't reveal whether the address has an account.
#[utoipa::path(get, path = "/users/emails/forgot-password", tag = "identity", params(Forgotten), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn forgot_password(tenant: Tenant, query: Query<Forgotten>) -> Result<NotStored, ApiError> {
    start(&tenant, &query.0.email).await
}

/// Alias of `/users/emails/forgot-password`
#[utoipa::path(get, path = "/users/forgot-password", tag = "identity", params(Forgotten), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn forgot_password_alias(tenant: Tenant, query: Query<Forgotten>) -> Result<NotStored, ApiError> {
    start(&tenant, &query.0.email).await
}

async fn start(tenant: &Tenant, email: &str) -> Result<NotStored, ApiError> {
    let email = fields::email(email).map_err(|message| invalid_field("email", message))?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let start = Start {
        customer_id: store::holder(&mut db, &email_key(&email)).await?,
    };
    jobs::enqueue(&mut db, now, now, &start).await?;
    db.commit().await?;
    Ok((
        [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))],
        Answer(true),
    ))
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, make_link);
}

async fn make_link(tenant: Tenant, Start { customer_id }: Start) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    let Some(account) = store::account(&mut db, customer_id).await? else {
        return Ok(());
    };
    let key = email_key(&account.email);
    // After too many requests, the response stays the same, but no further email is sent.
    match links::send(&mut db, &tenant, Kind::PasswordRecovery, customer_id, &key).await? {
        Ok(()) => Ok(db.commit().await?),
        Err(_) => Ok(()),
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Recovery {
    email: String,
    /// Token from the emailed link.
    token: String,
    #[schema(value_type = String, format = Password)]
    password: SecretString,
    #[schema(value_type = String, format = Password)]
    confirm_password: SecretString,
}

/// Reset the password
///
/// Needs the token of the emailed link. Ends all sessions of the account.
#[utoipa::path(post, path = "/users/forgot-password", tag = "identity", request_body = Recovery, responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn recover_password(tenant: Tenant, Json(entered): Json<Recovery>) -> Result<Answer<bool>, ApiError> {
    rules::new_password(
        "password",
        entered.password.expose_secret(),
        Some(entered.confirm_password.expose_secret()),
        &entered.email,
    )
    .map_err(IdentityError::from)?;
    let key = email_key(&entered.email);
    let mut db = tenant.read().await?;
    let link = links::find(&mut db, tenant.keys(), Kind::PasswordRecovery, &key, &entered.token).await?;
    usable(link, tenant.now())?;
    drop(db);

    let hash = tenant.hasher().hash(entered.password).await.map_err(Fault::from)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    // Looked up again: of two concurrent requests, one sets its password.
    let link = links::find(&mut db, tenant.keys(), Kind::PasswordRecovery, &key, &entered.token).await?;
    let link = usable(link, now)?;
    change_password(&mut db, &tenant, link.customer_id, &hash).await?;
    // Using the emailed link proves that the address is the caller's.
    email::confirmed(&mut db, &tenant, link.customer_id).await?;
    db.commit().await?;
    Ok(Answer(true))
}

fn usable(link: Option<Link>, now: Timestamp) -> Result<Link, IdentityError> {
    match link {
        Some(link) if !link.used && is_valid_until(link.expires_at, Kind::PasswordRecovery.lifetime(), now) => Ok(link),
        Some(link) if !link.used => Err(IdentityError::ExpiredLink),
        _ => Err(IdentityError::InvalidLink),
    }
}

/// Sets the hash of a new password; ends every session, revokes every other recovery link, and notifies the customer by mail.
pub(super) async fn change_password(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    hash: &str,
) -> Result<(), sqlx::Error> {
    let now = tenant.now();
    store::set_password_hash(db, customer_id, hash, now.as_millisecond()).await?;
    inbox::notify(db, customer_id, Notice::PasswordChanged, now).await?;
    if let Some(account) = store::account(db, customer_id).await? {
        guessing::forget(db, tenant, customer_id, &email_key(&account.email)).await?;
    }
    session::end_all(db, now, customer_id, session::EndReason::PasswordChanged).await?;
    links::withdraw(db, Kind::PasswordRecovery, customer_id).await?;
    second_factor::end_tickets(db, customer_id).await?;
    notice::enqueue(db, now, customer_id).await?;
    let who = format!("customer:{customer_id}");
    let entry = audit::Entry {
        actor: &who,
        action: "password_changed",
        subject: &who,
        detail: json!({}),
    };
    audit::record(db, now, entry).await
}
