//! What the maps of the shop may be drawn on.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde_json::{Value, json};

use super::map_style::MapStyle;

/// The grounds that an installation has for its maps. Without any, maps have a plain one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Maps {
    pub style: Option<MapStyle>,
    /// Key of Google's Maps JavaScript API.
    pub google: Option<MapKey>,
    /// Token of Apple's MapKit JS.
    pub apple: Option<MapKey>,
}

impl Maps {
    /// As browsers are told.
    pub(crate) fn told(&self) -> Value {
        json!({
            "style": self.style.as_ref().map(MapStyle::to_string),
            "google": self.google.as_ref().map(MapKey::to_string),
            "apple": self.apple.as_ref().map(MapKey::to_string),
        })
    }
}

/// What a vendor of maps knows an installation by. Every browser is told it: what protects it is that the vendor ties it to the
/// addresses of the sites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapKey(String);

/// A text that is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected letters, digits, dots, hyphens and underscores, as the vendor shows the key")]
pub struct InvalidMapKey;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_one_word() {
        for text in ["AIzaSy-0_x", "eyJhbGciOiJFUzI1NiJ9.eyJvIjoxfQ.c2ln"] {
            assert_eq!(text.parse::<MapKey>().unwrap().to_string(), text);
        }
        for text in ["", "two words", "k&callback=x", "\"k\""] {
            assert_eq!(text.parse::<MapKey>(), Err(InvalidMapKey), "{text}");
        }
    }
}
