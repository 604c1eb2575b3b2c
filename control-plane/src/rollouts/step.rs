//! Step of a rollout. All state is in the database before and after each step, so that a rollout continues after a
//! crash exactly where it stopped.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use platform::ids::SiteId;
use platform::tenancy::OpenSite;
use serde_json::json;
use tenant_runtime::site::migrate_schema;
use uuid::Uuid;

use super::store::{self, Turn};
use super::{Rollout, RolloutError, RolloutKind, RolloutState, WaveState};
use crate::db::ControlWrite;
use crate::environments;
use crate::health;
use crate::plane::ControlPlane;
use crate::sites;

/// Actor of automatic rollout actions in the audit log.
const ACTOR: &str = "rollout";
/// Sites given a build in one transaction.
const BATCH: i64 = 50;
/// Observation period of the previous build; one that is hardly used anymore has no error rate.
const BEFORE: SignedDuration = SignedDuration::from_hours(1);

/// Result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stepped {
    /// Something was done, and there may be more to do.
    On,
    /// Nothing: the wave bakes until then.
    Waiting(Timestamp),
    /// Nothing: it isn't running.
    Still,
}

/// Runs one step. Steps of an installation run one at a time.
///
/// # Errors
/// A database fails. Nothing is half done then, and the step can be repeated.
pub async fn step(plane: &Arc<ControlPlane>, id: Uuid) -> Result<Stepped, RolloutError> {
    let _alone = plane.stepping.lock().await;
    let rollout = super::start::find(plane, id).await?;
    let stepped = match rollout.state {
        RolloutState::Running => forward(plane, &rollout).await?,
        RolloutState::RollingBack => backward(plane, &rollout).await?,
        _ => Stepped::Still,
    };
    if stepped == Stepped::On {
        plane.rollouts.tell();
    }
    Ok(stepped)
}

async fn forward(plane: &Arc<ControlPlane>, rollout: &Rollout) -> Result<Stepped, RolloutError> {
    if rollout.kind == RolloutKind::App && hold_if_unwell(plane, rollout).await? {
        return Ok(Stepped::On);
    }
    let current = rollout.waves.iter().position(|wave| wave.state != WaveState::Done);
    let Some(position) = current else {
        return finish(plane, rollout).await;
    };
    let wave = i64::try_from(position).unwrap_or(i64::MAX);
    let is_last = position + 1 == rollout.waves.len();
    if rollout
        .waves
        .get(position)
        .is_some_and(|wave| wave.state == WaveState::Watching)
    {
        return pass(plane, rollout, wave).await;
    }
    match rollout.kind {
        RolloutKind::App => give_builds(plane, rollout, wave, is_last).await,
        RolloutKind::Schema | RolloutKind::Database => move_one(plane, rollout, wave, is_last).await,
    }
}

/// Holds the rollout if the build does worse than the previous one.
async fn hold_if_unwell(plane: &ControlPlane, rollout: &Rollout) -> Result<bool, RolloutError> {
    let mut db = plane.db.read().await?;
    let Some(from) = store::watched_from(&mut db, rollout.id).await? else {
        return Ok(false);
    };
    let new = health::store::since(&mut db, &rollout.environment, &rollout.target, from).await?;
    let before = match &rollout.from {
        Some(version) => health::store::since(&mut db, &rollout.environment, version, from - BEFORE).await?,
        None => health::Counts::default(),
    };
    let Some(mut reason) = health::rules::complaint(new, before) else {
        return Ok(false);
    };
    let worst = health::store::worst_crash(&mut db, &rollout.environment, &rollout.target, from).await?;
    drop(db);
    if let Some((health::Place { site, crash }, count)) = &worst {
        reason = format!("{reason} Most frequent: crash {crash} on {site}, reported by {count}.");
    }
    let mut db = plane.db.write().await?;
    if !is_running(&mut db, rollout.id).await? {
        return Ok(true);
    }
    store::set_state(&mut db, rollout.id, RolloutState::Held, Some(&reason)).await?;
    if let Some((place, count)) = &worst {
        store::set_worst_crash(&mut db, rollout.id, place, *count).await?;
    }
    note(plane, &mut db, rollout, "rollout.hold", json!({ "reason": reason })).await?;
    db.commit().await?;
    tracing::warn!(rollout.id = %rollout.id, reason, "rollout held");
    Ok(true)
}

