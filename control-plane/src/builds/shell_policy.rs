//! What the browser may do in the shell.

use http::header::InvalidHeaderValue;
use http::{HeaderName, HeaderValue};

use super::map_style::MapStyle;

/// Content-Security-Policy of the shell (docs/RULES.md#shell). Styles may be inline because the component library
/// writes them; scripts never. Maps fetch what their style names from the style's own origin.
///
/// # Errors
/// Never, as long as an origin is ASCII.
pub(crate) fn content_security_policy(map_style: Option<&MapStyle>) -> Result<HeaderValue, InvalidHeaderValue> {
    let tiles = map_style
        .map(|style| format!(" {}", style.origin()))
        .unwrap_or_default();
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'{tiles}; media-src 'self' blob:; worker-src 'self'; \
         manifest-src 'self'; frame-src 'self'; frame-ancestors 'self'; form-action 'self'; base-uri 'none'; object-src 'none'"
    );
    HeaderValue::try_from(policy)
}

pub(crate) const PERMISSIONS_POLICY_NAME: HeaderName = HeaderName::from_static("permissions-policy");

/// Permissions-Policy of the shell: the kiosk reads codes with the camera, the shop finds the nearest location, and nothing listens.
pub(crate) const PERMISSIONS_POLICY: &str = "camera=(self), geolocation=(self), microphone=()";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_asks_the_origin_of_the_maps_and_no_other() {
        let connect = |style: Option<&str>| {
            let style: Option<MapStyle> = style.map(|style| style.parse().unwrap());
            let policy = content_security_policy(style.as_ref()).unwrap();
            let policy = policy.to_str().unwrap().to_owned();
            let part = policy.split("; ").find(|part| part.starts_with("connect-src"));
            part.unwrap_or_default().to_owned()
        };
        assert_eq!(connect(None), "connect-src 'self'");
        assert_eq!(
            connect(Some("https://tiles.example.com/bright.json?key=k")),
            "connect-src 'self' https://tiles.example.com"
        );
    }
}
