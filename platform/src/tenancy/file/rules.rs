//! Decides whether a file may be served for a site. Pure.

use super::{Said, Tie};
use crate::ids::SiteId;

/// Contradiction between a file and its site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    #[error("the file belongs to another site, {0}")]
    OfAnotherSite(String),
    #[error("the file isn't this site's original file")]
    AnotherBeginning,
    #[error("the file has no site ID, but this site's file had one")]
    Unsigned,
}

/// Action for a file that may be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tenancy) enum Verdict {
    Serve,
    /// The file knows, the index does not yet.
    Record(Tie),
    /// Neither knows: a file made before they did becomes the site's, once.
    Adopt,
}

/// Action required before a file may be adopted for a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tenancy) enum Adoption {
    /// The file does not say whose it is.
    Tie,
    /// The file names its owner, and the record is of another origin.
    Record(Tie),
    /// Serve the file as it is.
    None,
}

/// Requirements for serving a file that may be the site's.
pub(in crate::tenancy) fn adoption(
    site: SiteId,
    said: Option<&Said>,
    record: Option<Tie>,
) -> Result<Adoption, FileProblem> {
    match (judge(site, said, record), said) {
        (Err(problem @ FileProblem::OfAnotherSite(_)), _) => Err(problem),
        (Ok(Verdict::Serve), _) => Ok(Adoption::None),
        (_, Some(said)) => Ok(Adoption::Record(said.tie)),
        (_, None) => Ok(Adoption::Tie),
    }
}

/// Compares a file's identity with its site and with the site's record.
pub(in crate::tenancy) fn judge(
    site: SiteId,
    said: Option<&Said>,
    record: Option<Tie>,
) -> Result<Verdict, FileProblem> {
    match (said, record) {
        (Some(said), _) if said.site != site.to_string() => Err(FileProblem::OfAnotherSite(said.site.clone())),
        (Some(said), Some(record)) if said.tie != record => Err(FileProblem::AnotherBeginning),
        (Some(_), Some(_)) => Ok(Verdict::Serve),
        (Some(said), None) => Ok(Verdict::Record(said.tie)),
        (None, Some(_)) => Err(FileProblem::Unsigned),
        (None, None) => Ok(Verdict::Adopt),
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::random::SeededRandom;

    #[test]
    fn file_is_adopted_only_without_contradictions() {
        let (site, other) = (
            SiteId::generate(&SeededRandom::new(1)),
            SiteId::generate(&SeededRandom::new(2)),
        );
        let tie = |first_migration| Tie {
            first_migration,
            at: Timestamp::UNIX_EPOCH,
        };
        let said = |site: SiteId| Said {
            site: site.to_string(),
            tie: tie(7),
        };
        assert_eq!(judge(site, None, None), Ok(Verdict::Adopt));
        assert_eq!(judge(site, Some(&said(site)), None), Ok(Verdict::Record(tie(7))));
        assert_eq!(judge(site, Some(&said(site)), Some(tie(7))), Ok(Verdict::Serve));
        assert_eq!(
            judge(site, Some(&said(site)), Some(tie(8))),
            Err(FileProblem::AnotherBeginning)
        );
        assert_eq!(judge(site, None, Some(tie(7))), Err(FileProblem::Unsigned));
        for record in [None, Some(tie(7))] {
            let verdict = judge(site, Some(&said(other)), record);
            assert_eq!(verdict, Err(FileProblem::OfAnotherSite(other.to_string())));
        }
        assert_eq!(adoption(site, None, Some(tie(7))), Ok(Adoption::Tie));
        assert_eq!(
            adoption(site, Some(&said(site)), Some(tie(8))),
            Ok(Adoption::Record(tie(7)))
        );
        assert_eq!(adoption(site, Some(&said(site)), Some(tie(7))), Ok(Adoption::None));
        for record in [None, Some(tie(7))] {
            assert!(adoption(site, Some(&said(other)), record).is_err());
        }
    }
}
