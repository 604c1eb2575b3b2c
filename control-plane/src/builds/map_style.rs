//! Map style of the shop.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use reqwest::Url;

/// URL of a MapLibre style, such as `https://tiles.example.com/bright.json?key=…`. Its tiles, glyphs and sprites must
/// have the same origin: the shell's policy allows no other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapStyle(Url);

/// Invalid address of a map style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use the http(s) URL of a MapLibre style, such as https://tiles.example.com/bright.json")]
pub struct InvalidMapStyle;

impl FromStr for MapStyle {
    type Err = InvalidMapStyle;

    fn from_str(text: &str) -> Result<Self, InvalidMapStyle> {
        let url: Url = text.parse().map_err(|_| InvalidMapStyle)?;
        // The address is public.
        let open = url.username().is_empty() && url.password().is_none();
        let web = matches!(url.scheme(), "http" | "https");
        let style = Self(url);
        // A host could contain characters that end a source in a policy.
        let plain = |c: char| c.is_ascii_alphanumeric() || ":/.-[]".contains(c);
        (web && open && style.origin().chars().all(plain))
            .then_some(style)
            .ok_or(InvalidMapStyle)
    }
}

impl MapStyle {
    /// As a policy source: scheme, host and port.
    pub(super) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }
}

impl Display for MapStyle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_style_is_an_http_url_with_an_origin() {
        let style: MapStyle = "https://tiles.example.com:8443/bright.json?key=k".parse().unwrap();
        assert_eq!(style.origin(), "https://tiles.example.com:8443");
        assert_eq!(style.to_string(), "https://tiles.example.com:8443/bright.json?key=k");
        for text in [
            "",
            "/bright.json",
            "tiles.example.com",
            "data:application/json,{}",
            "https://me:secret@tiles.example.com/",
            "https://tiles.example.com;script-src/",
        ] {
            assert_eq!(text.parse::<MapStyle>(), Err(InvalidMapStyle), "{text}");
        }
    }
}
