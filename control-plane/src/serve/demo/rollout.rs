//! Console data of the demo: yesterday's build, development sites, and a rollout in progress.

use std::path::Path;
use std::sync::Arc;

use jiff::SignedDuration;
use platform::ids::Subdomain;

use super::{ACTOR, DemoError, ENVIRONMENT, make_site, marks};
use crate::builds::{self, Folder, Republish};
use crate::environments;
use crate::plane::ControlPlane;
use crate::rollouts::{self, NewRollout, RolloutError, RolloutKind};
use crate::sites;

/// Environment of the developers' sites.
const DEVELOPERS: &str = "dev";
/// Number of merchants with a development site.
const SITES: usize = 3;
/// Bake time of the canary in seconds, long enough for viewers to see the rollout in progress.
const WATCHED: i64 = 24 * 3600;

/// Publishes the build before `folder`, with which every environment starts.
pub(super) async fn publish_earlier(plane: &ControlPlane, folder: &Folder) -> Result<(), DemoError> {
    if !builds::store::list(&mut plane.db.read().await?).await?.is_empty() {
        return Ok(());
    }
    let Some(version) = folder.version.before() else {
        return Ok(());
    };
    let earlier = folder.under(version, folder.time_stamp - SignedDuration::from_hours(7 * 24));
    builds::publish(plane, &earlier, Republish::Refuse, ACTOR).await?;
    Ok(())
}

/// Switches the shops to a build: by rollout if it is newer than theirs, otherwise at once.
pub(super) async fn run_by_shops(plane: &Arc<ControlPlane>, version: &str) -> Result<(), DemoError> {
    let new = to(ENVIRONMENT, version, "all", 0);
    match rollouts::start(plane, new, ACTOR).await {
        Ok(_) => Ok(rollouts::tick(plane).await?),
        // Someone is trying out a rollout; don't interfere.
        Err(RolloutError::UnderWay { .. }) => Ok(()),
        Err(RolloutError::NotNewer { .. }) => {
            let mut db = plane.db.write().await?;
            environments::store::set_target(&mut db, ENVIRONMENT, Some(version)).await?;
            db.commit().await?;
            plane.site_directory_changed();
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// Creates the developers' sites and starts the rollout to them, unless an earlier start did.
pub(super) async fn ensure<'a>(
    plane: &Arc<ControlPlane>,
    merchants: impl Iterator<Item = (&'a Path, &'a Subdomain)>,
) -> Result<(), DemoError> {
    const MARK: &str = "rollout to developers";
    let newest = builds::store::list(&mut plane.db.read().await?)
        .await?
        .into_iter()
        .next();
    let Some(newest) = newest.filter(|_| !marks::has(plane.dir(), MARK).unwrap_or(true)) else {
        return Ok(());
    };
    for (folder, merchant) in merchants.take(SITES) {
        let Ok(subdomain) = format!("{merchant}-dev").parse::<Subdomain>() else {
            continue;
        };
        let known = sites::store::find_live(&mut plane.db.read().await?, &subdomain).await?;
        if known.is_none() {
            make_site(plane, folder, (merchant, subdomain), DEVELOPERS).await?;
        }
    }
    let new = to(DEVELOPERS, &newest.version.to_string(), "canary", WATCHED);
    let new = NewRollout {
        waves: vec!["canary".to_owned(), "all".to_owned()],
        ..new
    };
    match rollouts::start(plane, new, ACTOR).await {
        Ok(_) => rollouts::tick(plane).await?,
        // There is only one build.
        Err(RolloutError::UnderWay { .. } | RolloutError::NotNewer { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    marks::set(plane.dir(), MARK)
}

fn to(environment: &str, version: &str, wave: &str, wait_seconds: i64) -> NewRollout {
    NewRollout {
        environment: environment.to_owned(),
        kind: RolloutKind::App,
        target: Some(version.to_owned()),
        waves: vec![wave.to_owned()],
        sites: Vec::new(),
        wait_seconds: Some(wait_seconds),
    }
}
