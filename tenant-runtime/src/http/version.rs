//! Concurrent edits: a save names the version that was read (docs/RULES.md#settings).

use data_encoding::HEXLOWER;
use platform::http::ApiError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::error::{ErrorCode, Fault};

/// Opaque version of a group of settings. It changes when they change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Version(String);

impl Version {
    /// Version of `stored`. Include secrets in encrypted form: each encryption differs, and the version reveals
    /// nothing.
    ///
    /// # Errors
    /// `stored` can't be serialized.
    pub fn of(stored: &impl Serialize) -> Result<Self, Fault> {
        let text = serde_json::to_vec(stored).map_err(Fault::internal)?;
        Ok(Self(HEXLOWER.encode(&Sha256::digest(&text)[..12])))
    }

    /// Whether a change based on the version `read` may replace this one. If it `is_there` already, there is nothing to
    /// do, because the response to an earlier attempt may have been lost.
    ///
    /// # Errors
    /// [`Stale`] if someone else saved something different.
    pub fn takes(&self, read: &Self, is_there: bool) -> Result<bool, Stale> {
        match (self == read, is_there) {
            (true, _) => Ok(true),
            (false, true) => Ok(false),
            (false, false) => Err(Stale),
        }
    }
}

/// The edited object was changed since it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it changed after it was read")]
pub struct Stale;

impl From<Stale> for ApiError {
    fn from(_: Stale) -> Self {
        ErrorCode::StaleRevision.because("Someone else changed this. Reload and try again.")
    }
}

/// Settings with their version, which must be sent with changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Versioned<T> {
    /// Changes when the settings change.
    pub version: Version,
    #[serde(flatten)]
    pub content: T,
}

impl<T: PartialEq + Serialize> Versioned<T> {
    /// # Errors
    /// `content` can't be serialized.
    pub fn of(content: T) -> Result<Self, Fault> {
        Ok(Self {
            version: Version::of(&content)?,
            content,
        })
    }

    /// Whether `wanted`, based on the version `read`, may replace this one: see [`Version::takes`].
    ///
    /// # Errors
    /// [`Stale`] if someone else saved something different.
    pub fn takes(&self, read: &Version, wanted: &T) -> Result<bool, Stale> {
        self.version.takes(read, self.content == *wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn save_with_the_current_version_succeeds() {
        let there = Versioned::of("theirs").unwrap();
        let read = Version::of(&"ours").unwrap();
        assert_eq!(there.takes(&there.version, &"mine"), Ok(true));
        assert_eq!(there.takes(&there.version, &"theirs"), Ok(true), "decided once more");
        assert_eq!(there.takes(&read, &"mine"), Err(Stale));
        assert_eq!(there.takes(&read, &"theirs"), Ok(false), "saved before");
    }

    #[test]
    fn changed_content_changes_the_version() {
        let version = |stored: (&str, &[u8])| Version::of(&stored).unwrap();
        assert_eq!(version(("one", b"sealed")), version(("one", b"sealed")));
        assert_ne!(version(("one", b"sealed")), version(("one", b"Sealed")));
        assert_ne!(version(("one", b"sealed")), version(("two", b"sealed")));
    }
}
