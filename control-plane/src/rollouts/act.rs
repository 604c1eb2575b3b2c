//! Rollout actions: pause, resume and roll back.

use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{Rollout, RolloutError, RolloutKind, RolloutState, store};
use crate::db::ControlWrite;
use crate::environments;
use crate::plane::ControlPlane;

/// Action on a rollout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    Pause,
    /// Also resumes a held rollout: earlier counts are cleared.
    Resume,
    /// Also works for the last finished rollout: its sites and its environment return to their previous version.
    RollBack,
}

/// Applies `act` to the rollout `id`, which must belong to `environment` if given. Idempotent.
///
/// # Errors
/// The rollout doesn't exist, or its state doesn't allow this.
pub async fn act(
    plane: &ControlPlane,
    environment: Option<&str>,
    id: Uuid,
    act: Act,
    actor: &str,
) -> Result<Rollout, RolloutError> {
    let mut db = plane.db.write().await?;
    let rollout = store::find(&mut db, id).await?;
    let rollout = rollout.ok_or_else(|| RolloutError::NoRollout(id.to_string()))?;
    if environment.is_some_and(|own| own != rollout.environment) {
        return Err(RolloutError::Elsewhere);
    }
    let action = match (act, rollout.state) {
        (Act::Pause, RolloutState::Paused)
        | (Act::Resume, RolloutState::Running)
        | (Act::RollBack, RolloutState::RollingBack | RolloutState::RolledBack) => return Ok(rollout),
        (Act::Pause, RolloutState::Running | RolloutState::Held) => {
            store::set_state(&mut db, id, RolloutState::Paused, None).await?;
            "rollout.pause"
        }
        (Act::Resume, RolloutState::Paused | RolloutState::Held) => {
            store::set_state(&mut db, id, RolloutState::Running, None).await?;
            store::watch_again(&mut db, id, plane.now()).await?;
            "rollout.resume"
        }
        (Act::RollBack, RolloutState::Running | RolloutState::Paused | RolloutState::Held | RolloutState::Done) => {
            roll_back(plane, &mut db, &rollout).await?;
            "rollout.rollback"
        }
        (_, state) => return Err(RolloutError::Over(state)),
    };
    let details = json!({ "kind": rollout.kind, "target": rollout.target, "was": rollout.state });
    let subject = (Some(rollout.environment.as_str()), &*id.to_string());
    plane.audit(&mut db, actor, action, subject, details).await?;
    db.commit().await?;
    plane.site_directory_changed();
    plane.rollouts.tell();
    super::start::find(plane, id).await
}

/// Builds are rolled back immediately, because a row determines the served build. The runner rolls back configs one by
/// one.
async fn roll_back(plane: &ControlPlane, db: &mut ControlWrite, rollout: &Rollout) -> Result<(), RolloutError> {
    if rollout.state == RolloutState::Done {
        check_last(db, rollout).await?;
    }
    let from = rollout.from.as_deref();
    match rollout.kind {
        RolloutKind::Database => Err(RolloutError::NoWayBack),
        RolloutKind::App => {
            let environment = environments::store::find(db, &rollout.environment).await?;
            if environment.is_some_and(|is| is.app_version.as_deref() == Some(&rollout.target)) {
                environments::store::set_target(db, &rollout.environment, from).await?;
            }
            store::give_builds_back(db, rollout.id).await?;
            store::set_state(db, rollout.id, RolloutState::RolledBack, None).await?;
            Ok(store::set_finished(db, rollout.id, Some(plane.now())).await?)
        }
        RolloutKind::Schema => {
            let environment = environments::store::find(db, &rollout.environment).await?;
            if let (Some(from), true) = (from, environment.is_some_and(|is| is.schema_version == rollout.target)) {
                environments::store::set_schema_target(db, &rollout.environment, from).await?;
            }
            store::set_state(db, rollout.id, RolloutState::RollingBack, None).await?;
            // In progress again: no other may start in the meantime.
            Ok(store::set_finished(db, rollout.id, None).await?)
        }
    }
}

/// Only the last finished rollout of its type can be rolled back, because later ones build on earlier ones.
async fn check_last(db: &mut ControlWrite, rollout: &Rollout) -> Result<(), RolloutError> {
    if let Some((id, target)) = store::under_way(db, &rollout.environment, rollout.kind).await? {
        return Err(RolloutError::UnderWay { id, target });
    }
    let last = store::last(db, &rollout.environment, rollout.kind).await?;
    let environment = environments::store::find(db, &rollout.environment).await?;
    let is_target = environment.is_some_and(|is| match rollout.kind {
        RolloutKind::App => is.app_version.as_deref() == Some(&rollout.target),
        _ => is.schema_version == rollout.target,
    });
    if last == Some(rollout.id) && (is_target || !rollout.whole) {
        Ok(())
    } else {
        Err(RolloutError::Over(rollout.state))
    }
}
