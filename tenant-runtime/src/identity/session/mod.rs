//! Sessions: one per login and device. A session is the family of its refresh tokens and the `sid` of its access
//! tokens.

mod rules;
mod store;

use axum::http::HeaderMap;
use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use platform::audit;
use platform::auth::access::{AccessTokens, Claims};
use platform::db::{Acting, TenantRead, TenantWrite};
use platform::keys::Purpose;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::IdentityError;
use super::device::Visit;
use crate::error::Fault;
use crate::http::{LoggedIn, NewDeviceKey, Person, Role, bearer};
use crate::notifications::push;
use crate::site::Wanted;
use crate::tenant::{Tenant, TenantContext};

pub(super) use rules::EndReason;
use rules::{ACCESS_LIFETIME, REFRESH_LIFETIME, Rotation};

const KEY: Purpose = Purpose("access-token");
const ISSUER: &str = "suds-site";

/// Tokens of a session.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    /// JWT, valid for 60 minutes while its session lasts.
    access_token: String,
    /// Opaque, valid for 30 days and one refresh.
    refresh_token: String,
}

/// The person whose bearer token `headers` carry. The session and the role are looked up now.
///
/// # Errors
/// [`IdentityError::LoggedOut`], [`IdentityError::InvalidToken`] or [`IdentityError::SessionEnded`].
pub(super) async fn authenticate(tenant: &Tenant, headers: &HeaderMap) -> Result<Person, IdentityError> {
    let token = bearer(headers).ok_or(IdentityError::LoggedOut)?;
    let claims = access_tokens(tenant).verify(token, tenant.now())?;
    let mut db = tenant.read().await?;
    let production = tenant.site.environment.production;
    let person = store::live_person(&mut db, &claims.session, tenant.now(), production).await?;
    person
        .filter(|person| person.id.to_string() == claims.subject)
        .ok_or(IdentityError::SessionEnded)
}

/// Starts a session within the transaction of a login.
pub(super) async fn begin(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    role: Role,
    visit: &Visit,
) -> Result<Tokens, Fault> {
    let now = tenant.now();
    let session = BASE64URL_NOPAD.encode(&tenant.runtime.random.bytes::<16>());
    store::insert(db, &session, customer_id, visit, now.as_millisecond()).await?;
    let actor = format!("customer:{customer_id}");
    db.is_made_by((role > Role::Customer).then(|| Acting {
        actor,
        role: role.into_str(),
    }));
    record(db, now, customer_id, "log_in", &session).await?;
    issue(db, tenant, &session, customer_id, role).await
}

/// Paths that receive the device key: login and its second step.
const DEVICE_KEY_PATH: &str = "/api/v1/users/login";

/// Response to a login.
pub(super) fn logged_in(tenant: &Tenant, tokens: Tokens, key: Option<NewDeviceKey>) -> LoggedIn<Tokens> {
    LoggedIn {
        tokens,
        key,
        path: DEVICE_KEY_PATH,
        is_https: tenant.origin().starts_with("https:"),
    }
}

/// Exchanges a pair of tokens for a new one. The access token may have expired.
///
/// # Errors
/// See [`authenticate`]. Reuse of an old refresh token ends its session, because one of its two holders stole it.
pub(super) async fn renew(
    tenant: &Tenant,
    access_token: &str,
    refresh_token: &str,
    wanted: &Wanted,
    visit: &Visit,
) -> Result<Tokens, IdentityError> {
    let now = tenant.now();
    let claims = access_tokens(tenant).verify_expired(access_token, now)?;
    let hash = digest(refresh_token);
    let mut db = tenant.write().await?;
    let found = store::refresh_token(&mut db, &hash)
        .await?
        .filter(|found| found.session_id == claims.session);
    let Some(found) = found else {
        return Err(IdentityError::SessionEnded);
    };
    let production = tenant.site.environment.production;
    let person = store::live_person(&mut db, &claims.session, now, production).await?;
    let Some(person) = person.filter(|person| person.id.to_string() == claims.subject) else {
        return Err(IdentityError::SessionEnded);
    };
    match rules::rotation(&found.state(), now) {
        Rotation::Succeed => {
            store::use_refresh_token(&mut db, &hash, now.as_millisecond()).await?;
            store::note_visit(&mut db, &person.session, visit).await?;
            store::delete_expired_tokens(&mut db, &person.session, now.as_millisecond()).await?;
            super::keep_language(&mut db, person.id, wanted).await?;
            let tokens = issue(&mut db, tenant, &person.session, person.id, person.role).await?;
            db.commit().await?;
            Ok(tokens)
        }
        Rotation::Refuse => Err(IdentityError::SessionEnded),
        Rotation::Replay => {
            store::end(&mut db, &person.session, EndReason::Replay, now.as_millisecond()).await?;
            push::forget_session(&mut db, &person.session).await?;
            record(&mut db, now, person.id, "refresh_token_replayed", &person.session).await?;
            db.commit().await?;
            Err(IdentityError::SessionEnded)
        }
    }
}

