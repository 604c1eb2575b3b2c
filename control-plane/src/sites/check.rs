//! Checks the consistency of sites, in this process or while a server runs.

use std::sync::Arc;

use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};

use super::{SiteRecord, SiteState, Stray, open};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// Result of checking one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteReport {
    pub id: SiteId,
    /// Unknown for some files that no site owns.
    pub subdomain: Option<Subdomain>,
    /// Violated rules as text. Empty if the manifest is valid.
    pub problems: Vec<String>,
}

/// Checks the consistency of those `sites` that are or could be live. An unreadable site is reported as a problem.
pub async fn check(plane: &Arc<ControlPlane>, sites: Vec<SiteRecord>) -> Vec<SiteReport> {
    let mut reports = Vec::new();
    for site in sites
        .into_iter()
        .filter(|site| matches!(site.state, SiteState::Active | SiteState::Suspended))
    {
        let problems = match violations(plane, site.id).await {
            Ok(violations) => violations,
            Err(problem) => vec![problem],
        };
        reports.push(SiteReport {
            id: site.id,
            subdomain: Some(site.subdomain),
            problems,
        });
    }
    reports
}

/// Reports of the files that no site owns.
///
/// # Errors
/// The control database can't be read.
pub async fn check_strays(plane: &ControlPlane) -> Result<Vec<SiteReport>, ControlDbError> {
    let strays = super::strays(plane).await?;
    let report = |stray: Stray| SiteReport {
        id: stray.id,
        subdomain: stray.subdomain.as_deref().and_then(|subdomain| subdomain.parse().ok()),
        problems: vec![stray.problem()],
    };
    Ok(strays.into_iter().map(report).collect())
}

async fn violations(plane: &ControlPlane, id: SiteId) -> Result<Vec<String>, String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("can't read the site: {error}");
    let open = open(plane, id).await.map_err(|error| unreadable(&error))?;
    let mut db = open.read().await.map_err(|error| unreadable(&error))?;
    let keys = (open.keys(), open.is_sealed());
    tenant_runtime::check::violations(tenant_runtime::domains::DOMAINS, keys, plane.now(), &mut db)
        .await
        .map_err(|error| unreadable(&error))
}
