//! Validation of new sites.

use jiff::{SignedDuration, Timestamp};

use platform::ids::{InvalidSubdomain, SiteId};
use serde::Serialize;
use utoipa::ToSchema;

use super::SiteRecord;

/// How long a released subdomain stays reserved: links and bookmarks still lead there (docs/RULES.md#subdomains).
pub const QUARANTINE: SignedDuration = SignedDuration::from_hours(180 * 24);

/// What the control database knows about a subdomain.
#[derive(Debug, Default)]
pub struct SubdomainUse {
    /// A site that has it now.
    pub taken: bool,
    /// Who gave it up.
    pub released: Option<Released>,
}

/// How a subdomain rests.
#[derive(Debug)]
pub struct Released {
    /// The site that gave it up, and may go back to it.
    pub by: SiteId,
    /// Until when nobody else can have it.
    pub until: Timestamp,
}

/// Why a subdomain cannot be given.
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
    /// It means something to the installation.
    Reserved,
    /// Another site has it.
    Taken,
    /// Another site gave it up a short while ago.
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

/// What somebody enters as a subdomain, without the characters that none has.
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
/// When a live site has it or it is in quarantine.
pub fn may_take(subdomain: &SubdomainUse, site: Option<SiteId>, now: Timestamp) -> Result<(), SubdomainProblem> {
    if subdomain.taken {
        return Err(SubdomainProblem::Taken);
    }
    match &subdomain.released {
        Some(Released { by, until }) if *until > now && site != Some(*by) => Err(SubdomainProblem::Quarantined(*until)),
        _ => Ok(()),
    }
}

/// Why a host name cannot lead to a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DomainProblem {
    #[error("invalid host name; use one such as www.example.com, without scheme, port or path")]
    Malformed,
    #[error("the host name is under the installation's own domain; rename the site instead")]
    OwnBase,
}

/// A site's own host name as it is kept and looked for: ASCII, lower case, without the dot of the root. `base`: the domain under
/// which the installation's sites lie.
///
/// # Errors
/// When it is no host name that people can visit, or lies under `base`.
pub fn custom_domain(entered: &str, base: &str) -> Result<String, DomainProblem> {
    let name = entered.trim().trim_end_matches('.').to_ascii_lowercase();
    let fits = |label: &str| {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(allowed)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let mut labels = name.rsplit('.');
    // What ends in a number is an address: the URL Standard reads it as one of IPv4.
    let top_fits = labels
        .next()
        .is_some_and(|top| top.starts_with(|first: char| first.is_ascii_lowercase()));
    if name.len() > 253 || !top_fits || labels.next().is_none() || !name.split('.').all(fits) {
        return Err(DomainProblem::Malformed);
    }
    let below = name
        .strip_suffix(base)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    if below { Err(DomainProblem::OwnBase) } else { Ok(name) }
}

/// The build that a site serves: its pin, else what its environment is to run.
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
    fn what_no_subdomain_has_is_dropped() {
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
            ("b\u{fc}cher.example", Err(DomainProblem::Malformed)),
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
    fn a_subdomain_is_given_once_and_rests_for_180_days() {
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
