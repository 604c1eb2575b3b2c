//! Push messages: to browsers through Web Push (RFC 8030), and to apps through Firebase Cloud Messaging.

mod encryption;
mod endpoint;
mod firebase;
mod public_addresses;
mod services;
mod vapid;

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

pub use firebase::{NotAKeyFile, ServiceAccount};
pub use services::{Failure, PushServices};
pub use vapid::ApplicationServer;

/// A browser's subscription (W3C Push API, `PushSubscription`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// Endpoint of its push service. Anyone who knows it can send messages.
    pub endpoint: String,
    /// The browser's public key: an uncompressed point on P-256, 65 bytes.
    pub p256dh: Vec<u8>,
    /// The secret that it shares with the sender.
    pub auth: [u8; 16],
}

impl Subscription {
    /// Whether a message can be encrypted for it.
    pub fn has_a_usable_key(&self) -> bool {
        encryption::is_point(&self.p256dh)
    }
}

/// Message for a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub title: String,
    pub body: String,
    /// URL of the page that it opens.
    pub link: String,
    /// BCP 47 language tag of its texts.
    pub language: String,
    /// A message replaces an undelivered one with the same topic. At most 32 characters of base64url.
    pub topic: String,
    /// Time for which the push service stores it for an unreachable device.
    pub time_to_live: SignedDuration,
}

/// Result of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The push service accepted it.
    Taken,
    /// The address no longer exists or was never valid.
    Gone,
    /// The push service is busy for this long.
    NotBefore(SignedDuration),
    /// The push service rejected it permanently, with this HTTP status.
    Refused(u16),
}
