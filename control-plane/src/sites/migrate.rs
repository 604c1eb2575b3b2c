//! Migrates sites' databases to this program's schema before they are used.

use std::sync::Arc;

use tenant_runtime::demo_data::Progress;
use uuid::Uuid;

use super::{SiteRecord, SiteReport, open};
use crate::audit;
use crate::environments;
use crate::plane::ControlPlane;
use crate::rollouts::{self, Act, NewRollout, Rollout, RolloutError, RolloutKind, RolloutState, Stepped};

/// Sites read per page.
const PAGE: i64 = 200;

/// Migrates one site. Failures are returned as its problem.
pub async fn migrate(plane: &ControlPlane, site: &SiteRecord) -> SiteReport {
    let problems = match open(plane, site.id).await {
        Ok(_) => Vec::new(),
        Err(error) => vec![error.to_string()],
    };
    SiteReport {
        id: site.id,
        subdomain: Some(site.subdomain.clone()),
        problems,
    }
}

/// Migrates the sites of all environments, as a rollout of each; an interrupted run isn't repeated. Returns every site;
/// one with a problem stays unchanged, and the next run tries it again.
///
/// # Errors
/// The control database fails; the next run continues.
pub async fn migrate_all(plane: &Arc<ControlPlane>, told: &Progress<'_>) -> Result<Vec<SiteReport>, RolloutError> {
    let mut rollouts = Vec::new();
    let environments = environments::store::list(&mut plane.db.read().await?).await?;
    for environment in environments {
        let sites = environments::store::sites(&mut plane.db.read().await?, &environment.name).await?;
        if sites > 0 {
            rollouts.push(begin(plane, environment.name).await?);
        }
    }
    let total: i64 = rollouts.iter().map(Rollout::sites).sum();
    let mut done = 0;
    let mut reports = Vec::new();
    for rollout in &rollouts {
        loop {
            let stepped = rollouts::step(plane, rollout.id).await?;
            let now = rollouts::find(plane, rollout.id).await?;
            told(count(done + now.had_their_turn()), count(total));
            // Someone may have paused it; the rest is then skipped.
            if stepped != Stepped::On || now.finished_at.is_some() {
                break;
            }
        }
        done += rollouts::find(plane, rollout.id).await?.had_their_turn();
        report(plane, rollout.id, &mut reports).await?;
    }
    Ok(reports)
}

/// The sweep of an environment: an interrupted one, or a new one.
async fn begin(plane: &ControlPlane, environment: String) -> Result<Rollout, RolloutError> {
    let new = NewRollout {
        environment,
        kind: RolloutKind::Database,
        target: None,
        waves: vec!["all".to_owned()],
        sites: Vec::new(),
        wait_seconds: Some(0),
    };
    match rollouts::start(plane, new, audit::CLI).await {
        Err(RolloutError::UnderWay { id, .. }) => {
            let id: Uuid = id.parse().map_err(|_| RolloutError::NoRollout(id))?;
            let rollout = rollouts::find(plane, id).await?;
            if rollout.state == RolloutState::Paused {
                return rollouts::act(plane, None, id, Act::Resume, audit::CLI).await;
            }
            Ok(rollout)
        }
        started => started,
    }
}

async fn report(plane: &ControlPlane, rollout: Uuid, reports: &mut Vec<SiteReport>) -> Result<(), RolloutError> {
    let mut after: Option<String> = None;
    loop {
        let mut db = plane.db.read().await?;
        let page = rollouts::store::sites(&mut db, rollout, None, after.as_deref(), PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.cursor());
        reports.extend(page.into_iter().map(|site| SiteReport {
            id: site.id,
            subdomain: Some(site.subdomain),
            problems: site.reason.into_iter().collect(),
        }));
    }
}

fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}
