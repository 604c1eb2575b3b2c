//! Keeps copies of the builds in use on local disk.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _};
use platform::storage::StorageError;
use platform::tenancy::SiteDirectory;
use tokio_util::sync::CancellationToken;

use super::files::{FILE_LIST, digest_of};
use super::{Version, object_key, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// Interval for looking for changes of the builds in use.
const TICK: Duration = Duration::from_secs(5);
/// Maximum time that a start waits for copies.
const START: Duration = Duration::from_secs(30);
/// Files read at once.
const PARALLEL: usize = 8;

/// Reason why a build couldn't be copied.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocalBuildError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("{0}")]
    Disk(#[from] io::Error),
    #[error("{0}")]
    Database(#[from] ControlDbError),
    #[error("build {0}'s files in the object store differ from the published ones; publish it again")]
    Damaged(Version),
}

impl From<sqlx::Error> for LocalBuildError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Versions in use that have no verified copy, from those in the object store. Empty if the objects are local.
///
/// # Errors
/// The control database can't be read.
pub(crate) async fn missing(plane: &ControlPlane) -> Result<Vec<Version>, ControlDbError> {
    if plane.has_local_objects {
        return Ok(Vec::new());
    }
    let needed = in_use(plane).await?;
    let absent = needed.into_iter().map(|(version, _)| version);
    Ok(absent.filter(|version| !plane.local_builds.has(version)).collect())
}

/// Published versions in use, with their digests.
async fn in_use(plane: &ControlPlane) -> Result<Vec<(Version, String)>, ControlDbError> {
    let mut db = plane.db.read().await?;
    let needed: BTreeSet<String> = store::needed(&mut db).await?.into_iter().collect();
    let builds = store::list(&mut db).await?;
    let used = builds
        .into_iter()
        .filter(|build| needed.contains(&build.version.to_string()));
    Ok(used.map(|build| (build.version, build.digest)).collect())
}

/// Verifies the copies that are on disk, without the object store.
///
/// # Errors
/// The control database or the disk can't be read.
async fn verify_copies(plane: &Arc<ControlPlane>) -> Result<(), LocalBuildError> {
    if plane.has_local_objects {
        return Ok(());
    }
    let in_use = in_use(plane).await?;
    let plane = Arc::clone(plane);
    let verified = tokio::task::spawn_blocking(move || {
        plane.local_builds.create()?;
        for (version, digest) in &in_use {
            if !plane.local_builds.has(version) {
                plane.local_builds.verify(version, digest);
            }
        }
        Ok::<_, io::Error>(())
    });
    verified.await.unwrap_or_else(|error| Err(io::Error::other(error)))?;
    Ok(())
}

/// Copies the builds in use before the server is ready, unless that takes too long. Failures are logged, and retried while the server
/// runs.
pub(crate) async fn prepare(plane: &Arc<ControlPlane>) {
    if plane.has_local_objects {
        return;
    }
    match tokio::time::timeout(START, copy(plane)).await {
        Ok(Ok(())) => plane.local_builds.note_copy(true),
        Ok(Err(error)) => tracing::warn!(%error, "failed to copy the builds in use to the local disk"),
        Err(_) => tracing::warn!("the builds in use aren't on the local disk yet; copying goes on"),
    }
}

/// Copies the builds in use that have no verified copy, and removes the others.
///
/// # Errors
/// See [`LocalBuildError`]. The next run continues.
async fn copy(plane: &Arc<ControlPlane>) -> Result<(), LocalBuildError> {
    verify_copies(plane).await?;
    let in_use = in_use(plane).await?;
    for (version, digest) in &in_use {
        if !plane.local_builds.has(version) {
            copy_one(plane, version, digest).await?;
        }
    }
    let kept = in_use.into_iter().map(|(version, _)| version.to_string()).collect();
    let plane = Arc::clone(plane);
    let swept = tokio::task::spawn_blocking(move || plane.local_builds.sweep(&kept));
    swept.await.unwrap_or_else(|error| Err(io::Error::other(error)))?;
    Ok(())
}

async fn copy_one(plane: &Arc<ControlPlane>, version: &Version, digest: &str) -> Result<(), LocalBuildError> {
    let folder = object_key(version, "");
    let keys = plane.objects.list(folder.trim_end_matches('/')).await?;
    let names = keys.iter().filter_map(|key| key.strip_prefix(&folder));
    let reads: Vec<_> = names
        .filter(|name| *name != FILE_LIST)
        .map(|name| {
            let (objects, name) = (plane.objects.clone(), name.to_owned());
            let key = object_key(version, &name);
            async move { Ok::<_, StorageError>((name, objects.get(&key).await?.unwrap_or_default())) }
        })
        .collect();
    let read = futures_util::stream::iter(reads).buffer_unordered(PARALLEL);
    let files: BTreeMap<String, Bytes> = read.try_collect().await?;
    if digest_of(&files) != digest {
        return Err(LocalBuildError::Damaged(version.clone()));
    }
    let (plane, copied, digest) = (Arc::clone(plane), version.clone(), digest.to_owned());
    let written = tokio::task::spawn_blocking(move || {
        plane.local_builds.write(&copied, &files)?;
        Ok::<_, io::Error>(plane.local_builds.verify(&copied, &digest))
    });
    let is_whole = written.await.unwrap_or_else(|error| Err(io::Error::other(error)))?;
    tracing::info!(%version, is_whole, "copied a build to the local disk");
    Ok(())
}

/// Keeps the copies current until `stop`.
pub(crate) async fn keep(plane: Arc<ControlPlane>, directory: Arc<SiteDirectory>, stop: CancellationToken) {
    if plane.has_local_objects {
        return;
    }
    let mut tick = tokio::time::interval(TICK);
    let mut has_failed = false;
    let mut known = None;
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = tick.tick() => {}
        }
        let generation = directory.generation();
        if known == Some(generation) && missing(&plane).await.is_ok_and(|missing| missing.is_empty()) {
            continue;
        }
        tokio::select! {
            () = stop.cancelled() => return,
            copied = copy(&plane) => {
                plane.local_builds.note_copy(copied.is_ok());
                match copied {
                    Ok(()) => (known, has_failed) = (Some(generation), false),
                    Err(error) if !has_failed => {
                        has_failed = true;
                        tracing::error!(%error, "failed to copy the builds in use to the local disk");
                    }
                    Err(_) => {}
                }
            }
        }
    }
}
