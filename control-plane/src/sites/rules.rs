//! Which site may be made.

use jiff::{SignedDuration, Timestamp};

use super::SiteRecord;

/// How long a released subdomain stays reserved: links and bookmarks still lead there (docs/RULES.md#subdomains).
pub const QUARANTINE: SignedDuration = SignedDuration::from_hours(180 * 24);

/// What the control database knows about a subdomain.
#[derive(Debug, Default)]
pub struct SubdomainUse {
    /// A site that has it now.
    pub taken: bool,
    /// Until when it is in quarantine.
    pub released_until: Option<Timestamp>,
}

/// Why a subdomain cannot be given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubdomainProblem {
    #[error("The subdomain is taken.")]
    Taken,
    #[error("The subdomain was given up by another site and is free from {0}.")]
    Quarantined(Timestamp),
}

/// Whether a new site may have the subdomain.
///
/// # Errors
/// When a live site has it or it is in quarantine.
pub fn may_take(subdomain: &SubdomainUse, now: Timestamp) -> Result<(), SubdomainProblem> {
    if subdomain.taken {
        return Err(SubdomainProblem::Taken);
    }
    match subdomain.released_until {
        Some(until) if until > now => Err(SubdomainProblem::Quarantined(until)),
        _ => Ok(()),
    }
}

/// The build that a site serves: its pin, else what its environment is to run.
pub fn build_of(site: &SiteRecord, environment_target: Option<&str>) -> Option<String> {
    site.pinned_build
        .clone()
        .or_else(|| environment_target.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subdomain_is_given_once_and_rests_for_180_days() {
        let now: Timestamp = "2026-03-01T00:00:00Z".parse().unwrap();
        let until = now + QUARANTINE;
        let released = SubdomainUse {
            taken: false,
            released_until: Some(until),
        };
        assert_eq!(may_take(&SubdomainUse::default(), now), Ok(()));
        assert_eq!(
            may_take(
                &SubdomainUse {
                    taken: true,
                    released_until: None
                },
                now
            ),
            Err(SubdomainProblem::Taken)
        );
        assert_eq!(may_take(&released, now), Err(SubdomainProblem::Quarantined(until)));
        assert_eq!(may_take(&released, until), Ok(()));
    }
}
