//! Publishes a folder as a build: every file under the version's prefix, then the file list, then the database row.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _};
use jiff::Timestamp;
use platform::storage::StorageError;
use serde::Deserialize;
use serde_json::json;

use super::files::{Encoding, FILE_LIST, SHELL, digest_of, file_list};
use super::rules::{CONTRACT, entry_points, is_file_path, media_type};
use super::service_worker::FILE as SERVICE_WORKER;
use super::shell::MARKERS;
use super::{Build, Version, object_key, store};
use crate::db::ControlDbError;
use crate::environments;
use crate::plane::ControlPlane;

/// The file with the web build's metadata.
const BUILD_INFO: &str = "build.json";
/// Number of files written concurrently.
const PARALLEL: usize = 8;

/// Reason why a folder can't be published. The texts name the file.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    #[error("can't read {}: {cause}", .path.display())]
    Unreadable { path: PathBuf, cause: std::io::Error },
    #[error("{} isn't a web build: {why}", .path.display())]
    NotABuild { path: PathBuf, why: String },
    #[error("version {0} is already published with different contents; build with a new version")]
    Published(Version),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for PublishError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// A web build on disk, read and checked.
pub struct Folder {
    pub version: Version,
    pub time_stamp: Timestamp,
    pub digest: String,
    contract: i64,
    files: BTreeMap<String, Bytes>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BuildInfo {
    version: Version,
    time_stamp: Timestamp,
    #[serde(default = "first_contract")]
    contract: i64,
}

/// Builds state their contract version only since there could be a second one.
const fn first_contract() -> i64 {
    1
}

/// Reads and checks a folder of the web build.
///
/// # Errors
/// It is missing, incomplete, or contains files that don't belong in a build.
pub fn read_folder(dir: &Path) -> Result<Folder, PublishError> {
    let mut files = BTreeMap::new();
    collect(dir, dir, &mut files)?;
    let not_a_build = |file: &str, why: String| PublishError::NotABuild {
        path: dir.join(file),
        why,
    };
    let info = files
        .get(BUILD_INFO)
        .ok_or_else(|| not_a_build(BUILD_INFO, "the file is missing".to_owned()))?;
    let info: BuildInfo = serde_json::from_slice(info).map_err(|error| not_a_build(BUILD_INFO, error.to_string()))?;
    let shell = files
        .get(SHELL)
        .ok_or_else(|| not_a_build(SHELL, "the file is missing".to_owned()))?;
    let shell = String::from_utf8_lossy(shell);
    if let Some(marker) = MARKERS.into_iter().find(|marker| !shell.contains(marker)) {
        return Err(not_a_build(SHELL, format!("marker {marker} is missing")));
    }
    if info.contract != CONTRACT {
        let why = format!(
            "it uses client contract {}, but this server uses {CONTRACT}",
            info.contract
        );
        return Err(not_a_build(BUILD_INFO, why));
    }
    let entries = entry_points(&shell, &info.version);
    if let Some(missing) = entries.iter().find(|file| !files.contains_key(**file)) {
        return Err(not_a_build(
            SHELL,
            format!("it references {missing}, which doesn't exist"),
        ));
    }
    if !entries
        .iter()
        .any(|file| media_type(file).is_some_and(|kind| kind.starts_with("text/javascript")))
    {
        let why = format!("it references no script under /v/{}/", info.version);
        return Err(not_a_build(SHELL, why));
    }
    let digest = digest_of(&files);
    Ok(Folder {
        contract: info.contract,
        version: info.version,
        time_stamp: info.time_stamp,
        digest,
        files,
    })
}

impl Folder {
    /// The same client under another version number, for a demo. Its shell refers to this build's files, which aren't
    /// stored twice.
    pub(crate) fn under(&self, version: Version, time_stamp: Timestamp) -> Self {
        let is_own = |name: &str| {
            let plain = Encoding::strip_ending(name);
            plain == SHELL || plain == SERVICE_WORKER
        };
        let mut files: BTreeMap<_, _> = self
            .files
            .iter()
            .filter(|(name, _)| is_own(name))
            .map(|(name, contents)| (name.clone(), contents.clone()))
            .collect();
        let info = json!({ "version": version, "timeStamp": time_stamp, "contract": self.contract });
        files.insert(BUILD_INFO.to_owned(), info.to_string().into());
        Self {
            digest: digest_of(&files),
            contract: self.contract,
            version,
            time_stamp,
            files,
        }
    }
}

/// Handling of a version that is already published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Republish {
    Refuse,
    /// Replaces it: a demo follows its folder.
    Replace,
}

