//! Strict reading of the Host header.

use std::net::IpAddr;
use std::sync::Arc;

use super::directory::{LoadError, Lookup, Site};
use crate::ids::Subdomain;

/// The label at which provider staff work.
const CONSOLE: &str = "console";

/// What answers at a host.
#[derive(Clone, Debug)]
pub enum Resolved {
    Site(Arc<Site>),
    /// The provider's console.
    Console,
    /// A base domain itself.
    Base,
    /// No site has this name.
    Unknown,
}

/// Why a host could not be resolved.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error("the Host header cannot be read")]
    Malformed,
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// Splits `host` into what to look for, or into an answer that needs no look-up (`Err`).
pub(super) fn parse_host(host: &str, base_domains: &[String]) -> Result<Result<Lookup, Resolved>, HostError> {
    let name = without_port(host)?.trim_end_matches('.').to_ascii_lowercase();
    if name.is_empty() || name.len() > 253 {
        return Err(HostError::Malformed);
    }
    if name.parse::<IpAddr>().is_ok() || name.starts_with('[') {
        return Ok(Err(Resolved::Unknown));
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    if !name.chars().all(allowed) || name.split('.').any(str::is_empty) {
        return Err(HostError::Malformed);
    }
    for base in base_domains {
        if name == *base {
            return Ok(Err(Resolved::Base));
        }
        if let Some(label) = name.strip_suffix(base.as_str()).and_then(|rest| rest.strip_suffix('.')) {
            if label == CONSOLE {
                return Ok(Err(Resolved::Console));
            }
            return Ok(label
                .parse::<Subdomain>()
                .map(Lookup::Label)
                .map_err(|_| Resolved::Unknown));
        }
    }
    Ok(Ok(Lookup::Domain(name)))
}

fn without_port(host: &str) -> Result<&str, HostError> {
    if host.starts_with('[') {
        return Ok(host);
    }
    match host.split_once(':') {
        None => Ok(host),
        Some((name, port)) if !port.is_empty() && port.parse::<u16>().is_ok() => Ok(name),
        Some(_) => Err(HostError::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(host: &str) -> String {
        match parse_host(host, &["localhost".to_owned(), "base.example".to_owned()]) {
            Err(_) => "malformed".to_owned(),
            Ok(Err(resolved)) => format!("{resolved:?}").to_lowercase(),
            Ok(Ok(Lookup::Label(label))) => format!("label {label}"),
            Ok(Ok(Lookup::Domain(domain))) => format!("domain {domain}"),
            Ok(Ok(Lookup::Id(_))) => "id".to_owned(),
        }
    }

    #[test]
    fn hosts_are_read_strictly() {
        for (host, expected) in [
            ("sparkle.localhost:8080", "label sparkle"),
            ("SPARKLE.base.example.", "label sparkle"),
            ("two-words.localhost", "label two-words"),
            ("console.localhost", "console"),
            ("localhost:8080", "base"),
            ("www.localhost", "unknown"),
            ("a.b.localhost", "unknown"),
            ("127.0.0.1:8080", "unknown"),
            ("[::1]:8080", "unknown"),
            ("www.their-own.example", "domain www.their-own.example"),
            ("evil-base.example", "domain evil-base.example"),
            ("", "malformed"),
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
