//! Login. A wrong password and an unknown account have the same response, cost and delays.

use platform::http::{ApiError, Envelope, Json};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::device::{self, Visit};
use super::guessing::{self, Guess, Target};
use super::session::{self, Tokens};
use super::{IdentityError, captcha, second_factor, store as people};
use crate::error::Fault;
use crate::fields::email_key;
use crate::http::LoggedIn;
use crate::site::Wanted;
use crate::tenant::Tenant;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LogIn {
    email: String,
    #[schema(value_type = String, format = Password)]
    password: SecretString,
    /// No effect: sessions last while they are used.
    #[serde(default, rename = "rememberMe")]
    _remember_me: Option<bool>,
}

/// Log in with email address and password
///
/// After five wrong passwords, the next attempt must wait: 429 `rate_limited` with `Retry-After`. Early attempts aren't
/// checked and don't extend the wait. A device that has logged in before counts separately: its response set a `device-key`
/// cookie. With two-factor authentication, the response is 401 `second_factor_required` with a `ticket`.
#[utoipa::path(post, path = "/users/login", tag = "identity", request_body = LogIn, responses((status = 200, body = Envelope<Tokens>)))]
pub(super) async fn log_in(
    tenant: Tenant,
    visit: Visit,
    wanted: Wanted,
    Json(entered): Json<LogIn>,
) -> Result<LoggedIn<Tokens>, ApiError> {
    let key = email_key(&entered.email);
    let mut db = tenant.read().await?;
    let known = people::credentials(&mut db, &key).await?;
    let id = known.as_ref().map_or(people::NOBODY, |known| known.id);
    let own_key = match visit.key_hash {
        Some(hash) if device::is_known(&mut db, id, &hash).await? => Some(hash),
        _ => None,
    };
    drop(db);

    let target = match &own_key {
        Some(hash) => Target::device(&tenant, &key, hash),
        None => Target::log_in(&tenant, &key),
    };
    let guess = guessing::begin(&tenant, target).await.inspect_err(|error| {
        visit.note_failure(id, error);
    })?;
    let hasher = tenant.hasher();
    let hash = known.map(|known| known.password_hash);
    let matches = hasher
        .verify(entered.password.clone(), hash.clone())
        .await
        .map_err(Fault::from)?;
    if !matches {
        let mut db = tenant.write().await?;
        guess.was_wrong(&mut db, &tenant).await?;
        let captcha = captcha::note(&mut db, &tenant, visit.limit_key(), visit.device.as_deref()).await?;
        db.commit().await?;
        let wrong = IdentityError::WrongCredentials { captcha };
        visit.note_failure(id, &wrong);
        return Err(wrong.into());
    }

    let guess = Some(guess).filter(Guess::failed_before);
    let outdated = hash.as_ref().is_some_and(|hash| hasher.is_outdated(hash));
    // A login must not fail because rehashing has to wait.
    let better = if outdated {
        hasher.hash(entered.password).await.ok()
    } else {
        None
    };
    let now = tenant.now();
    let mut db = tenant.write().await?;
    // Read again: the password may have been changed since, and then the old one must open nothing.
    let Some(current) = people::credentials(&mut db, &key)
        .await?
        .filter(|now| Some(&now.password_hash) == hash.as_ref())
    else {
        return Err(IdentityError::WrongCredentials { captcha: false }.into());
    };
    // Only callers who know the password learn this.
    if current.is_blocked {
        visit.note_failure(id, &IdentityError::Blocked);
        return Err(IdentityError::Blocked.into());
    }
    if let Some(better) = better {
        people::set_password_hash(&mut db, current.id, &better, now.as_millisecond()).await?;
    }
    if let Some(guess) = &guess {
        guess.was_right(&mut db).await?;
    }
    if own_key.is_some() {
        guessing::forget_strangers(&mut db, &tenant, &key).await?;
    }
    captcha::clear(&mut db, &tenant, visit.device.as_deref()).await?;
    if second_factor::is_set_up(&mut db, current.id).await? {
        let ticket = second_factor::ticket(&mut db, &tenant, current.id).await?;
        super::keep_language(&mut db, current.id, &wanted).await?;
        db.commit().await?;
        return Err(IdentityError::SecondFactorRequired { ticket }.into());
    }
    let device_key = device::admit(&mut db, &tenant, current.id, &visit).await?;
    super::keep_language(&mut db, current.id, &wanted).await?;
    let tokens = session::begin(&mut db, &tenant, current.id, current.role, &visit).await?;
    db.commit().await?;
    Ok(session::logged_in(&tenant, tokens, device_key))
}
