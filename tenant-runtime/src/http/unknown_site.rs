use platform::http::ApiError;

use crate::error::ErrorCode;

/// 404: no site has this subdomain, or the host doesn't belong to a site (docs/RULES.md#entries).
pub fn unknown_site() -> ApiError {
    ErrorCode::UnknownSite
        .because("We couldn't find the site for the specified subdomain. Please check the subdomain and try again.")
}
