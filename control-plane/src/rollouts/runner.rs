//! Carrying rollouts out, in the server process or in that of a command without one.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::step::{Stepped, step};
use super::{RolloutError, store};
use crate::builds;
use crate::health;
use crate::plane::ControlPlane;

/// How often one looks whether a wave has been watched for long enough, or a build fares badly.
const TICK: Duration = Duration::from_secs(1);
/// How often what is old is removed: counts, and builds that nobody needs.
const SWEEP: Duration = Duration::from_secs(3600);

/// Who has removed builds, in the audit trail.
const ACTOR: &str = "sweep";

/// Takes every step that can be taken just now.
///
/// # Errors
/// When a database fails; what was done stays.
pub async fn tick(plane: &Arc<ControlPlane>) -> Result<(), RolloutError> {
    health::keep(plane).await?;
    let rollouts = store::moving(&mut plane.db.read().await?).await?;
    for id in rollouts {
        while step(plane, id).await? == Stepped::On {}
    }
    Ok(())
}

/// Carries rollouts out until `stop`. A step that is cut off has done nothing, or is found done by the next start.
pub async fn run(plane: Arc<ControlPlane>, stop: CancellationToken) {
    let mut changes = plane.rollouts.follow();
    let (mut clock, mut sweeps) = (tokio::time::interval(TICK), tokio::time::interval(SWEEP));
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = sweeps.tick() => sweep(&plane).await,
            _ = clock.tick() => {}
            // Its own steps are changes too; those it has seen already.
            Ok(()) = changes.changed() => {}
        }
        let done = tokio::select! {
            () = stop.cancelled() => return,
            done = tick(&plane) => done,
        };
        changes.mark_unchanged();
        if let Err(error) = done {
            tracing::error!(%error, "rollouts cannot go on; they are tried again");
        }
    }
}

async fn sweep(plane: &ControlPlane) {
    if let Err(error) = health::forget_old(plane).await {
        tracing::warn!(%error, "old counts were not removed");
    }
    match builds::prune(plane, ACTOR).await {
        Ok(gone) => {
            for build in gone {
                tracing::info!(version = %build.version, "a build was removed");
            }
        }
        Err(error) => tracing::warn!(%error, "old builds were not removed"),
    }
}
