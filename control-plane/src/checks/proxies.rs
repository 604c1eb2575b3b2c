//! Reverse proxies, as the server sees them.

use std::net::IpAddr;

use platform::http::TrustedProxies;

use super::check::{Check, named};

const NAME: &str = "trusted proxies";

/// Proxies whose requests the server has received. `None`: no server runs.
pub(super) fn check(proxies: Option<&TrustedProxies>) -> Check {
    let Some(proxies) = proxies else {
        return Check::ok(NAME, "not checked, because no server is running");
    };
    let untrusted = names(&proxies.untrusted());
    if !untrusted.is_empty() {
        let fix = format!(
            "set SUDS_TRUSTED_PROXIES={}, then send SIGHUP or restart",
            untrusted.join(",")
        );
        let message = format!("requests came through {}, which isn't trusted", named(&untrusted));
        return Check::fail(NAME, message, fix);
    }
    let seen = names(&proxies.seen());
    if !seen.is_empty() {
        return Check::ok(
            NAME,
            format!("requests came through {}, which is trusted", named(&seen)),
        );
    }
    if proxies.is_empty() {
        return Check::ok(NAME, "not set, and no requests came through a proxy");
    }
    Check::ok(NAME, "no requests came through a proxy yet")
}

fn names(addresses: &[IpAddr]) -> Vec<String> {
    addresses.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;
    use platform::http::ClientAddress;

    use super::super::check::CheckState;
    use super::*;

    #[test]
    fn proxies_are_shown_as_seen() {
        assert_eq!(check(None).state, CheckState::Ok);
        let proxies: TrustedProxies = "10.0.0.1".parse().unwrap();
        assert_eq!(check(Some(&proxies)).message, "no requests came through a proxy yet");
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "203.0.113.9".parse().unwrap());
        ClientAddress::of("10.0.0.1:4000".parse().unwrap(), &headers, &proxies);
        let seen = check(Some(&proxies));
        assert_eq!(seen.message, "requests came through 10.0.0.1, which is trusted");
        ClientAddress::of("10.0.0.2:4000".parse().unwrap(), &headers, &proxies);
        let untrusted = check(Some(&proxies));
        assert_eq!(untrusted.state, CheckState::Fail);
        assert!(untrusted.fix.unwrap().contains("SUDS_TRUSTED_PROXIES=10.0.0.2"));
    }
}