/// Publishes a folder. Environments without a target get this build. The same contents a second time only write the files again, because
/// the stored ones may be damaged or lost. A demo, which publishes at every start, skips that.
///
/// # Errors
/// See [`PublishError`].
pub async fn publish(
    plane: &ControlPlane,
    folder: &Folder,
    republish: Republish,
    actor: &str,
) -> Result<Build, PublishError> {
    let known = store::find(&mut plane.db.read().await?, &folder.version).await?;
    let same = known.clone().filter(|build| build.digest == folder.digest);
    match (known, &same, republish) {
        (_, Some(build), Republish::Replace) => return Ok(build.clone()),
        (Some(_), None, Republish::Refuse) => return Err(PublishError::Published(folder.version.clone())),
        _ => {}
    }
    write_files(plane, folder).await?;
    if let Some(build) = same {
        plane.site_directory_changed();
        return Ok(build);
    }
    let build = Build {
        version: folder.version.clone(),
        time_stamp: folder.time_stamp,
        published_at: plane.clock.now(),
        digest: folder.digest.clone(),
        contract: folder.contract,
        used_at: None,
    };
    let version = build.version.to_string();
    let mut db = plane.db.write().await?;
    store::upsert(&mut db, &build).await?;
    environments::store::set_first_target(&mut db, &version).await?;
    plane
        .audit(
            &mut db,
            actor,
            "build.publish",
            (None, &version),
            json!({ "digest": build.digest }),
        )
        .await?;
    db.commit().await?;
    plane.site_directory_changed();
    Ok(build)
}

async fn write_files(plane: &ControlPlane, folder: &Folder) -> Result<(), StorageError> {
    let writes: Vec<_> = folder
        .files
        .iter()
        .map(|(path, contents)| {
            let (objects, key, contents) = (
                plane.objects.clone(),
                object_key(&folder.version, path),
                contents.clone(),
            );
            async move { objects.put(&key, contents).await }
        })
        .collect();
    // Several at a time, because each waits for the disk.
    futures_util::stream::iter(writes)
        .buffer_unordered(PARALLEL)
        .try_collect::<()>()
        .await?;
    let list = serde_json::to_vec(&file_list(&folder.files)).unwrap_or_default();
    plane.objects.put(&object_key(&folder.version, FILE_LIST), list).await
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Bytes>) -> Result<(), PublishError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |cause| PublishError::Unreadable { path, cause }
    };
    for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
        let entry = entry.map_err(unreadable(folder))?;
        let path = entry.path();
        let kind = entry.file_type().map_err(unreadable(&path))?;
        if kind.is_dir() {
            collect(root, &path, files)?;
            continue;
        }
        // A link could point outside the folder.
        if !kind.is_file() {
            return Err(PublishError::NotABuild {
                path,
                why: "a build can only contain files and folders".to_owned(),
            });
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let plain = Encoding::strip_ending(&name);
        if !is_file_path(&name) || media_type(plain).is_none() {
            return Err(PublishError::NotABuild {
                path,
                why: "builds can't contain this file".to_owned(),
            });
        }
        files.insert(name, std::fs::read(&path).map_err(unreadable(&path))?.into());
    }
    Ok(())
}
