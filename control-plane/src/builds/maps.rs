//! Map providers of the shop.

use serde_json::{Value, json};
use tenant_runtime::site::{MapKey, MapKeys};

use super::map_style::MapStyle;

/// Map providers of an installation or a site. Without any, maps have a plain background.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Maps {
    pub style: Option<MapStyle>,
    /// Google Maps JavaScript API key.
    pub google: Option<MapKey>,
    /// Apple MapKit JS token.
    pub apple: Option<MapKey>,
}

impl Maps {
    /// Map settings of a site, which may have its own keys.
    #[must_use]
    pub(crate) fn with(&self, own: MapKeys) -> Self {
        Self {
            style: self.style.clone(),
            google: own.google.or_else(|| self.google.clone()),
            apple: own.apple.or_else(|| self.apple.clone()),
        }
    }

    /// Settings for browsers.
    pub(crate) fn told(&self) -> Value {
        json!({
            "style": self.style.as_ref().map(MapStyle::to_string),
            "google": self.google.as_ref().map(MapKey::to_string),
            "apple": self.apple.as_ref().map(MapKey::to_string),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn site_map_key_overrides_the_installation_key() {
        let key = |text: &str| Some(text.parse::<MapKey>().unwrap());
        let maps = Maps {
            style: None,
            google: key("g"),
            apple: key("a"),
        };
        let own = MapKeys {
            google: key("own"),
            apple: None,
        };
        let of_site = maps.with(own);
        assert_eq!((of_site.google, of_site.apple), (key("own"), key("a")));
        assert_eq!(maps.with(MapKeys::default()), maps);
    }
}
