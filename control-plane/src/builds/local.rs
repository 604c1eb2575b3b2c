//! Copies of the builds in use on local disk, so that pages don't depend on the object store.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use sha2::{Digest as _, Sha256};

use super::files::{FileList, digest_of, file_list};
use super::rules::Version;

/// Digests of a build's files by name.
type Digests = BTreeMap<String, [u8; 32]>;

/// Folder of the copies, one folder per version.
#[derive(Debug)]
pub struct LocalBuilds {
    root: PathBuf,
    /// Complete copies that were compared with the published digest.
    verified: RwLock<BTreeMap<Version, Arc<Digests>>>,
    /// Whether the builds that were in use at the last copy were all copied.
    copied: AtomicBool,
}

impl LocalBuilds {
    pub fn at(root: PathBuf) -> Self {
        Self {
            root,
            verified: RwLock::default(),
            copied: AtomicBool::default(),
        }
    }

    /// Whether the last copy succeeded, so that a build without one is only new. `false` at start.
    pub(crate) fn last_copy_succeeded(&self) -> bool {
        self.copied.load(Ordering::Relaxed)
    }

    pub(super) fn note_copy(&self, succeeded: bool) {
        self.copied.store(succeeded, Ordering::Relaxed);
    }

    /// Whether there is a verified copy.
    pub fn has(&self, version: &Version) -> bool {
        self.digests(version).is_some()
    }

    /// A file of a build. A file that has changed on disk isn't returned, and the build is copied again.
    pub async fn read(&self, version: &Version, name: &str) -> Option<Bytes> {
        let digest = *self.digests(version)?.get(name)?;
        let content = tokio::fs::read(self.folder(version).join(name))
            .await
            .unwrap_or_default();
        if Sha256::digest(&content)[..] == digest {
            return Some(content.into());
        }
        tracing::warn!(%version, file = name, "a local build file is damaged; copying the build again");
        self.forget(version);
        None
    }

    /// Served files of a build.
    pub(super) fn list(&self, version: &Version) -> Option<FileList> {
        Some(file_list(&*self.digests(version)?))
    }

    fn digests(&self, version: &Version) -> Option<Arc<Digests>> {
        let verified = self.verified.read().unwrap_or_else(PoisonError::into_inner);
        verified.get(version).cloned()
    }

    fn forget(&self, version: &Version) {
        let mut verified = self.verified.write().unwrap_or_else(PoisonError::into_inner);
        verified.remove(version);
    }

    fn folder(&self, version: &Version) -> PathBuf {
        self.root.join(version.to_string())
    }

    /// Creates the folder.
    pub(super) fn create(&self) -> io::Result<()> {
        make_folder(&self.root)
    }

    /// Compares the copy on disk with the published digest.
    pub(super) fn verify(&self, version: &Version, published: &str) -> bool {
        let mut files = BTreeMap::new();
        let folder = self.folder(version);
        if read_all(&folder, &folder, &mut files).is_err() || digest_of(&files) != published {
            return false;
        }
        let digest = |(name, content): (String, Bytes)| (name, Sha256::digest(&content).into());
        let digests = Arc::new(files.into_iter().map(digest).collect());
        let mut verified = self.verified.write().unwrap_or_else(PoisonError::into_inner);
        verified.insert(version.clone(), digests);
        true
    }

    pub(super) fn write(&self, version: &Version, files: &BTreeMap<String, Bytes>) -> io::Result<()> {
        let unfinished = self.root.join(format!(".{version}"));
        for folder in [&unfinished, &self.folder(version)] {
            match fs::remove_dir_all(folder) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        for (name, content) in files {
            let path = unfinished.join(name);
            make_folder(path.parent().unwrap_or(&unfinished))?;
            fs::write(path, content)?;
        }
        fs::rename(unfinished, self.folder(version))
    }

    /// Removes copies of other versions.
    pub(super) fn sweep(&self, kept: &BTreeSet<String>) -> io::Result<()> {
        for entry in fs::read_dir(&self.root)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if kept.contains(&name) {
                continue;
            }
            if let Ok(version) = name.parse() {
                self.forget(&version);
            }
            fs::remove_dir_all(entry.path())?;
        }
        Ok(())
    }
}

fn make_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

fn read_all(root: &Path, folder: &Path, files: &mut BTreeMap<String, Bytes>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_all(root, &path, files)?;
            continue;
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        files.insert(name, fs::read(&path)?.into());
    }
    Ok(())
}