/// Whether it is still running, in this transaction.
async fn is_running(db: &mut ControlWrite, id: Uuid) -> Result<bool, RolloutError> {
    Ok(store::state(db, id).await? == Some(RolloutState::Running))
}

/// Switches the next sites of a wave to the new build.
async fn give_builds(
    plane: &ControlPlane,
    rollout: &Rollout,
    wave: i64,
    is_last: bool,
) -> Result<Stepped, RolloutError> {
    let mut db = plane.db.write().await?;
    if !is_running(&mut db, rollout.id).await? {
        return Ok(Stepped::Still);
    }
    store::begin_wave(&mut db, rollout.id, wave, plane.now()).await?;
    let sites = store::waiting(&mut db, rollout.id, wave, BATCH).await?;
    for site in &sites {
        store::give_build(&mut db, rollout.id, *site, &rollout.target, plane.now()).await?;
    }
    if store::waiting(&mut db, rollout.id, wave, 1).await?.is_empty() {
        end_wave(plane, &mut db, rollout, wave, is_last).await?;
    }
    db.commit().await?;
    plane.sites_changed(&sites);
    Ok(Stepped::On)
}

/// Moves the next site of a wave. Its database is separate, so a site that was moved by an interrupted step stays as it
/// is and is only recorded.
async fn move_one(
    plane: &Arc<ControlPlane>,
    rollout: &Rollout,
    wave: i64,
    is_last: bool,
) -> Result<Stepped, RolloutError> {
    let mut db = plane.db.write().await?;
    if !is_running(&mut db, rollout.id).await? {
        return Ok(Stepped::Still);
    }
    store::begin_wave(&mut db, rollout.id, wave, plane.now()).await?;
    let Some(site) = store::waiting(&mut db, rollout.id, wave, 1).await?.first().copied() else {
        end_wave(plane, &mut db, rollout, wave, is_last).await?;
        db.commit().await?;
        return Ok(Stepped::On);
    };
    db.commit().await?;

    let moved = match rollout.kind {
        RolloutKind::Schema => move_config(plane, rollout, site).await,
        _ => move_database(plane, site).await,
    };
    let turn = match moved {
        Ok(before) => Turn::Moved(before),
        Err(reason) => {
            tracing::warn!(site.id = %site, reason, "failed to move a site");
            Turn::Failed(reason)
        }
    };
    let mut db = plane.db.write().await?;
    store::take_turn(&mut db, rollout.id, site, &turn, plane.now()).await?;
    db.commit().await?;
    Ok(Stepped::On)
}

async fn move_config(plane: &Arc<ControlPlane>, rollout: &Rollout, site: SiteId) -> Result<Option<String>, String> {
    let open = sites::open(plane, site).await.map_err(|error| error.to_string())?;
    let before = to_schema(&open, plane.now(), &rollout.target).await?;
    // Already on the target: a step was interrupted before it was recorded.
    Ok(Some(before).filter(|before| *before != rollout.target))
}

/// Returns the previous version of the config.
async fn to_schema(open: &OpenSite, now: Timestamp, version: &str) -> Result<String, String> {
    let mut db = open.write().await.map_err(|error| error.to_string())?;
    let before = migrate_schema(&mut db, now, version)
        .await
        .map_err(|error| error.to_string())?;
    db.commit().await.map_err(|error| error.to_string())?;
    Ok(before)
}

/// Opening a site migrates its database to this program's schema, or leaves it unchanged.
async fn move_database(plane: &Arc<ControlPlane>, site: SiteId) -> Result<Option<String>, String> {
    let opened = sites::open(plane, site).await;
    opened.map(|_| None).map_err(|error| error.to_string())
}

