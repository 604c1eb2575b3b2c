//! Map provider keys.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Public key: providers protect it by restricting it to the sites' addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct MapKey(String);

/// Invalid key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use letters, digits, dots, hyphens and underscores, as in the provider's dashboard")]
pub struct InvalidMapKey;

impl MapKey {
    /// Whether it has three parts separated by dots, like a signed token (RFC 7519).
    pub(super) fn is_token(&self) -> bool {
        self.0.split('.').count() == 3 && self.0.split('.').all(|part| !part.is_empty())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MapKey {
    type Err = InvalidMapKey;

    fn from_str(text: &str) -> Result<Self, InvalidMapKey> {
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        (!text.is_empty() && text.chars().all(plain))
            .then(|| Self(text.to_owned()))
            .ok_or(InvalidMapKey)
    }
}

impl Display for MapKey {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Map keys of the site; missing ones default to the installation's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapKeys {
    /// Google Maps JavaScript API key.
    pub google: Option<MapKey>,
    /// Apple MapKit JS token.
    pub apple: Option<MapKey>,
}

/// Map keys as entered or declared in a manifest. Empty to use the installation-wide key.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct TypedMapKeys {
    /// Google Maps JavaScript API key.
    pub google: String,
    /// Apple MapKit JS token.
    pub apple: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_key_is_one_word() {
        for text in ["AIzaSy-0_x", "eyJhbGciOiJFUzI1NiJ9.eyJvIjoxfQ.c2ln"] {
            assert_eq!(text.parse::<MapKey>().unwrap().to_string(), text);
        }
        for text in ["", "two words", "k&callback=x", "\"k\""] {
            assert_eq!(text.parse::<MapKey>(), Err(InvalidMapKey), "{text}");
        }
    }

    #[test]
    fn map_token_has_three_parts() {
        let is_token = |text: &str| text.parse::<MapKey>().unwrap().is_token();
        assert!(is_token("eyJhbGciOiJFUzI1NiJ9.eyJvIjoxfQ.c2ln"));
        assert!(!is_token("AIzaSy-0_x") && !is_token("a.b") && !is_token("a..c") && !is_token("a.b.c.d"));
    }
}
