//! The builds' SQL.

use super::{Build, Version};
use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

struct BuildRow {
    version: String,
    time_stamp: i64,
    published_at: i64,
    digest: String,
}

impl BuildRow {
    fn into_build(self) -> Result<Build, sqlx::Error> {
        Ok(Build {
            version: parsed("builds.version", &self.version)?,
            time_stamp: instant("builds.time_stamp", self.time_stamp)?,
            published_at: instant("builds.published_at", self.published_at)?,
            digest: self.digest,
        })
    }
}

/// Adds a build, or replaces what is known of its version.
///
/// # Errors
/// On a database failure.
pub async fn upsert(db: &mut ControlWrite, build: &Build) -> Result<(), sqlx::Error> {
    let version = build.version.to_string();
    let (time_stamp, published_at) = (build.time_stamp.as_millisecond(), build.published_at.as_millisecond());
    sqlx::query!(
        "INSERT INTO builds (version, time_stamp, published_at, digest) VALUES ($1, $2, $3, $4)
         ON CONFLICT (version) DO UPDATE
         SET time_stamp = excluded.time_stamp, published_at = excluded.published_at, digest = excluded.digest",
        version,
        time_stamp,
        published_at,
        build.digest
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// All builds, the newest publication first.
///
/// # Errors
/// On a database failure.
pub async fn list(db: &mut ControlConn) -> Result<Vec<Build>, sqlx::Error> {
    sqlx::query_as!(
        BuildRow,
        "SELECT version, time_stamp, published_at, digest FROM builds ORDER BY published_at DESC, version DESC"
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(BuildRow::into_build)
    .collect()
}

/// One build.
///
/// # Errors
/// On a database failure.
pub async fn find(db: &mut ControlConn, version: &Version) -> Result<Option<Build>, sqlx::Error> {
    let version = version.to_string();
    sqlx::query_as!(
        BuildRow,
        "SELECT version, time_stamp, published_at, digest FROM builds WHERE version = $1",
        version
    )
    .fetch_optional(db.conn())
    .await?
    .map(BuildRow::into_build)
    .transpose()
}
