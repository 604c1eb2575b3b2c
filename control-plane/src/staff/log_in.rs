//! Logging in at the console, and out. A wrong password and an unknown address are one answer, after the same work.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Json};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;
use tenant_runtime::fields::email_key;
use tenant_runtime::http::{LoggedIn, NewDeviceKey, Staff};
use tenant_runtime::identity::IdentityError;
use utoipa::ToSchema;

use super::guesses::Target;
use super::visit::{self, ConsoleToken, Visit};
use super::{StaffError, second_factor, session, store};
use crate::plane::ControlPlane;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ConsoleLogIn {
    /// Environment name, such as `dev`.
    environment: String,
    email: String,
    #[schema(value_type = String, format = Password)]
    password: SecretString,
    /// Whether the session lasts 30 days instead of 12 hours.
    #[serde(default)]
    remember_me: Option<bool>,
}

/// Log in at the console
///
/// After five wrong passwords, the next attempt must wait: 429 `rate_limited` with `Retry-After`. A device that has logged in
/// before counts separately: its response set a `device-key` cookie. With two-factor authentication, the response is 401
/// `second_factor_required` with a `ticket`.
#[utoipa::path(post, path = "/provider/login", tag = "provider", request_body = ConsoleLogIn, responses((status = 200, body = Envelope<ConsoleToken>)))]
pub(super) async fn log_in_to_console(
    visit: Visit,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(entered): Json<ConsoleLogIn>,
) -> Result<LoggedIn<ConsoleToken>, ApiError> {
    let (access_token, key) = enter(&plane, &visit, entered).await?;
    Ok(visit::logged_in(&plane, access_token, key))
}

async fn enter(
    plane: &ControlPlane,
    visit: &Visit,
    entered: ConsoleLogIn,
) -> Result<(String, NewDeviceKey), StaffError> {
    let environment = &*entered.environment;
    let key = email_key(&entered.email);
    let mut db = plane.db.read().await?;
    let member = store::find_by_email(&mut db, environment, &key).await?;
    let own_key = match (&member, &visit.key_hash) {
        (Some(member), Some(hash)) if store::is_known_device(&mut db, member.id, hash).await? => Some(hash),
        _ => None,
    };
    drop(db);
    let strangers = Target::log_in(plane, environment, &key);
    let own = own_key.map(|hash| Target::device(plane, environment, &key, hash));
    let account = member.as_ref().map(|member| member.id);
    let refused = |reason: &StaffError| visit.note_failure(environment, account, reason);
    own.as_ref()
        .unwrap_or(&strangers)
        .guess(plane)
        .await
        .inspect_err(refused)?;
    let hash = match &member {
        Some(member) => store::password_hash(&mut plane.db.read().await?, member.id).await?,
        None => None,
    };
    let matches = plane.hasher().verify(entered.password, hash.clone()).await?;
    let member = member
        .filter(|_| matches)
        .ok_or(StaffError::WrongCredentials)
        .inspect_err(refused)?;

    let mut db = plane.db.write().await?;
    // Read again: the password may have been changed since, and then the old one must open nothing.
    if store::password_hash(&mut db, member.id).await? != hash {
        return Err(StaffError::WrongCredentials);
    }
    strangers.was_right(&mut db).await?;
    if let Some(own) = &own {
        own.was_right(&mut db).await?;
    }
    let remember = entered.remember_me == Some(true);
    if second_factor::is_set_up(&mut db, member.id).await? {
        let ticket = second_factor::log_in::ticket(&mut db, plane, member.id, remember).await?;
        db.commit().await?;
        return Err(IdentityError::SecondFactorRequired { ticket }.into());
    }
    let device_key = visit.admit(&mut db, plane, member.id).await?;
    let token = session::begin(&mut db, plane, &member, visit, remember).await?;
    let id = member.id.to_string();
    plane
        .audit(&mut db, &id, "staff.log_in", (Some(environment), &id), json!({}))
        .await?;
    db.commit().await?;
    Ok((token, device_key))
}

/// Log out of the console
#[utoipa::path(post, path = "/provider/logout", tag = "provider", responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn log_out_of_console(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = plane.db.write().await?;
    store::end_session(&mut db, &staff.session).await?;
    plane
        .audit(
            &mut db,
            &staff.id,
            "staff.log_out",
            (Some(&staff.environment), &staff.id),
            json!({}),
        )
        .await?;
    db.commit().await?;
    Ok(Answer(true))
}