/// Person logged in with a session. `None` after it ends.
pub(super) async fn live_person(
    db: &mut TenantRead,
    session: &str,
    now: Timestamp,
) -> Result<Option<Person>, sqlx::Error> {
    // Only for the language. Permissions are checked at each request.
    store::live_person(db, session, now, false).await
}

/// Allows the session of `person`, who just entered the password, to use protected routes. Returns until when.
pub(super) async fn unlock(db: &mut TenantWrite, now: Timestamp, person: &Person) -> Result<Timestamp, sqlx::Error> {
    let until = now + rules::UNLOCKED;
    store::unlock(db, &person.session, until.as_millisecond()).await?;
    record(db, now, person.id, "session_unlocked", &person.session).await?;
    Ok(until)
}

/// Ends the session of `person`.
pub(super) async fn end(db: &mut TenantWrite, now: Timestamp, person: &Person) -> Result<(), sqlx::Error> {
    store::end(db, &person.session, EndReason::LogOut, now.as_millisecond()).await?;
    push::forget_session(db, &person.session).await?;
    record(db, now, person.id, "log_out", &person.session).await
}

/// Session, as its owner sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnSession {
    session_id: String,
    /// Browser and system, as "Firefox on Windows". Null: unknown.
    client: Option<String>,
    /// IP address of the latest login or token refresh; null if unknown.
    address: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    started_at: Timestamp,
    /// Exact to the lifetime of an access token.
    #[schema(value_type = String, format = DateTime)]
    last_used_at: Timestamp,
    /// Whether this is the caller's current session.
    is_current: bool,
}

/// The live sessions of `person`, the latest used first.
pub(super) async fn list(db: &mut TenantRead, person: &Person, now: Timestamp) -> Result<Vec<OwnSession>, sqlx::Error> {
    let since = rules::oldest(person.role, now);
    // An unused session can't be renewed once its refresh token has expired.
    let used_since = now - REFRESH_LIFETIME;
    store::list(db, person, since.as_millisecond(), used_since.as_millisecond()).await
}

/// Ends one of the sessions of `person`; `false`: it is not theirs, or has ended.
pub(super) async fn end_one(
    db: &mut TenantWrite,
    now: Timestamp,
    person: &Person,
    session: &str,
) -> Result<bool, sqlx::Error> {
    let is_own = store::is_live(db, person.id, session).await?;
    if is_own {
        store::end(db, session, EndReason::LogOut, now.as_millisecond()).await?;
        push::forget_session(db, session).await?;
    }
    Ok(is_own)
}

/// Ends every session of a customer but one.
pub(super) async fn end_others(
    db: &mut TenantWrite,
    now: Timestamp,
    customer_id: i64,
    kept: &str,
) -> Result<(), sqlx::Error> {
    for session in store::others(db, customer_id, kept).await? {
        store::end(db, &session, EndReason::LogOut, now.as_millisecond()).await?;
        push::forget_session(db, &session).await?;
    }
    Ok(())
}

/// Ends every session of a customer.
pub(super) async fn end_all(
    db: &mut TenantWrite,
    now: Timestamp,
    customer_id: i64,
    reason: EndReason,
) -> Result<(), sqlx::Error> {
    store::end_all(db, customer_id, reason, now.as_millisecond()).await?;
    push::forget_devices(db, customer_id).await
}

async fn issue(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    session: &str,
    customer_id: i64,
    role: Role,
) -> Result<Tokens, Fault> {
    let now = tenant.now();
    let refresh_token = tenant.runtime.random.token();
    let expires_at = (now + REFRESH_LIFETIME).as_millisecond();
    store::insert_refresh_token(db, &digest(&refresh_token), session, now.as_millisecond(), expires_at).await?;
    let claims = Claims {
        subject: customer_id.to_string(),
        session: session.to_owned(),
        token_id: BASE64URL_NOPAD.encode(&tenant.runtime.random.bytes::<16>()),
        is_admin: role >= Role::Manager,
        issued_at: now,
        expires_at: now + ACCESS_LIFETIME,
    };
    let access_token = access_tokens(tenant).issue(&claims).map_err(Fault::internal)?;
    Ok(Tokens {
        access_token,
        refresh_token,
    })
}

async fn record(
    db: &mut TenantWrite,
    now: Timestamp,
    customer_id: i64,
    action: &'static str,
    session: &str,
) -> Result<(), sqlx::Error> {
    let who = format!("customer:{customer_id}");
    let subject = format!("session:{session}");
    audit::record(
        db,
        now,
        audit::Entry {
            actor: &who,
            action,
            subject: &subject,
            detail: json!({}),
        },
    )
    .await
}

fn access_tokens(tenant: &TenantContext) -> AccessTokens {
    AccessTokens::new(&tenant.keys().derive(KEY), ISSUER, &tenant.id().to_string())
}

fn digest(refresh_token: &str) -> [u8; 32] {
    Sha256::digest(refresh_token).into()
}
