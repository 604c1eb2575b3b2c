//! Browser used for a console login.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use data_encoding::HEXLOWER;
use platform::http::ClientAddress;
use serde::Serialize;
use tenant_runtime::http::{DeviceKey, LoggedIn, NewDeviceKey, client_name};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{StaffError, store};
use crate::db::ControlWrite;
use crate::plane::ControlPlane;

/// Paths that receive the device key: login and its second step.
const DEVICE_KEY_PATH: &str = "/api/v1/provider/login";

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConsoleToken {
    /// JWT, valid only at the console and while its session lasts.
    pub(super) access_token: String,
}

/// Browser used for a console login.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    /// SHA-256 (hex) of the device key in the cookie.
    pub(super) key_hash: Option<String>,
    pub(super) address: Option<String>,
    /// As "Firefox on Windows".
    pub(super) client: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for Visit {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let DeviceKey(key_hash) = DeviceKey::from_request_parts(parts, state).await?;
        let address = parts.extensions.get::<ClientAddress>();
        Ok(Self {
            key_hash: key_hash.map(|hash| HEXLOWER.encode(&hash)),
            address: address.map(|ClientAddress(address)| address.to_string()),
            client: client_name(&parts.headers),
        })
    }
}

impl Visit {
    /// Logs a failed login with account, address and reason. `account`: `None` for an unknown address.
    pub(super) fn note_failure(&self, environment: &str, account: Option<Uuid>, reason: &StaffError) {
        let account = account.map(tracing::field::display);
        let address = self.address.as_deref();
        tracing::warn!(environment, staff.id = account, client.address = address, %reason, "console login failed");
    }

    /// Adds the device of a login to the staff member's devices, within its transaction. Returns the new device key.
    pub(super) async fn admit(
        &self,
        db: &mut ControlWrite,
        plane: &ControlPlane,
        member: Uuid,
    ) -> Result<NewDeviceKey, StaffError> {
        let key = NewDeviceKey::generate(&*plane.random);
        let hash = HEXLOWER.encode(&key.hash());
        store::admit_device(db, member, self.key_hash.as_deref(), &hash, plane.now()).await?;
        Ok(key)
    }
}

/// Response to a login.
pub(super) fn logged_in(plane: &ControlPlane, access_token: String, key: NewDeviceKey) -> LoggedIn<ConsoleToken> {
    LoggedIn {
        tokens: ConsoleToken { access_token },
        key: Some(key),
        path: DEVICE_KEY_PATH,
        is_https: plane.is_https(),
    }
}
