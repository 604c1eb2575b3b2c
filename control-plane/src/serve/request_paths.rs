//! Paths outside the API: pages, and files that no route has.

/// Whether a path belongs to programs, who get an envelope.
pub(super) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/") || path == "/uploads" || path.starts_with("/uploads/")
}

/// Whether a path names a file that no route has: pages of the app have no extension, builds are below `/v/`, and names that start with
/// a dot are for programs, such as `/.well-known/`.
pub(super) fn is_missing_file(path: &str) -> bool {
    let mut segments = path.split('/').skip(1);
    let first = segments.next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    first.eq_ignore_ascii_case("v")
        || first.starts_with('.')
        || last
            .rsplit_once('.')
            .is_some_and(|(_, extension)| is_extension(extension))
}

fn is_extension(text: &str) -> bool {
    (1..=11).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_programs_are_distinguished() {
        assert!(is_api("/api/v1/orders") && is_api("/uploads/x.svg"));
        for missing in [
            "/v",
            "/v/1.0.0",
            "/favicon.ico",
            "/assets/app-1.js",
            "/.env",
            "/x.webmanifest",
        ] {
            assert!(is_missing_file(missing), "{missing}");
        }
        for page in ["/", "/vouchers", "/shop/washes", "/a.b/c", "/end.", "/shop/washes/"] {
            assert!(!is_missing_file(page), "{page}");
        }
        assert!(!is_api("/") && !is_api("/apiary") && !is_api("/shop/washes"));
    }
}
