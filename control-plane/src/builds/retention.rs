//! Retention of builds: as long as they are needed, plus a month.

use std::collections::BTreeSet;

use platform::storage::StorageError;
use serde_json::json;

use super::{Build, object_key, rules, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// Reason why builds weren't pruned.
#[derive(Debug, thiserror::Error)]
pub enum PruneError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for PruneError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Removes expired builds (never the newest) and returns them. Also removes what an interrupted run left.
///
/// # Errors
/// See [`PruneError`]. The next run continues.
pub async fn prune(plane: &ControlPlane, actor: &str) -> Result<Vec<Build>, PruneError> {
    let now = plane.now();
    let mut db = plane.db.write().await?;
    let builds = store::list(&mut db).await?;
    let needed: BTreeSet<String> = store::needed(&mut db).await?.into_iter().collect();
    for version in &needed {
        store::note_use(&mut db, version, now).await?;
    }
    let until = rules::retained(&builds, &needed);
    let over = |(build, until): (Build, Option<_>)| until.is_some_and(|until| until <= now).then_some(build);
    let gone: Vec<Build> = builds.into_iter().zip(until).filter_map(over).collect();
    for build in &gone {
        let version = build.version.to_string();
        store::begin_pruning(&mut db, &version, now).await?;
        plane
            .audit(&mut db, actor, "build.prune", (None, &version), json!({}))
            .await?;
    }
    db.commit().await?;
    let left = store::pruned(&mut plane.db.read().await?).await?;
    for version in left {
        remove_files(plane, &version).await?;
        let mut db = plane.db.write().await?;
        store::forget_pruned(&mut db, &version).await?;
        db.commit().await?;
    }
    Ok(gone)
}

async fn remove_files(plane: &ControlPlane, version: &str) -> Result<(), PruneError> {
    let Ok(version) = version.parse() else { return Ok(()) };
    let folder = object_key(&version, "");
    Ok(plane.objects.delete_under(folder.trim_end_matches('/')).await?)
}
