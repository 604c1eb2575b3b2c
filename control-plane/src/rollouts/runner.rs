//! Runs rollouts, in the server process or in a command's process without a server.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::step::{Stepped, step};
use super::{RolloutError, store};
use crate::builds;
use crate::health;
use crate::plane::ControlPlane;

/// Interval for checking whether a wave's bake time is over or a build has problems.
const TICK: Duration = Duration::from_secs(1);
/// Interval for removing old counts and unused builds.
const SWEEP: Duration = Duration::from_secs(3600);

/// Actor of build removals in the audit log.
const ACTOR: &str = "sweep";

/// Takes all due steps. A failing rollout doesn't delay others or their health checks.
///
/// # Errors
/// The first failure. Completed steps stay.
pub async fn tick(plane: &Arc<ControlPlane>) -> Result<(), RolloutError> {
    let mut result = health::keep(plane).await.map_err(RolloutError::from);
    let rollouts = store::moving(&mut plane.db.read().await?).await?;
    for id in rollouts {
        let stepped = loop {
            match step(plane, id).await {
                Ok(Stepped::On) => {}
                Ok(Stepped::Waiting(_) | Stepped::Still) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        if let Err(error) = stepped {
            tracing::error!(rollout.id = %id, %error, "a rollout failed to advance; retrying");
            result = result.and(Err(error));
        }
    }
    result
}

/// Runs rollouts until `stop`. An interrupted step has either done nothing or is found complete at the next start.
pub async fn run(plane: Arc<ControlPlane>, stop: CancellationToken) {
    let mut changes = plane.rollouts.follow();
    let (mut clock, mut sweeps) = (tokio::time::interval(TICK), tokio::time::interval(SWEEP));
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = sweeps.tick() => sweep(&plane).await,
            _ = clock.tick() => {}
            // The runner's own steps are changes too. It has already seen those.
            Ok(()) = changes.changed() => {}
        }
        let done = tokio::select! {
            () = stop.cancelled() => return,
            done = tick(&plane) => done,
        };
        changes.mark_unchanged();
        if let Err(error) = done {
            tracing::error!(%error, "rollouts failed; retrying");
        }
    }
}

async fn sweep(plane: &ControlPlane) {
    if let Err(error) = health::forget_old(plane).await {
        tracing::warn!(%error, "failed to remove old health counts");
    }
    match builds::prune(plane, ACTOR).await {
        Ok(gone) => {
            for build in gone {
                tracing::info!(version = %build.version, "build removed");
            }
        }
        Err(error) => tracing::warn!(%error, "failed to remove old builds"),
    }
}