async fn end_wave(
    plane: &ControlPlane,
    db: &mut ControlWrite,
    rollout: &Rollout,
    wave: i64,
    is_last: bool,
) -> Result<(), RolloutError> {
    store::end_wave(db, rollout.id, wave, plane.now()).await?;
    if is_last && rollout.whole {
        // Immediately, before the bake time ends, so that sites created in the meantime are included.
        match rollout.kind {
            RolloutKind::App => {
                environments::store::set_target(db, &rollout.environment, Some(&rollout.target)).await?
            }
            RolloutKind::Schema => {
                environments::store::set_schema_target(db, &rollout.environment, &rollout.target).await?;
            }
            RolloutKind::Database => {}
        }
    }
    Ok(())
}

/// Ends the watch of a wave when its time is over.
async fn pass(plane: &ControlPlane, rollout: &Rollout, wave: i64) -> Result<Stepped, RolloutError> {
    let mut db = plane.db.write().await?;
    if !is_running(&mut db, rollout.id).await? {
        return Ok(Stepped::Still);
    }
    let moved_at = store::wave_moved_at(&mut db, rollout.id, wave).await?;
    // Only builds can be watched. Configs and databases fail immediately if they are invalid.
    if let (Some(moved_at), RolloutKind::App) = (moved_at, rollout.kind) {
        let until = moved_at + SignedDuration::from_secs(rollout.wait_seconds);
        if plane.now() < until {
            return Ok(Stepped::Waiting(until));
        }
    }
    store::pass_wave(&mut db, rollout.id, wave, plane.now()).await?;
    db.commit().await?;
    Ok(Stepped::On)
}

async fn finish(plane: &ControlPlane, rollout: &Rollout) -> Result<Stepped, RolloutError> {
    let mut db = plane.db.write().await?;
    if !is_running(&mut db, rollout.id).await? {
        return Ok(Stepped::Still);
    }
    store::set_state(&mut db, rollout.id, RolloutState::Done, None).await?;
    store::set_finished(&mut db, rollout.id, Some(plane.now())).await?;
    let failed: i64 = rollout.waves.iter().map(|wave| wave.failed).sum();
    let details = json!({ "target": rollout.target, "sites": rollout.sites(), "failed": failed });
    note(plane, &mut db, rollout, "rollout.finish", details).await?;
    db.commit().await?;
    Ok(Stepped::On)
}

/// Rolls back one config, or finishes the rollback when none is left.
async fn backward(plane: &Arc<ControlPlane>, rollout: &Rollout) -> Result<Stepped, RolloutError> {
    let next = store::moved(&mut plane.db.read().await?, rollout.id).await?;
    let Some((site, before)) = next else {
        let mut db = plane.db.write().await?;
        store::set_state(&mut db, rollout.id, RolloutState::RolledBack, None).await?;
        store::set_finished(&mut db, rollout.id, Some(plane.now())).await?;
        db.commit().await?;
        return Ok(Stepped::On);
    };
    let before = before.or_else(|| rollout.from.clone()).unwrap_or_default();
    let taken_back = match sites::open(plane, site).await {
        Ok(open) => to_schema(&open, plane.now(), &before).await.map(drop),
        Err(error) => Err(error.to_string()),
    };
    let turn = match taken_back {
        Ok(()) => Turn::RolledBack,
        Err(reason) => Turn::Failed(reason),
    };
    let mut db = plane.db.write().await?;
    store::take_turn(&mut db, rollout.id, site, &turn, plane.now()).await?;
    db.commit().await?;
    Ok(Stepped::On)
}

async fn note(
    plane: &ControlPlane,
    db: &mut ControlWrite,
    rollout: &Rollout,
    action: &'static str,
    details: serde_json::Value,
) -> Result<(), RolloutError> {
    let subject = (Some(rollout.environment.as_str()), &*rollout.id.to_string());
    Ok(plane.audit(db, ACTOR, action, subject, details).await?)
}
