//! Releases every held site, as after the recovery of an installation.

use std::sync::Arc;

use jiff::Timestamp;
use platform::ids::Subdomain;
use serde::{Deserialize, Serialize};
use tenant_runtime::demo_data::Progress;

use super::release::{self, Acknowledged, ReleaseError};
use super::{HoldReason, SiteRecord, SiteState, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// A held site and the result of its release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldSite {
    pub subdomain: Subdomain,
    pub environment: String,
    pub reason: HoldReason,
    pub since: Timestamp,
    /// Number of differences, if counted.
    pub differences: Option<usize>,
    /// Problem that keeps the site held.
    pub problem: Option<String>,
}

/// Held sites, released or only compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseRun {
    pub dry_run: bool,
    pub sites: Vec<HeldSite>,
}

impl ReleaseRun {
    /// Whether all sites to release were released.
    pub fn is_good(&self) -> bool {
        let is_left = |site: &HeldSite| site.problem.is_some() && !may_run_elsewhere(site.reason);
        self.dry_run || !self.sites.iter().any(is_left)
    }
}

/// Held sites, in the order of the site list.
pub async fn held_sites(plane: &ControlPlane) -> Result<Vec<SiteRecord>, ControlDbError> {
    let mut all = store::list(&mut plane.db.read().await?).await?;
    all.retain(|site| site.hold.is_some() && matches!(site.state, SiteState::Active | SiteState::Suspended));
    Ok(all)
}

/// Whether a held site is included in a release of all.
pub fn is_released(site: &SiteRecord) -> bool {
    site.hold.is_some_and(|hold| !may_run_elsewhere(hold.reason))
}

/// Compares each site with its processor and terminals. Releases none.
pub async fn look_at(plane: &Arc<ControlPlane>, held: Vec<SiteRecord>, told: &Progress<'_>) -> ReleaseRun {
    let (total, mut sites) = (held.len(), Vec::new());
    for site in held {
        let looked = match is_released(&site) {
            true => release::hold_report(plane, site.id)
                .await
                .map(|(_, report)| report.differences.len()),
            false => Ok(0),
        };
        sites.extend(told_of(&site, looked));
        told(sites.len(), total);
    }
    ReleaseRun { dry_run: true, sites }
}

/// Releases each site. A failure is reported with its site, and the others are still released.
pub async fn release(
    plane: &Arc<ControlPlane>,
    held: Vec<SiteRecord>,
    acknowledge_all: bool,
    actor: &str,
    told: &Progress<'_>,
) -> ReleaseRun {
    let (total, mut sites) = (held.len(), Vec::new());
    for site in held {
        let acknowledged = if acknowledge_all {
            Acknowledged::All
        } else {
            Acknowledged::Ids(&[])
        };
        let released = match is_released(&site) {
            true => release::release(plane, site.id, acknowledged, actor).await.map(|_| 0),
            false => Ok(0),
        };
        sites.extend(told_of(&site, released).map(|told| HeldSite {
            differences: None,
            ..told
        }));
        told(sites.len(), total);
    }
    ReleaseRun { dry_run: false, sites }
}

fn told_of(site: &SiteRecord, result: Result<usize, ReleaseError>) -> Option<HeldSite> {
    let hold = site.hold?;
    let (differences, problem) = match result {
        _ if may_run_elsewhere(hold.reason) => {
            let problem = "left held, because another installation may run it; release it by name";
            (None, Some(problem.to_owned()))
        }
        Ok(differences) => (Some(differences), None),
        Err(ReleaseError::Unacknowledged(left)) => {
            let problem = format!("{} differences; acknowledge them with --acknowledge-all", left.0.len());
            (None, Some(problem))
        }
        Err(error) => (None, Some(error.to_string())),
    };
    Some(HeldSite {
        subdomain: site.subdomain.clone(),
        environment: site.environment.clone(),
        reason: hold.reason,
        since: hold.since,
        differences,
        problem,
    })
}

/// Whether the site had been exported before the hold.
const fn may_run_elsewhere(reason: HoldReason) -> bool {
    matches!(reason, HoldReason::Moved | HoldReason::Undeleted)
}
