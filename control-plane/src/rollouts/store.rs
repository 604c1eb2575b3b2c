//! SQL of rollouts.

mod steps;

pub(super) use steps::{
    Turn, begin_wave, end_wave, give_build, give_builds_back, moved, moving, pass_wave, set_finished, set_state,
    set_worst_crash, state, take_turn, waiting, watch_again, watched_from, wave_moved_at,
};

use jiff::{SignedDuration, Timestamp};
use platform::ids::{SiteId, Subdomain};
use uuid::Uuid;

use super::{
    MoveState, PlannedWave, Rollout, RolloutKind, RolloutSite, RolloutState, RolloutWave, WantedRollouts, WaveState,
    WorstCrash,
};
use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

/// A new rollout.
pub(super) struct NewRow<'a> {
    pub(super) id: Uuid,
    pub(super) environment: &'a str,
    pub(super) kind: RolloutKind,
    pub(super) target: &'a str,
    pub(super) from: Option<&'a str>,
    pub(super) whole: bool,
    pub(super) wait: SignedDuration,
    pub(super) started_at: Timestamp,
    pub(super) started_by: &'a str,
}

pub(super) async fn insert(db: &mut ControlWrite, new: &NewRow<'_>, waves: &[PlannedWave]) -> Result<(), sqlx::Error> {
    let (id, kind, state) = (
        new.id.to_string(),
        new.kind.into_str(),
        RolloutState::Running.into_str(),
    );
    let (wait, started_at) = (new.wait.as_secs() * 1000, new.started_at.as_millisecond());
    sqlx::query!(
        "INSERT INTO rollouts (id, environment, kind, target, from_version, state, whole, wait_ms, started_at, started_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        id,
        new.environment,
        kind,
        new.target,
        new.from,
        state,
        new.whole,
        wait,
        started_at,
        new.started_by
    )
    .execute(db.conn())
    .await?;
    let waiting = MoveState::Waiting.into_str();
    for (position, wave) in (0_i64..).zip(waves) {
        sqlx::query!(
            "INSERT INTO rollout_waves (rollout_id, position, name) VALUES ($1, $2, $3)",
            id,
            position,
            wave.name
        )
        .execute(db.conn())
        .await?;
        for site in &wave.sites {
            let site = site.to_string();
            sqlx::query!(
                "INSERT INTO rollout_sites (rollout_id, site_id, wave, state) VALUES ($1, $2, $3, $4)",
                id,
                site,
                position,
                waiting
            )
            .execute(db.conn())
            .await?;
        }
    }
    Ok(())
}

struct Row {
    id: String,
    environment: String,
    kind: String,
    target: String,
    from_version: Option<String>,
    state: String,
    reason: Option<String>,
    crash: Option<String>,
    crash_site: Option<String>,
    crash_site_id: Option<String>,
    crash_count: Option<i64>,
    whole: bool,
    wait_ms: i64,
    started_at: i64,
    started_by: String,
    started_by_email: Option<String>,
    finished_at: Option<i64>,
}

impl Row {
    fn into_rollout(self, waves: Vec<RolloutWave>) -> Result<Rollout, sqlx::Error> {
        Ok(Rollout {
            id: parsed("rollouts.id", &self.id)?,
            environment: self.environment,
            kind: parsed("rollouts.kind", &self.kind)?,
            target: self.target,
            from: self.from_version,
            state: parsed("rollouts.state", &self.state)?,
            reason: self.reason,
            worst_crash: match (self.crash, self.crash_site, self.crash_count) {
                (Some(crash), Some(site), Some(count)) => Some(WorstCrash {
                    crash,
                    site,
                    site_id: self.crash_site_id,
                    count,
                }),
                _ => None,
            },
            whole: self.whole,
            wait_seconds: self.wait_ms / 1000,
            waves,
            started_at: instant("rollouts.started_at", self.started_at)?,
            started_by: self.started_by,
            started_by_email: self.started_by_email,
            finished_at: self
                .finished_at
                .map(|ms| instant("rollouts.finished_at", ms))
                .transpose()?,
        })
    }
}

