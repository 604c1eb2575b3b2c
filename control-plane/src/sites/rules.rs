//! Validation of new sites.

use jiff::{SignedDuration, Timestamp};

use platform::ids::{InvalidSubdomain, SiteId};
use serde::Serialize;
use tenant_runtime::fields::ascii_host;
use utoipa::ToSchema;

use super::SiteRecord;

/// Time for which a released subdomain stays reserved, because links and bookmarks still use it
/// (docs/RULES.md#subdomains).
pub const QUARANTINE: SignedDuration = SignedDuration::from_hours(180 * 24);

/// State of a subdomain in the control database.
#[derive(Debug, Default)]
pub struct SubdomainUse {
    /// A site has it now.
    pub taken: bool,
    /// Site that released it.
    pub released: Option<Released>,
}

/// Reservation of a released subdomain.
#[derive(Debug)]
pub struct Released {
    /// The site that gave it up can still reclaim it.
    pub by: SiteId,
    /// End of the reservation for the previous site.
    pub until: Timestamp,
}

/// Reason why a subdomain is unavailable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubdomainProblem {
    #[error("the subdomain is already taken; choose another one")]
    Taken,
    #[error("another site released this subdomain; it's available from {0}")]
    Quarantined(Timestamp),
}

/// Reason why a subdomain is unavailable, for validation while typing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Availability {
    Malformed,
    /// Reserved for the installation.
    Reserved,
    /// Another site has it.
    Taken,
    /// Another site gave it up recently.
    Quarantined,
}

impl From<InvalidSubdomain> for Availability {
    fn from(problem: InvalidSubdomain) -> Self {
        match problem {
            InvalidSubdomain::Length | InvalidSubdomain::Characters => Self::Malformed,
            InvalidSubdomain::Reserved => Self::Reserved,
        }
    }
}

impl From<SubdomainProblem> for Availability {
    fn from(problem: SubdomainProblem) -> Self {
        match problem {
            SubdomainProblem::Taken => Self::Taken,
            SubdomainProblem::Quarantined(_) => Self::Quarantined,
        }
    }
}

/// Entered subdomain without invalid characters.
pub fn stripped(entered: &str) -> String {
    entered
        .chars()
        .filter(|character| character.is_ascii_alphanumeric() || *character == '-')
        .map(|character| character.to_ascii_lowercase())
        .collect()
}

/// Whether a site may have the subdomain; `site`: which, if it is not a new one.
///
/// # Errors
/// A live site has it or it is in quarantine.
pub fn may_take(subdomain: &SubdomainUse, site: Option<SiteId>, now: Timestamp) -> Result<(), SubdomainProblem> {
    if subdomain.taken {
        return Err(SubdomainProblem::Taken);
    }
    match &subdomain.released {
        Some(Released { by, until }) if *until > now && site != Some(*by) => Err(SubdomainProblem::Quarantined(*until)),
        _ => Ok(()),
    }
}

/// Reason why a host name can't be used as a custom domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DomainProblem {
    #[error("invalid host name; use one such as www.example.com, without scheme, port or path")]
    Malformed,
    #[error("the host name is under the installation's own domain; rename the site instead")]
    OwnBase,
}

/// Longest host name: with the label of its record, it stays a name.
const LONGEST_DOMAIN: usize = 253 - "_suds.".len();

/// Name of the TXT record that proves the ownership of `domain`.
pub fn record_name(domain: &str) -> String {
    format!("_suds.{domain}")
}

/// Value of that record.
pub fn record_value(token: &str) -> String {
    format!("suds-site={token}")
}

/// Custom domain as stored and looked up: ASCII, lower case, without the root dot. `base`: domain of the installation's
/// sites.
///
/// # Errors
/// It isn't a public host name, or is below `base`.
pub fn custom_domain(entered: &str, base: &str) -> Result<String, DomainProblem> {
    let name = entered.trim().trim_end_matches('.');
    let name = ascii_host(name).unwrap_or_else(|| name.to_ascii_lowercase());
    let fits = |label: &str| {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(allowed)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let mut labels = name.rsplit('.');
    // A host with a numeric last label is an IPv4 address (URL Standard).
    let top_fits = labels
        .next()
        .is_some_and(|top| top.starts_with(|first: char| first.is_ascii_lowercase()));
    if name.len() > LONGEST_DOMAIN || !top_fits || labels.next().is_none() || !name.split('.').all(fits) {
        return Err(DomainProblem::Malformed);
    }
    let below = name
        .strip_suffix(base)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    if below { Err(DomainProblem::OwnBase) } else { Ok(name) }
}

/// The build that a site serves: its pinned build, otherwise its environment's target.
pub fn build_of(site: &SiteRecord, environment_target: Option<&str>) -> Option<String> {
    site.pinned_build
        .clone()
        .or_else(|| environment_target.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use platform::random::SeededRandom;

    use super::*;

    #[test]
    fn invalid_characters_are_removed_from_a_subdomain() {
        for (entered, kept) in [
            (" Blue Wave ", "bluewave"),
            ("b\u{fc}cher", "bcher"),
            ("two-words", "two-words"),
            ("a.b/c", "abc"),
            ("\u{212a}elvin", "elvin"),
            ("!!", ""),
        ] {
            assert_eq!(stripped(entered), kept, "{entered}");
        }
    }

    #[test]
    fn host_names_are_read_strictly() {
        for (entered, kept) in [
            ("www.their-own.example", Ok("www.their-own.example")),
            (" Shop.Example.COM. ", Ok("shop.example.com")),
            ("xn--bcher-kva.example", Ok("xn--bcher-kva.example")),
            ("evil-base.example", Ok("evil-base.example")),
            ("base.example", Err(DomainProblem::OwnBase)),
            ("sparkle.base.example", Err(DomainProblem::OwnBase)),
            ("localhost", Err(DomainProblem::Malformed)),
            ("https://example.com", Err(DomainProblem::Malformed)),
            ("example.com:443", Err(DomainProblem::Malformed)),
            ("example.com/shop", Err(DomainProblem::Malformed)),
            ("127.0.0.1", Err(DomainProblem::Malformed)),
            ("-a.example", Err(DomainProblem::Malformed)),
            ("a..example", Err(DomainProblem::Malformed)),
            ("B\u{fc}cher.example", Ok("xn--bcher-kva.example")),
            ("b\u{fc}cher.example/shop", Err(DomainProblem::Malformed)),
            ("", Err(DomainProblem::Malformed)),
        ] {
            assert_eq!(
                custom_domain(entered, "base.example"),
                kept.map(str::to_owned),
                "{entered}"
            );
        }
    }

    #[test]
    fn released_subdomain_stays_reserved_for_180_days() {
        let now: Timestamp = "2026-03-01T00:00:00Z".parse().unwrap();
        let until = now + QUARANTINE;
        let site = SiteId::generate(&SeededRandom::new(1));
        let released = SubdomainUse {
            taken: false,
            released: Some(Released { by: site, until }),
        };
        let taken = SubdomainUse {
            taken: true,
            released: None,
        };
        assert_eq!(may_take(&SubdomainUse::default(), None, now), Ok(()));
        assert_eq!(may_take(&taken, None, now), Err(SubdomainProblem::Taken));
        let quarantined = Err(SubdomainProblem::Quarantined(until));
        assert_eq!(may_take(&released, None, now), quarantined);
        let other = SiteId::generate(&SeededRandom::new(2));
        assert_eq!(may_take(&released, Some(other), now), quarantined);
        assert_eq!(may_take(&released, Some(site), now), Ok(()), "it may go back");
        assert_eq!(may_take(&released, None, until), Ok(()));
    }
}
