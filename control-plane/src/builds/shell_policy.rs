//! What the browser may do in the shell.

use http::HeaderName;

/// Content-Security-Policy of the shell (docs/RULES.md#shell). Styles may be inline because the component library
/// writes them; scripts never.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'; \
     manifest-src 'self'; frame-src 'self'; frame-ancestors 'self'; form-action 'self'; base-uri 'none'; object-src 'none'";

pub(crate) const PERMISSIONS_POLICY_NAME: HeaderName = HeaderName::from_static("permissions-policy");

/// Permissions-Policy of the shell: the kiosk reads codes with the camera, the shop finds the nearest location, and nothing listens.
pub(crate) const PERMISSIONS_POLICY: &str = "camera=(self), geolocation=(self), microphone=()";