/// Rollout with its waves.
pub async fn find(db: &mut ControlConn, id: Uuid) -> Result<Option<Rollout>, sqlx::Error> {
    let text = id.to_string();
    let row = sqlx::query_as!(
        Row,
        r#"SELECT rollouts.id, rollouts.environment, rollouts.kind, rollouts.target, rollouts.from_version, rollouts.state,
                  rollouts.reason, rollouts.crash, rollouts.crash_site, rollouts.crash_count,
                  (SELECT sites.id FROM sites
                   WHERE sites.subdomain = rollouts.crash_site AND sites.state <> 'deleted') AS "crash_site_id?: String",
                  rollouts.whole AS "whole: bool", rollouts.wait_ms, rollouts.started_at, rollouts.started_by,
                  staff.email AS "started_by_email?", rollouts.finished_at
           FROM rollouts LEFT JOIN staff ON staff.id = rollouts.started_by WHERE rollouts.id = $1"#,
        text
    )
    .fetch_optional(db.conn())
    .await?;
    match row {
        Some(row) => {
            let waves = waves(db, &text).await?;
            row.into_rollout(waves).map(Some)
        }
        None => Ok(None),
    }
}

/// Up to `limit` rollouts, newest first.
pub async fn list(db: &mut ControlConn, wanted: &WantedRollouts, limit: i64) -> Result<Vec<Rollout>, sqlx::Error> {
    let kind = wanted.kind.map(|kind| kind.into_str());
    let state = wanted.state.map(|state| state.into_str());
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT rollouts.id, rollouts.environment, rollouts.kind, rollouts.target, rollouts.from_version, rollouts.state,
                  rollouts.reason, rollouts.crash, rollouts.crash_site, rollouts.crash_count,
                  (SELECT sites.id FROM sites
                   WHERE sites.subdomain = rollouts.crash_site AND sites.state <> 'deleted') AS "crash_site_id?: String",
                  rollouts.whole AS "whole: bool", rollouts.wait_ms, rollouts.started_at, rollouts.started_by,
                  staff.email AS "started_by_email?", rollouts.finished_at
           FROM rollouts LEFT JOIN staff ON staff.id = rollouts.started_by
           WHERE ($1 IS NULL OR rollouts.environment = $1)
             AND ($2 IS NULL OR rollouts.kind = $2)
             AND ($3 IS NULL OR rollouts.state = $3)
             AND ($6 IS NULL OR (rollouts.finished_at IS NULL) = $6)
             AND ($4 IS NULL OR (rollouts.started_at, rollouts.id) < (SELECT started_at, id FROM rollouts WHERE id = $4))
           ORDER BY rollouts.started_at DESC, rollouts.id DESC LIMIT $5"#,
        wanted.environment,
        kind,
        state,
        wanted.cursor,
        limit,
        wanted.under_way
    )
    .fetch_all(db.conn())
    .await?;
    let mut rollouts = Vec::with_capacity(rows.len());
    for row in rows {
        let waves = waves(db, &row.id).await?;
        rollouts.push(row.into_rollout(waves)?);
    }
    Ok(rollouts)
}

async fn waves(db: &mut ControlConn, rollout: &str) -> Result<Vec<RolloutWave>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT rollout_waves.name, rollout_waves.began_at, rollout_waves.moved_at, rollout_waves.passed_at,
                  (SELECT COUNT(*) FROM rollout_sites
                   WHERE rollout_sites.rollout_id = rollout_waves.rollout_id
                     AND rollout_sites.wave = rollout_waves.position) AS "sites!: i64",
                  (SELECT COUNT(*) FROM rollout_sites
                   WHERE rollout_sites.rollout_id = rollout_waves.rollout_id
                     AND rollout_sites.wave = rollout_waves.position AND rollout_sites.state = 'moved') AS "moved!: i64",
                  (SELECT COUNT(*) FROM rollout_sites
                   WHERE rollout_sites.rollout_id = rollout_waves.rollout_id
                     AND rollout_sites.wave = rollout_waves.position AND rollout_sites.state = 'failed') AS "failed!: i64"
           FROM rollout_waves WHERE rollout_waves.rollout_id = $1 ORDER BY rollout_waves.position"#,
        rollout
    )
    .fetch_all(db.conn())
    .await?;
    let wave = rows.into_iter().map(|row| RolloutWave {
        name: row.name,
        sites: row.sites,
        moved: row.moved,
        failed: row.failed,
        state: match (row.began_at, row.moved_at, row.passed_at) {
            (None, ..) => WaveState::Waiting,
            (_, None, _) => WaveState::Moving,
            (.., None) => WaveState::Watching,
            _ => WaveState::Done,
        },
    });
    Ok(wave.collect())
}

