//! Starts a rollout.

use jiff::SignedDuration;
use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::site::schema_versions;
use uuid::Uuid;

use super::plan::plan;
use super::{Choices, Rollout, RolloutError, RolloutKind, store};
use crate::builds;
use crate::db::ControlWrite;
use crate::environments::rules::is_newer;
use crate::environments::{self, Environment};
use crate::plane::ControlPlane;

/// Default bake time in seconds.
const USUAL_WAIT: i64 = 600;
const LONGEST_WAIT: i64 = 24 * 3600;

/// Rollout to start.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewRollout {
    pub environment: String,
    pub kind: RolloutKind,
    /// Not for database migrations, which lead to this program's schema.
    pub target: Option<String>,
    /// Names of waves, see [`plan`]. Empty: the default waves.
    pub waves: Vec<String>,
    /// IDs or subdomains of sites that go first, or alone.
    pub sites: Vec<String>,
    /// Bake time of each wave, in seconds.
    pub wait_seconds: Option<i64>,
}

/// Starts a rollout, which the runner carries out. Each environment can have one rollout of a type in progress.
///
/// # Errors
/// The target is unknown or not newer than the environment's, waves or sites are invalid, or another rollout is in
/// progress.
pub async fn start(plane: &ControlPlane, new: NewRollout, actor: &str) -> Result<Rollout, RolloutError> {
    let wait = new.wait_seconds.unwrap_or(USUAL_WAIT);
    if !(0..=LONGEST_WAIT).contains(&wait) {
        return Err(RolloutError::Wait);
    }
    // Checked in the inserting transaction, which is exclusive, so that of two simultaneous starts, the second sees the
    // first.
    let mut db = plane.db.write().await?;
    let environment = environments::store::find(&mut db, &new.environment).await?;
    let environment = environment.ok_or_else(|| RolloutError::NoEnvironment(new.environment.clone()))?;
    // First, because a rollout that has moved all sites and is baking has already set the environment's target.
    if let Some(other) = store::under_way(&mut db, &environment.name, new.kind).await? {
        return Err(RolloutError::UnderWay {
            id: other.0,
            target: other.1,
        });
    }
    let (target, from) = ends(&mut db, &environment, &new).await?;
    let all = store::movable_sites(&mut db, &environment.name, new.kind).await?;
    let mut chosen = Vec::with_capacity(new.sites.len());
    for name in &new.sites {
        chosen.push(named(&all, name).ok_or_else(|| RolloutError::NoSite(name.clone()))?);
    }
    let ids: Vec<SiteId> = all.iter().map(|(id, _)| *id).collect();
    let waves = plan(&ids, &new.waves, &chosen)?;
    let id = plane.new_uuid();
    let row = store::NewRow {
        id,
        environment: &environment.name,
        kind: new.kind,
        target: &target,
        from: from.as_deref(),
        whole: waves.iter().map(|wave| wave.sites.len()).sum::<usize>() == ids.len(),
        wait: SignedDuration::from_secs(wait),
        started_at: plane.now(),
        started_by: actor,
    };
    store::insert(&mut db, &row, &waves).await?;
    let details = json!({ "kind": new.kind, "target": target, "from": from, "sites": ids.len() });
    let subject = (Some(environment.name.as_str()), &*id.to_string());
    plane.audit(&mut db, actor, "rollout.start", subject, details).await?;
    db.commit().await?;
    plane.rollouts.tell();
    find(plane, id).await
}

/// Rollout by ID.
///
/// # Errors
/// It doesn't exist.
pub async fn find(plane: &ControlPlane, id: Uuid) -> Result<Rollout, RolloutError> {
    let found = store::find(&mut plane.db.read().await?, id).await?;
    found.ok_or_else(|| RolloutError::NoRollout(id.to_string()))
}

/// Current and target version.
async fn ends(
    db: &mut ControlWrite,
    environment: &Environment,
    new: &NewRollout,
) -> Result<(String, Option<String>), RolloutError> {
    let target = match (&new.target, new.kind) {
        (Some(target), _) => target.clone(),
        (None, RolloutKind::Database) => String::new(),
        (None, kind) => return Err(RolloutError::NoTarget(choices(db, environment, kind).await?)),
    };
    let present = match new.kind {
        RolloutKind::App => {
            let known = match target.parse() {
                Ok(version) => builds::store::find(db, &version).await?.is_some(),
                Err(_) => false,
            };
            if !known {
                return Err(RolloutError::NoBuild(target));
            }
            environment.app_version.clone()
        }
        RolloutKind::Schema => {
            if !schema_versions().contains(&target.as_str()) {
                return Err(RolloutError::NoSchema(target));
            }
            Some(environment.schema_version.clone())
        }
        RolloutKind::Database => return Ok((tenant_runtime::SCHEMA.latest().to_string(), None)),
    };
    match present {
        Some(present) if !is_newer(&target, Some(&present)) => Err(RolloutError::NotNewer { target, present }),
        present => Ok((target, present)),
    }
}

/// Versions an environment's sites may move to.
async fn choices(db: &mut ControlWrite, environment: &Environment, kind: RolloutKind) -> Result<Choices, RolloutError> {
    let (present, mut known) = match kind {
        RolloutKind::App => {
            let builds = builds::store::list(db).await?;
            let known = builds.into_iter().map(|build| build.version.to_string()).collect();
            (environment.app_version.clone(), known)
        }
        _ => {
            let known: Vec<String> = schema_versions().into_iter().map(str::to_owned).collect();
            (Some(environment.schema_version.clone()), known)
        }
    };
    known.retain(|version| is_newer(version, present.as_deref()));
    Ok(Choices { present, newer: known })
}

fn named(sites: &[(SiteId, Subdomain)], name: &str) -> Option<SiteId> {
    let is_it = |(id, subdomain): &&(SiteId, Subdomain)| id.to_string() == name || subdomain.as_str() == name;
    sites.iter().find(is_it).map(|(id, _)| *id)
}
