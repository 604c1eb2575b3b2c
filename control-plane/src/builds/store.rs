//! SQL of builds.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::{Build, Version};
use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

struct BuildRow {
    version: String,
    time_stamp: i64,
    published_at: i64,
    digest: String,
    contract: i64,
    used_at: Option<i64>,
}

impl BuildRow {
    fn into_build(self) -> Result<Build, sqlx::Error> {
        Ok(Build {
            version: parsed("builds.version", &self.version)?,
            time_stamp: instant("builds.time_stamp", self.time_stamp)?,
            published_at: instant("builds.published_at", self.published_at)?,
            digest: self.digest,
            contract: self.contract,
            used_at: self.used_at.map(|ms| instant("builds.used_at", ms)).transpose()?,
        })
    }
}

/// Inserts or updates a build.
pub async fn upsert(db: &mut ControlWrite, build: &Build) -> Result<(), sqlx::Error> {
    let version = build.version.to_string();
    let (time_stamp, published_at) = (build.time_stamp.as_millisecond(), build.published_at.as_millisecond());
    sqlx::query!(
        "INSERT INTO builds (version, time_stamp, published_at, digest, contract) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (version) DO UPDATE
         SET time_stamp = excluded.time_stamp, published_at = excluded.published_at, digest = excluded.digest,
             contract = excluded.contract, used_at = NULL, pruned_at = NULL",
        version,
        time_stamp,
        published_at,
        build.digest,
        build.contract
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// All builds, newest first.
pub async fn list(db: &mut ControlConn) -> Result<Vec<Build>, sqlx::Error> {
    sqlx::query_as!(
        BuildRow,
        "SELECT version, time_stamp, published_at, digest, contract, used_at FROM builds
         WHERE pruned_at IS NULL ORDER BY published_at DESC, version DESC"
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(BuildRow::into_build)
    .collect()
}

/// One build.
pub async fn find(db: &mut ControlConn, version: &Version) -> Result<Option<Build>, sqlx::Error> {
    let version = version.to_string();
    sqlx::query_as!(
        BuildRow,
        "SELECT version, time_stamp, published_at, digest, contract, used_at FROM builds
         WHERE version = $1 AND pruned_at IS NULL",
        version
    )
    .fetch_optional(db.conn())
    .await?
    .map(BuildRow::into_build)
    .transpose()
}

/// Number of sites that run a build.
pub struct Runs {
    /// Across all sites.
    pub sites: i64,
    /// Sites pinned to it.
    pub pins: i64,
}

/// Number of sites per build in use, by version.
pub async fn runs(db: &mut ControlConn) -> Result<BTreeMap<String, Runs>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT COALESCE(sites.pinned_build, sites.rolled_build, environments.target_app_version) AS "version: String",
                  COUNT(*) AS "sites!: i64", COUNT(sites.pinned_build) AS "pins!: i64"
           FROM sites JOIN environments ON environments.name = sites.environment
           WHERE sites.state IN ('active', 'suspended')
           GROUP BY COALESCE(sites.pinned_build, sites.rolled_build, environments.target_app_version)"#
    )
    .fetch_all(db.conn())
    .await?;
    let counted = rows.into_iter().filter_map(|row| {
        let runs = Runs {
            sites: row.sites,
            pins: row.pins,
        };
        Some((row.version?, runs))
    });
    Ok(counted.collect())
}

/// Crashes reported by browsers since `from`, by build.
pub async fn crashes_since(db: &mut ControlConn, from: Timestamp) -> Result<BTreeMap<String, i64>, sqlx::Error> {
    let from = from.as_millisecond();
    let rows = sqlx::query!(
        r#"SELECT version, SUM(crashes) AS "crashes!: i64" FROM build_health WHERE minute >= $1 GROUP BY version"#,
        from
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.version, row.crashes)).collect())
}

/// Every version in use: targets of environments, pins, builds that sites were moved to, and both ends of each
/// environment's current and last rollout.
pub async fn needed(db: &mut ControlConn) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT target_app_version AS "version: String" FROM environments WHERE target_app_version IS NOT NULL
           UNION SELECT pinned_build FROM sites WHERE pinned_build IS NOT NULL AND state <> 'deleted'
           UNION SELECT rolled_build FROM sites WHERE rolled_build IS NOT NULL AND state <> 'deleted'
           UNION SELECT target FROM rollouts
             WHERE kind = 'app' AND (finished_at IS NULL OR finished_at =
               (SELECT MAX(last.finished_at) FROM rollouts last
                WHERE last.environment = rollouts.environment AND last.kind = 'app'))
           UNION SELECT from_version FROM rollouts
             WHERE kind = 'app' AND from_version IS NOT NULL AND (finished_at IS NULL OR finished_at =
               (SELECT MAX(last.finished_at) FROM rollouts last
                WHERE last.environment = rollouts.environment AND last.kind = 'app'))"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().flatten().collect())
}

/// Marks a build as in use now.
pub async fn note_use(db: &mut ControlWrite, version: &str, now: Timestamp) -> Result<(), sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query!("UPDATE builds SET used_at = $1 WHERE version = $2", now, version)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Hides a build before its files are deleted.
pub async fn begin_pruning(db: &mut ControlWrite, version: &str, now: Timestamp) -> Result<(), sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query!("UPDATE builds SET pruned_at = $1 WHERE version = $2", now, version)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Builds whose files can be deleted.
pub async fn pruned(db: &mut ControlConn) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT version FROM builds WHERE pruned_at IS NOT NULL")
        .fetch_all(db.conn())
        .await
}

/// Deletes a build's row after its files.
pub async fn forget_pruned(db: &mut ControlWrite, version: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM builds WHERE version = $1 AND pruned_at IS NOT NULL",
        version
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
