//! Identifiers of sites, by permanent ID and visible subdomain, and of requests.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::random::Random;

/// The immutable id of a site. It names the site's database file and its prefix in the object store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SiteId(Uuid);

impl SiteId {
    pub fn generate(random: &dyn Random) -> Self {
        Self(uuid::Builder::from_random_bytes(random.bytes()).into_uuid())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid site ID; use a lowercase hyphenated UUID")]
pub struct InvalidSiteId;

impl FromStr for SiteId {
    type Err = InvalidSiteId;

    /// Accepts the canonical spelling only, since ids become parts of paths and keys and each must have one name there.
    fn from_str(text: &str) -> Result<Self, InvalidSiteId> {
        let id = Self(Uuid::try_parse(text).map_err(|_| InvalidSiteId)?);
        if id.to_string() == text {
            Ok(id)
        } else {
            Err(InvalidSiteId)
        }
    }
}

impl fmt::Display for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

impl TryFrom<String> for SiteId {
    type Error = InvalidSiteId;

    fn try_from(text: String) -> Result<Self, InvalidSiteId> {
        text.parse()
    }
}

impl From<SiteId> for String {
    fn from(id: SiteId) -> Self {
        id.to_string()
    }
}

/// The id of one request, made by the server: the client reads it in the answer, and what the request led to is logged
/// with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl RequestId {
    pub fn generate(random: &dyn Random) -> Self {
        Self(HEXLOWER.encode(&random.bytes::<12>()).into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for RequestId {
    /// One that was kept.
    fn from(kept: String) -> Self {
        Self(kept.into())
    }
}

/// The first label of a site's address: 3 to 63 letters, digits and inner hyphens, the first a letter, in lower case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Subdomain(String);

/// Labels that mean something to the installation or to the machines that talk to it.
const RESERVED: &[&str] = &[
    "abuse",
    "account",
    "accounts",
    "admin",
    "api",
    "app",
    "apps",
    "assets",
    "autoconfig",
    "autodiscover",
    "billing",
    "blog",
    "cdn",
    "console",
    "dashboard",
    "demo",
    "dev",
    "docs",
    "ftp",
    "help",
    "hostmaster",
    "imap",
    "internal",
    "localhost",
    "login",
    "mail",
    "metrics",
    "mta-sts",
    "news",
    "ns1",
    "ns2",
    "pop",
    "pop3",
    "postmaster",
    "prod",
    "provider",
    "root",
    "security",
    "smtp",
    "staging",
    "static",
    "status",
    "support",
    "system",
    "test",
    "webmail",
    "webmaster",
    "wpad",
    "www",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSubdomain {
    #[error("use 3 to 63 characters")]
    Length,
    #[error("use letters a to z, digits and hyphens, start with a letter, and don't end with a hyphen")]
    Characters,
    #[error("it's reserved")]
    Reserved,
}

impl Subdomain {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Subdomain {
    type Err = InvalidSubdomain;

    fn from_str(text: &str) -> Result<Self, InvalidSubdomain> {
        if !(3..=63).contains(&text.len()) {
            return Err(InvalidSubdomain::Length);
        }
        let label = text.to_ascii_lowercase();
        let allowed = label
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        // Two hyphens in third and fourth place announce an internationalised name (RFC 5891, section 4.2.3.1).
        let encoded = label.get(2..4) == Some("--");
        if !allowed || encoded || !label.starts_with(|first: char| first.is_ascii_lowercase()) || label.ends_with('-') {
            return Err(InvalidSubdomain::Characters);
        }
        if RESERVED.binary_search(&label.as_str()).is_ok() {
            return Err(InvalidSubdomain::Reserved);
        }
        Ok(Self(label))
    }
}

impl fmt::Display for Subdomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Subdomain {
    type Error = InvalidSubdomain;

    fn try_from(text: String) -> Result<Self, InvalidSubdomain> {
        text.parse()
    }
}

impl From<Subdomain> for String {
    fn from(subdomain: Subdomain) -> Self {
        subdomain.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SeededRandom;

    #[test]
    fn site_id_has_one_spelling() {
        let id = SiteId::generate(&SeededRandom::new(1));
        let text = id.to_string();
        assert_eq!(text.parse(), Ok(id));
        assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{text}\""));
        for other in [
            text.to_uppercase(),
            text.replace('-', ""),
            format!("{{{text}}}"),
            format!("urn:uuid:{text}"),
            format!("{text} "),
            "../../etc".into(),
            String::new(),
        ] {
            assert_eq!(other.parse::<SiteId>(), Err(InvalidSiteId), "{other}");
            assert!(serde_json::from_value::<SiteId>(other.into()).is_err());
        }
    }

    #[test]
    fn subdomain_is_lower_cased() {
        assert_eq!("Blue-Wave2".parse::<Subdomain>().unwrap().as_str(), "blue-wave2");
        let longest = "a".repeat(63);
        assert_eq!(longest.parse::<Subdomain>().unwrap().as_str(), longest);
    }

    #[test]
    fn subdomain_is_refused() {
        use InvalidSubdomain::{Characters, Length, Reserved};
        for (text, why) in [
            ("", Length),
            ("ab", Length),
            (&*"a".repeat(64), Length),
            ("1abc", Characters),
            ("-abc", Characters),
            ("abc-", Characters),
            ("a.bc", Characters),
            ("a_bc", Characters),
            ("ab c", Characters),
            ("xn--bcher-kva", Characters),
            ("bücher", Characters),
            ("\u{212a}elvin", Characters),
            ("www", Reserved),
            ("Console", Reserved),
            ("api", Reserved),
        ] {
            assert_eq!(text.parse::<Subdomain>(), Err(why), "{text}");
        }
    }

    #[test]
    fn reserved_list_can_be_searched() {
        assert!(RESERVED.is_sorted());
    }
}
