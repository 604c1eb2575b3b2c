//! Stores health counters from memory in the control database, so that they survive a restart.

use jiff::SignedDuration;

use super::store;
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// Retention of counts.
const KEPT: SignedDuration = SignedDuration::from_hours(48);

/// Saves the counts since the last call.
///
/// # Errors
/// The database fails. These counts are then lost.
pub async fn keep(plane: &ControlPlane) -> Result<(), ControlDbError> {
    let taken = plane.tally.take(plane.now());
    if taken.counts.is_empty() {
        return Ok(());
    }
    let mut db = plane.db.write().await?;
    for (environment, build, counts) in taken.counts {
        store::add(&mut db, &environment, &build, plane.now(), counts).await?;
    }
    for (crash, count) in taken.crashes {
        store::add_crash(&mut db, &crash, plane.now(), count).await?;
    }
    db.commit().await
}

/// Deletes expired counts.
pub async fn forget_old(plane: &ControlPlane) -> Result<(), ControlDbError> {
    let mut db = plane.db.write().await?;
    store::forget_before(&mut db, plane.now() - KEPT).await?;
    db.commit().await
}
