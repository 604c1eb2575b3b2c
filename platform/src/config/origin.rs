//! Public origin of sites: one pattern per installation. Links, origin checks and the base domain derive from it.

use std::fmt;
use std::str::FromStr;

use crate::ids::Subdomain;
use crate::tenancy::{CONSOLE, Site};

const PLACE: &str = "{site}";

/// `http(s)://{site}.<base domain>[:port]`. Never taken from a request's Host header, never stored per site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginPattern {
    scheme: &'static str,
    /// Base domain and the port if it isn't the scheme's default.
    authority: String,
}

/// Invalid pattern of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use http(s)://{{site}}.<base domain>[:port], such as https://{{site}}.base.example")]
pub struct InvalidOrigin;

impl OriginPattern {
    /// URLs of an installation on this machine: `http://{site}.localhost:<port>`.
    pub fn local(port: u16) -> Self {
        Self {
            scheme: "http",
            authority: format!("localhost:{port}"),
        }
    }

    /// URL of the base domain itself.
    pub fn base(&self) -> String {
        format!("{}://{}", self.scheme, self.authority)
    }

    /// URL of the provider's console.
    pub fn console(&self) -> String {
        format!("{}://{CONSOLE}.{}", self.scheme, self.authority)
    }

    /// Scheme, host and port of `site`. Used in links and Origin checks. Never taken from a request.
    pub fn of(&self, site: &Site) -> String {
        self.at(&site.subdomain, site.custom_domain.as_deref())
    }

    /// Origin of a site with this subdomain and possibly a custom domain.
    pub fn at(&self, subdomain: &Subdomain, custom_domain: Option<&str>) -> String {
        match custom_domain {
            Some(domain) => format!("https://{domain}"),
            None => format!("{}://{subdomain}.{}", self.scheme, self.authority),
        }
    }

    /// Whether visitors connect over TLS.
    pub fn is_https(&self) -> bool {
        self.scheme == "https"
    }

    /// Base domain in lower case, without port.
    pub fn base_domain(&self) -> &str {
        self.authority.split(':').next().unwrap_or_default()
    }
}

impl FromStr for OriginPattern {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        let text = text.strip_suffix('/').unwrap_or(text);
        let (scheme, rest) = text.split_once("://").ok_or(InvalidOrigin)?;
        let scheme = ["http", "https"]
            .into_iter()
            .find(|known| *known == scheme)
            .ok_or(InvalidOrigin)?;
        let authority = rest
            .strip_prefix(PLACE)
            .and_then(|rest| rest.strip_prefix('.'))
            .ok_or(InvalidOrigin)?;
        let (domain, port) = match authority.split_once(':') {
            Some((domain, port)) => (domain, Some(port)),
            None => (authority, None),
        };
        let label_fits =
            |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let port_fits = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
        if !domain.split('.').all(label_fits) || !port_fits {
            return Err(InvalidOrigin);
        }
        Ok(Self {
            scheme,
            authority: authority.to_ascii_lowercase(),
        })
    }
}

impl fmt::Display for OriginPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{PLACE}.{}", self.scheme, self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_pattern_is_parsed() {
        let origins: OriginPattern = "https://{site}.Base.example:8443/".parse().unwrap();
        assert_eq!(origins.to_string(), "https://{site}.base.example:8443");
        assert_eq!(origins.base_domain(), "base.example");
        assert_eq!(origins.base(), "https://base.example:8443");
        assert_eq!(OriginPattern::local(8080).to_string(), "http://{site}.localhost:8080");
    }

    #[test]
    fn invalid_patterns_are_rejected() {
        for text in [
            "",
            "{site}.localhost",
            "ftp://{site}.localhost",
            "http://localhost",
            "http://{site}localhost",
            "http://{site}.",
            "http://{site}.a b",
            "http://{site}.localhost:0",
            "http://{site}.localhost:99999",
            "http://{site}.localhost/path",
            "http://user@{site}.localhost",
        ] {
            assert_eq!(text.parse::<OriginPattern>(), Err(InvalidOrigin), "{text}");
        }
    }
}
