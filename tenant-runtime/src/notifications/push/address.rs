//! Address of a device. It is sealed and found by a digest, because anyone who knows it can send to the device.

use platform::keys::{CannotOpen, Purpose, SiteKeys};
use platform::push::Subscription;
use serde::{Deserialize, Serialize};

const SEALED: Purpose = Purpose("push-addresses");
const DIGEST: Purpose = Purpose("push-address-digests");

/// Context of the sealed address.
const PLACE: &str = "notifications_push_devices/address";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Address {
    WebPush(Subscription),
    /// A Firebase token of an app.
    Firebase(String),
}

impl Address {
    /// Name of its push service in the table.
    pub(super) fn service(&self) -> &'static str {
        match self {
            Self::WebPush(_) => "web_push",
            Self::Firebase(_) => "firebase",
        }
    }

    pub(super) fn digest(&self, keys: &SiteKeys) -> [u8; 32] {
        match self {
            Self::WebPush(subscription) => digest(keys, self.service(), &subscription.endpoint),
            Self::Firebase(token) => digest(keys, self.service(), token),
        }
    }

    pub(super) fn seal(&self, keys: &SiteKeys) -> Result<Vec<u8>, serde_json::Error> {
        Ok(keys.seal(SEALED, PLACE, &serde_json::to_vec(self)?))
    }

    /// # Errors
    /// It doesn't belong to this site. Addresses of a newer build's type are rejected.
    pub(super) fn open(keys: &SiteKeys, sealed: &[u8]) -> Result<Option<Self>, CannotOpen> {
        let opened = keys.open(SEALED, PLACE, sealed)?;
        Ok(serde_json::from_slice(&opened).ok())
    }
}

/// Digest to look up a browser's subscription.
pub(super) fn digest_of_browser(keys: &SiteKeys, endpoint: &str) -> [u8; 32] {
    digest(keys, "web_push", endpoint)
}

/// Digest to look up an app's token.
pub(super) fn digest_of_app(keys: &SiteKeys, token: &str) -> [u8; 32] {
    digest(keys, "firebase", token)
}

fn digest(keys: &SiteKeys, service: &str, address: &str) -> [u8; 32] {
    keys.hmac(DIGEST, format!("{service} {address}").as_bytes())
}
