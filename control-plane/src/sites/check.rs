//! Checks the consistency of sites, in this process or while a server runs.

use std::sync::Arc;

use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};

use super::{SiteRecord, SiteState, open};
use crate::plane::ControlPlane;

/// Result of checking one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteReport {
    pub id: SiteId,
    pub subdomain: Subdomain,
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
            subdomain: site.subdomain,
            problems,
        });
    }
    reports
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
