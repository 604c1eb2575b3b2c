//! Pages of a held site. Customers see a maintenance page. Staff, the provider and kiosks see the site.

/// First path segments that stay open on a held site: the back office, kiosks, the login page that leads to the back
/// office, and pages linked from emails. Matched without regard to case, as in the client.
const OPEN: [&str; 8] = [
    "mmtpo",
    "siteadmin",
    "kiosk",
    "login",
    "passwordrecovery",
    "confirmemail",
    "updated",
    "invitation",
];

/// Whether the page at `path` is closed to customers while the site is held.
pub(super) fn is_closed(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    !OPEN.iter().any(|open| open.eq_ignore_ascii_case(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_office_and_kiosks_stay_available_on_held_sites() {
        for path in [
            "/mmtpo",
            "/MMTPO/orders",
            "/SiteAdmin",
            "/kiosk",
            "/kiosk/device",
            "/logIn",
            "/invitation",
        ] {
            assert!(!is_closed(path), "{path}");
        }
        for path in ["/", "/shop/washes", "/wallet", "/kiosks", "/shop/kiosk"] {
            assert!(is_closed(path), "{path}");
        }
    }
}
