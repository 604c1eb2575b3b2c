//! Device and browser used for a login.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use platform::db::TenantWrite;
use platform::http::ClientAddress;

use super::store;
use crate::http::{DeviceKey, NewDeviceKey, client_name};
use crate::identity::IdentityError;
use crate::tenant::TenantContext;

/// Device and browser used for a login.
#[derive(Clone, Debug, Default)]
pub(in crate::identity) struct Visit {
    /// The `Device-Id` header, which clients choose.
    pub(in crate::identity) device: Option<String>,
    /// SHA-256 of the device key in the cookie.
    pub(in crate::identity) key_hash: Option<[u8; 32]>,
    pub(in crate::identity) address: Option<ClientAddress>,
    /// As "Firefox on Windows".
    pub(in crate::identity) client: Option<String>,
}

impl Visit {
    /// Key for limits by address. A request without an address comes from this machine.
    pub(in crate::identity) fn limit_key(&self) -> IpAddr {
        let unknown = IpAddr::V4(Ipv4Addr::LOCALHOST);
        self.address.map_or(unknown, ClientAddress::limit_key)
    }

    pub(in crate::identity) fn address_text(&self) -> Option<String> {
        self.address.map(|ClientAddress(address)| address.to_string())
    }

    /// Logs a failed login with account, address and reason. `account`: 0 for an unknown address.
    pub(in crate::identity) fn note_failure(&self, account: i64, reason: &IdentityError) {
        let address = self
            .address
            .map(|ClientAddress(address)| tracing::field::display(address));
        tracing::warn!(account.id = account, client.address = address, %reason, "login failed");
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visit {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let DeviceKey(key_hash) = DeviceKey::from_request_parts(parts, state).await?;
        Ok(Self {
            device: super::of(&parts.headers).map(ToOwned::to_owned),
            key_hash,
            address: parts.extensions.get::<ClientAddress>().copied(),
            client: client_name(&parts.headers),
        })
    }
}

/// Adds the device of a login to the account's devices, within its transaction. The response has the new key. `None`:
/// the request names no device. The device's other accounts get the new key, too.
pub(in crate::identity) async fn admit(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    visit: &Visit,
) -> Result<Option<NewDeviceKey>, sqlx::Error> {
    let Some(device) = &visit.device else { return Ok(None) };
    let key = NewDeviceKey::generate(&*tenant.runtime.random);
    if let Some(earlier) = &visit.key_hash {
        store::replace_key(db, earlier, &key.hash()).await?;
    }
    store::remember(db, customer_id, device, tenant.now().as_millisecond()).await?;
    store::set_key(db, customer_id, device, &key.hash()).await?;
    Ok(Some(key))
}
