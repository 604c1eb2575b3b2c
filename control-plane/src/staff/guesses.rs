//! Limits password guesses in the console, with the same rules as sites. An attempt is counted before it is checked, so
//! that parallel attempts gain nothing.

use data_encoding::HEXLOWER;
use platform::keys::Purpose;
use platform::quota::Wait;
use serde_json::json;
use tenant_runtime::identity::guessing_rules::{self, FREE, Failures};

use super::{StaffError, store};
use crate::db::ControlWrite;
use crate::plane::ControlPlane;

const TARGET: Purpose = Purpose("staff-guesses-at");

/// Target of guesses as a keyed digest, because an address identifies a person. Known and unknown ones count alike.
pub(super) struct Target {
    environment: String,
    digest: String,
}

impl Target {
    /// Login with this address.
    pub(super) fn log_in(plane: &ControlPlane, environment: &str, email_key: &str) -> Self {
        Self::of(plane, environment, "log-in", email_key)
    }

    /// Login with this address from a device with this key (SHA-256, hex). Counted separately, so that strangers can't
    /// delay it. A stolen key allows no more attempts than theirs.
    pub(super) fn device(plane: &ControlPlane, environment: &str, email_key: &str, key_hash: &str) -> Self {
        Self::of(plane, environment, "device", &format!("{key_hash}\n{email_key}"))
    }

    /// Guesses within a session. They are counted separately, so that failed logins don't prevent a password change.
    pub(super) fn session(plane: &ControlPlane, environment: &str, id: &str) -> Self {
        Self::of(plane, environment, "session", id)
    }

    /// Guesses in the second step of a login.
    pub(super) fn second_factor(plane: &ControlPlane, environment: &str, id: &str) -> Self {
        Self::of(plane, environment, "second-factor", id)
    }

    fn of(plane: &ControlPlane, environment: &str, door: &str, who: &str) -> Self {
        let keys = plane.console_keys();
        let digest = keys.hmac(TARGET, format!("{environment}\n{door}\n{who}").as_bytes());
        Self {
            environment: environment.to_owned(),
            digest: HEXLOWER.encode(&digest[..16]),
        }
    }

    /// Counts an attempt.
    ///
    /// # Errors
    /// [`StaffError::TooManyGuesses`] if it comes too early. It is then neither counted nor checked.
    pub(super) async fn guess(&self, plane: &ControlPlane) -> Result<(), StaffError> {
        let now = plane.now();
        let mut db = plane.db.write().await?;
        let failures = store::failures(&mut db, &self.digest).await?;
        if let Some(wait) = guessing_rules::wait(failures, now) {
            return Err(StaffError::TooManyGuesses(Wait(wait)));
        }
        store::forget_guesses_before(&mut db, now - guessing_rules::REMEMBERED).await?;
        store::count_guess(&mut db, &self.digest, now).await?;
        if failures.is_some_and(|Failures { count, .. }| count + 1 == FREE) {
            let environment = Some(self.environment.as_str());
            plane
                .audit(&mut db, "nobody", "staff.guess", (environment, &self.digest), json!({}))
                .await?;
        }
        Ok(db.commit().await?)
    }

    /// Resets the count after a correct password.
    pub(super) async fn was_right(&self, db: &mut ControlWrite) -> Result<(), StaffError> {
        Ok(store::forget_guesses(db, &self.digest).await?)
    }
}
