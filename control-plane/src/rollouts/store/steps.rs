//! SQL of rollout steps.

use jiff::Timestamp;
use platform::ids::SiteId;
use uuid::Uuid;

use crate::db::{ControlConn, ControlWrite};
use crate::health::Place;
use crate::rollouts::{MoveState, RolloutState};
use crate::rows::{instant, parsed};

/// Rollouts that the runner has to work on.
pub(in crate::rollouts) async fn moving(db: &mut ControlConn) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!("SELECT id FROM rollouts WHERE finished_at IS NULL AND state IN ('running', 'rolling_back')")
        .fetch_all(db.conn())
        .await?
        .into_iter()
        .map(|id| parsed("rollouts.id", &id))
        .collect()
}

pub(in crate::rollouts) async fn state(db: &mut ControlConn, id: Uuid) -> Result<Option<RolloutState>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_scalar!("SELECT state FROM rollouts WHERE id = $1", id)
        .fetch_optional(db.conn())
        .await?
        .map(|state| parsed("rollouts.state", &state))
        .transpose()
}

pub(in crate::rollouts) async fn set_state(
    db: &mut ControlWrite,
    id: Uuid,
    state: RolloutState,
    reason: Option<&str>,
) -> Result<(), sqlx::Error> {
    let (id, state) = (id.to_string(), state.into_str());
    sqlx::query!(
        "UPDATE rollouts SET state = $1, reason = $2, crash = NULL, crash_site = NULL, crash_count = NULL WHERE id = $3",
        state,
        reason,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::rollouts) async fn set_worst_crash(
    db: &mut ControlWrite,
    id: Uuid,
    place: &Place,
    count: i64,
) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!(
        "UPDATE rollouts SET crash = $1, crash_site = $2, crash_count = $3 WHERE id = $4",
        place.crash,
        place.site,
        count,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// `None`: it is in progress again.
pub(in crate::rollouts) async fn set_finished(
    db: &mut ControlWrite,
    id: Uuid,
    at: Option<Timestamp>,
) -> Result<(), sqlx::Error> {
    let (id, at) = (id.to_string(), at.map(Timestamp::as_millisecond));
    sqlx::query!("UPDATE rollouts SET finished_at = $1 WHERE id = $2", at, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Start of the period in which crashes and errors count. `None`: no site has moved yet.
pub(in crate::rollouts) async fn watched_from(
    db: &mut ControlConn,
    id: Uuid,
) -> Result<Option<Timestamp>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_scalar!("SELECT watched_from FROM rollouts WHERE id = $1", id)
        .fetch_optional(db.conn())
        .await?
        .flatten()
        .map(|ms| instant("rollouts.watched_from", ms))
        .transpose()
}

/// Restarts the watch of the current wave. Earlier counts are cleared.
pub(in crate::rollouts) async fn watch_again(
    db: &mut ControlWrite,
    id: Uuid,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (id, now) = (id.to_string(), now.as_millisecond());
    // Counts are per minute, so the current minute would count again.
    let next_minute = now - now.rem_euclid(60_000) + 60_000;
    sqlx::query!(
        "UPDATE rollouts SET watched_from = $1 WHERE id = $2 AND watched_from IS NOT NULL",
        next_minute,
        id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE rollout_waves SET moved_at = $1 WHERE rollout_id = $2 AND moved_at IS NOT NULL AND passed_at IS NULL",
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Marks a wave as moving. The first wave starts the watch.
pub(in crate::rollouts) async fn begin_wave(
    db: &mut ControlWrite,
    id: Uuid,
    wave: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (id, now) = (id.to_string(), now.as_millisecond());
    sqlx::query!(
        "UPDATE rollout_waves SET began_at = $1 WHERE rollout_id = $2 AND position = $3 AND began_at IS NULL",
        now,
        id,
        wave
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE rollouts SET watched_from = $1 WHERE id = $2 AND watched_from IS NULL",
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::rollouts) async fn end_wave(
    db: &mut ControlWrite,
    id: Uuid,
    wave: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (id, now) = (id.to_string(), now.as_millisecond());
    sqlx::query!(
        "UPDATE rollout_waves SET moved_at = $1 WHERE rollout_id = $2 AND position = $3",
        now,
        id,
        wave
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::rollouts) async fn wave_moved_at(
    db: &mut ControlConn,
    id: Uuid,
    wave: i64,
) -> Result<Option<Timestamp>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_scalar!(
        "SELECT moved_at FROM rollout_waves WHERE rollout_id = $1 AND position = $2",
        id,
        wave
    )
    .fetch_optional(db.conn())
    .await?
    .flatten()
    .map(|ms| instant("rollout_waves.moved_at", ms))
    .transpose()
}

pub(in crate::rollouts) async fn pass_wave(
    db: &mut ControlWrite,
    id: Uuid,
    wave: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (id, now) = (id.to_string(), now.as_millisecond());
    sqlx::query!(
        "UPDATE rollout_waves SET passed_at = $1 WHERE rollout_id = $2 AND position = $3",
        now,
        id,
        wave
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Up to `limit` sites of a wave that haven't moved yet.
pub(in crate::rollouts) async fn waiting(
    db: &mut ControlConn,
    id: Uuid,
    wave: i64,
    limit: i64,
) -> Result<Vec<SiteId>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_scalar!(
        "SELECT site_id FROM rollout_sites WHERE rollout_id = $1 AND state = 'waiting' AND wave = $2
         ORDER BY site_id LIMIT $3",
        id,
        wave,
        limit
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(|site| parsed("rollout_sites.site_id", &site))
    .collect()
}

/// Sets a site's build to the rollout's target and records its previous build.
pub(in crate::rollouts) async fn give_build(
    db: &mut ControlWrite,
    id: Uuid,
    site: SiteId,
    target: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (id, site, now) = (id.to_string(), site.to_string(), now.as_millisecond());
    sqlx::query!(
        "UPDATE rollout_sites SET state = 'moved', moved_at = $1,
           from_rolled = (SELECT sites.rolled_build FROM sites WHERE sites.id = rollout_sites.site_id),
           from_version = (SELECT COALESCE(sites.pinned_build, sites.rolled_build, environments.target_app_version)
                           FROM sites JOIN environments ON environments.name = sites.environment
                           WHERE sites.id = rollout_sites.site_id)
         WHERE rollout_id = $2 AND site_id = $3",
        now,
        id,
        site
    )
    .execute(db.conn())
    .await?;
    sqlx::query!("UPDATE sites SET rolled_build = $1 WHERE id = $2", target, site)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Returns all moved sites of a rollout to their previous builds.
pub(in crate::rollouts) async fn give_builds_back(db: &mut ControlWrite, id: Uuid) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!(
        "UPDATE sites SET rolled_build =
           (SELECT rollout_sites.from_rolled FROM rollout_sites
            WHERE rollout_sites.rollout_id = $1 AND rollout_sites.site_id = sites.id)
         WHERE id IN (SELECT site_id FROM rollout_sites WHERE rollout_id = $1 AND state = 'moved')",
        id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE rollout_sites SET state = 'rolled_back' WHERE rollout_id = $1 AND state = 'moved'",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Result for a site in its turn.
pub(in crate::rollouts) enum Turn {
    /// Previous version, if known.
    Moved(Option<String>),
    Failed(String),
    RolledBack,
}

pub(in crate::rollouts) async fn take_turn(
    db: &mut ControlWrite,
    id: Uuid,
    site: SiteId,
    turn: &Turn,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (id, site, now) = (id.to_string(), site.to_string(), now.as_millisecond());
    let (state, before, reason) = match turn {
        Turn::Moved(before) => (MoveState::Moved, before.as_deref(), None),
        Turn::Failed(reason) => (MoveState::Failed, None, Some(reason.as_str())),
        Turn::RolledBack => (MoveState::RolledBack, None, None),
    };
    let state = state.into_str();
    sqlx::query!(
        "UPDATE rollout_sites SET state = $1, from_version = COALESCE($2, from_version), reason = $3, moved_at = $4
         WHERE rollout_id = $5 AND site_id = $6",
        state,
        before,
        reason,
        now,
        id,
        site
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A moved site and its previous version, if known.
pub(in crate::rollouts) async fn moved(
    db: &mut ControlConn,
    id: Uuid,
) -> Result<Option<(SiteId, Option<String>)>, sqlx::Error> {
    let id = id.to_string();
    let row = sqlx::query!(
        "SELECT site_id, from_version FROM rollout_sites WHERE rollout_id = $1 AND state = 'moved' ORDER BY site_id LIMIT 1",
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| Ok((parsed("rollout_sites.site_id", &row.site_id)?, row.from_version)))
        .transpose()
}
