//! Validation of push endpoints. Clients choose them, so without these rules they could make the server call any
//! address.

use reqwest::Url;

/// Maximum length of an endpoint.
const LONGEST: usize = 2048;

/// The endpoint, if it is public: HTTPS on the default port. The addresses behind the name are checked on each call
/// (`public_addresses.rs`).
pub(super) fn at_a_public_name(endpoint: &str) -> Option<Url> {
    let url = plain(endpoint)?;
    let name = url.domain()?.trim_end_matches('.');
    let local = ["localhost", "local", "internal", "home.arpa"];
    let is_local = local
        .iter()
        .any(|ending| name == *ending || name.ends_with(&format!(".{ending}")));
    (url.scheme() == "https" && url.port().is_none() && name.contains('.') && !is_local).then_some(url)
}

/// The endpoint, if it belongs to the test server for push services.
pub(super) fn at_the_stand_in(endpoint: &str, stand_in: &Url) -> Option<Url> {
    let url = plain(endpoint)?;
    (url.origin() == stand_in.origin()).then_some(url)
}

fn plain(endpoint: &str) -> Option<Url> {
    let url: Url = (endpoint.len() <= LONGEST).then(|| endpoint.parse().ok()).flatten()?;
    (url.username().is_empty() && url.password().is_none() && url.fragment().is_none()).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_have_public_names() {
        for endpoint in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://web.push.apple.com/QPx",
            "https://wns2-par02p.notify.windows.com/w/?token=abc%3d",
            "https://push.example.com:443/x",
        ] {
            assert!(at_a_public_name(endpoint).is_some(), "{endpoint}");
        }
        for endpoint in [
            "http://push.example.com/x",
            "https://push.example.com:8443/x",
            "https://user@push.example.com/x",
            "https://push.example.com/x#y",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://0x7f000001/x",
            "https://10.0.0.1/x",
            "https://203.0.113.7/x",
            "https://localhost/x",
            "https://a.localhost/x",
            "https://a.localhost./x",
            "https://printer.local/x",
            "https://metadata.google.internal/x",
            "https://intranet/x",
            "file:///etc/passwd",
            "push.example.com/x",
            "",
        ] {
            assert!(at_a_public_name(endpoint).is_none(), "{endpoint}");
        }
        let long = format!("https://push.example.com/{}", "x".repeat(LONGEST));
        assert!(at_a_public_name(&long).is_none());
    }

    #[test]
    fn stub_replaces_every_endpoint() {
        let stand_in = "http://127.0.0.1:4000".parse().unwrap();
        assert!(at_the_stand_in("http://127.0.0.1:4000/push/1", &stand_in).is_some());
        for other in [
            "http://127.0.0.1:4001/push/1",
            "https://127.0.0.1:4000/push/1",
            "http://127.0.0.1:4000@example.com/",
            "http://localhost:4000/",
        ] {
            assert!(at_the_stand_in(other, &stand_in).is_none(), "{other}");
        }
    }
}