/// Up to `limit` sites of a rollout after the one with the cursor `after` ([`RolloutSite::cursor`]), by subdomain.
pub async fn sites(
    db: &mut ControlConn,
    id: Uuid,
    state: Option<MoveState>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<RolloutSite>, sqlx::Error> {
    let (id, state) = (id.to_string(), state.map(|state| state.into_str()));
    // A deleted site can have the subdomain of another, so the cursor names both.
    let (subdomain, site) = after.map(|after| after.split_once('.').unwrap_or((after, ""))).unzip();
    let rows = sqlx::query!(
        "SELECT rollout_sites.site_id, sites.subdomain, rollout_waves.name AS wave, rollout_sites.state,
                rollout_sites.from_version, rollout_sites.moved_at, rollout_sites.reason
         FROM rollout_sites
         JOIN sites ON sites.id = rollout_sites.site_id
         JOIN rollout_waves ON rollout_waves.rollout_id = rollout_sites.rollout_id
           AND rollout_waves.position = rollout_sites.wave
         WHERE rollout_sites.rollout_id = $1 AND ($2 IS NULL OR rollout_sites.state = $2)
           AND ($3 IS NULL OR (sites.subdomain, sites.id) > ($3, $4))
         ORDER BY sites.subdomain, sites.id LIMIT $5",
        id,
        state,
        subdomain,
        site,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(RolloutSite {
                id: parsed("rollout_sites.site_id", &row.site_id)?,
                subdomain: parsed("sites.subdomain", &row.subdomain)?,
                wave: row.wave,
                state: parsed("rollout_sites.state", &row.state)?,
                from: row.from_version,
                moved_at: row
                    .moved_at
                    .map(|ms| instant("rollout_sites.moved_at", ms))
                    .transpose()?,
                reason: row.reason,
            })
        })
        .collect()
}

/// ID and target of the rollout of `kind` in progress in an environment.
pub async fn under_way(
    db: &mut ControlConn,
    environment: &str,
    kind: RolloutKind,
) -> Result<Option<(String, String)>, sqlx::Error> {
    let kind = kind.into_str();
    let row = sqlx::query!(
        "SELECT id, target FROM rollouts WHERE environment = $1 AND kind = $2 AND finished_at IS NULL",
        environment,
        kind
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(|row| (row.id, row.target)))
}

/// The newest rollout of `kind` in an environment.
pub async fn last(db: &mut ControlConn, environment: &str, kind: RolloutKind) -> Result<Option<Uuid>, sqlx::Error> {
    let kind = kind.into_str();
    sqlx::query_scalar!(
        "SELECT id FROM rollouts WHERE environment = $1 AND kind = $2 ORDER BY started_at DESC, id DESC LIMIT 1",
        environment,
        kind
    )
    .fetch_optional(db.conn())
    .await?
    .map(|id| parsed("rollouts.id", &id))
    .transpose()
}

/// Sites of an environment that a rollout of `kind` can move, by subdomain. Pinned sites aren't included.
pub(super) async fn movable_sites(
    db: &mut ControlConn,
    environment: &str,
    kind: RolloutKind,
) -> Result<Vec<(SiteId, Subdomain)>, sqlx::Error> {
    let pinned_too = kind != RolloutKind::App;
    sqlx::query!(
        "SELECT id, subdomain FROM sites
         WHERE environment = $1 AND state IN ('active', 'suspended') AND ($2 OR pinned_build IS NULL) ORDER BY subdomain",
        environment,
        pinned_too
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(|row| Ok((parsed("sites.id", &row.id)?, parsed("sites.subdomain", &row.subdomain)?)))
    .collect()
}
