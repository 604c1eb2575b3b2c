//! Log-in. A wrong password, an unknown account and an account that is being guessed at are one answer, after the same work.

mod store;

use axum::Extension;
use jiff::{SignedDuration, Timestamp};
use platform::http::{Answer, ApiError, ClientAddress, Envelope, Json};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

pub(super) use store::forget_log_in_failures;

use super::device::{self, DeviceId};
use super::session::{self, Tokens};
use super::{captcha, rules, store as people};
use crate::error::ErrorCode;
use crate::tenant::Tenant;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogIn {
    email: String,
    #[schema(value_type = String, format = Password)]
    password: SecretString,
    /// Without effect here: a session lasts while it is used.
    #[serde(default, rename = "rememberMe")]
    _remember_me: Option<bool>,
}

/// Logs in with e-mail and password.
#[utoipa::path(post, path = "/users/login", tag = "identity", request_body = LogIn, responses((status = 200, body = Envelope<Tokens>)))]
pub(super) async fn log_in(
    tenant: Tenant,
    DeviceId(device): DeviceId,
    Extension(address): Extension<ClientAddress>,
    Json(entered): Json<LogIn>,
) -> Result<Answer<Tokens>, ApiError> {
    let key = rules::email_key(&entered.email);
    let mut db = tenant.read().await?;
    let known = people::credentials(&mut db, &key).await?;
    let id = known.as_ref().map_or(people::NOBODY, |known| known.id);
    let failures = store::log_in_failures(&mut db, id).await?;
    let trusted = device::is_known(&mut db, id, device.as_deref()).await?;
    drop(db);

    let hasher = &tenant.runtime.hasher;
    let hash = known.map(|known| known.password_hash);
    let matches = hasher
        .verify(entered.password.clone(), hash.clone())
        .await
        .map_err(|_| ApiError::busy())?;
    let now = tenant.now();
    if !matches || (!trusted && is_delayed(failures, now)) {
        let mut db = tenant.write().await?;
        store::note_log_in_failure(&mut db, id, now.as_millisecond()).await?;
        let needs_captcha = captcha::note(&mut db, &tenant, address.limit_key(), device.as_deref()).await?;
        db.commit().await?;
        return Err(if needs_captcha {
            captcha::announce(refused())
        } else {
            refused()
        });
    }

    let outdated = hash.as_ref().is_some_and(|hash| hasher.is_outdated(hash));
    // A log-in must not fail because the better hash has to wait.
    let better = if outdated {
        hasher.hash(entered.password).await.ok()
    } else {
        None
    };
    let mut db = tenant.write().await?;
    // Read again: the password may have been changed since, and then the old one must open nothing.
    let Some(current) = people::credentials(&mut db, &key)
        .await?
        .filter(|now| Some(&now.password_hash) == hash.as_ref())
    else {
        return Err(refused());
    };
    if let Some(better) = better {
        people::set_password_hash(&mut db, current.id, &better, now.as_millisecond()).await?;
    }
    store::forget_log_in_failures(&mut db, current.id).await?;
    captcha::clear(&mut db, &tenant, device.as_deref()).await?;
    if let Some(device) = &device {
        device::remember(&mut db, current.id, device, now.as_millisecond()).await?;
    }
    let tokens = session::begin(&mut db, &tenant, current.id, current.role, device.as_deref()).await?;
    db.commit().await?;
    Ok(Answer(tokens))
}

fn refused() -> ApiError {
    ErrorCode::WrongCredentials.because("Your email or password is not correct.")
}

/// How often a password may be wrong before log-ins from unknown devices have to wait.
const FREE_FAILURES: i64 = 5;

/// Whether an account that was guessed at refuses everybody but its own devices: for 2 s after the fifth failure, twice
/// as long after each further one, a minute at most. There is no lock-out (quality.md, "Limits").
fn is_delayed(failures: Option<(i64, Timestamp)>, now: Timestamp) -> bool {
    let Some((count, last)) = failures else { return false };
    let Ok(beyond) = u32::try_from(count - FREE_FAILURES) else {
        return false;
    };
    let wait = SignedDuration::from_secs(2_i64.saturating_pow(beyond + 1).min(60));
    now.duration_since(last) < wait
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_grows_from_the_fifth_failure_to_a_minute() {
        let last: Timestamp = "2030-01-01T00:00:00Z".parse().unwrap();
        let wait = |count| {
            let delayed = |seconds| is_delayed(Some((count, last)), last + SignedDuration::from_secs(seconds));
            (0..).find(|seconds| !delayed(*seconds)).unwrap()
        };
        let waits: Vec<i64> = [1, 4, 5, 6, 7, 8, 9, 10, 11, 1000].map(wait).to_vec();
        assert_eq!(waits, [0, 0, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert!(!is_delayed(None, last));
    }
}
