//! Strict parsing of the Host header.

use std::net::IpAddr;

use super::site::Lookup;
use crate::ids::Subdomain;

/// Subdomain of the provider's console.
pub(crate) const CONSOLE: &str = "console";

/// Target of a host name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Host {
    /// Possible site.
    Site(Lookup),
    /// The provider's console.
    Console,
    /// A base domain itself.
    Base,
    /// No site can have this name.
    Nobody,
}

/// A Host header that makes no sense.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid Host header")]
pub struct MalformedHost;

/// Target of `host`, with or without a port, below `base_domains` or as a custom domain.
pub(super) fn parse_host(host: &str, base_domains: &[String]) -> Result<Host, MalformedHost> {
    let name = without_port(host)?;
    // A fully qualified name ends with one dot.
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    if name.is_empty() || name.len() > 253 {
        return Err(MalformedHost);
    }
    if name.parse::<IpAddr>().is_ok() || name.starts_with('[') {
        return Ok(Host::Nobody);
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    if !name.chars().all(allowed) || name.split('.').any(str::is_empty) {
        return Err(MalformedHost);
    }
    for base in base_domains {
        if name == *base {
            return Ok(Host::Base);
        }
        if let Some(label) = name.strip_suffix(base.as_str()).and_then(|rest| rest.strip_suffix('.')) {
            if label == CONSOLE {
                return Ok(Host::Console);
            }
            let label = label.parse::<Subdomain>();
            return Ok(label.map_or(Host::Nobody, |label| Host::Site(Lookup::Label(label))));
        }
    }
    Ok(Host::Site(Lookup::Domain(name)))
}

fn without_port(host: &str) -> Result<&str, MalformedHost> {
    if host.starts_with('[') {
        return Ok(host);
    }
    match host.split_once(':') {
        None => Ok(host),
        Some((name, port)) if !port.is_empty() && port.parse::<u16>().is_ok() => Ok(name),
        Some(_) => Err(MalformedHost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(host: &str) -> String {
        match parse_host(host, &["localhost".to_owned(), "base.example".to_owned()]) {
            Err(_) => "malformed".to_owned(),
            Ok(Host::Site(Lookup::Label(label))) => format!("label {label}"),
            Ok(Host::Site(Lookup::Domain(domain))) => format!("domain {domain}"),
            Ok(Host::Site(Lookup::Id(_))) => "id".to_owned(),
            Ok(other) => format!("{other:?}").to_lowercase(),
        }
    }

    #[test]
    fn host_names_are_parsed_strictly() {
        for (host, expected) in [
            ("sparkle.localhost:8080", "label sparkle"),
            ("SPARKLE.base.example.", "label sparkle"),
            ("two-words.localhost", "label two-words"),
            ("console.localhost", "console"),
            ("localhost:8080", "base"),
            ("www.localhost", "nobody"),
            ("a.b.localhost", "nobody"),
            ("127.0.0.1:8080", "nobody"),
            ("[::1]:8080", "nobody"),
            ("www.their-own.example", "domain www.their-own.example"),
            ("evil-base.example", "domain evil-base.example"),
            ("", "malformed"),
            ("sparkle.localhost..", "malformed"),
            ("sparkle.localhost..:8080", "malformed"),
            ("their-own.example..", "malformed"),
            ("..", "malformed"),
            ("sparkle..localhost", "malformed"),
            ("spa rkle.localhost", "malformed"),
            ("sparkle.localhost:", "malformed"),
            ("sparkle.localhost:99999", "malformed"),
            ("user@sparkle.localhost", "malformed"),
        ] {
            assert_eq!(parse(host), expected, "{host}");
        }
    }
}
