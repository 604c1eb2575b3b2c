//! Temporary files.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// Database in the folder of its site.
pub(super) const FILE: &str = "site.sqlite";
/// Opened archive of a restore, in the folder of its site.
pub(super) const RESTORED_ARCHIVE: &str = "restored.suds";
/// Database of a restore before it replaces the site's.
pub(super) const RESTORED_DATABASE: &str = "restored.sqlite";

/// Start of the names of unfinished archives.
pub(super) const UNFINISHED: &str = ".suds-archive-";

/// Temporary database, deleted with its SQLite sidecar files on drop unless it was renamed.
pub(super) struct WorkFile(PathBuf);

impl WorkFile {
    /// Creates a work file with this name and removes what a crashed process left there.
    pub(super) fn at(path: PathBuf) -> io::Result<Self> {
        remove_database(&path)?;
        Ok(Self(path))
    }

    /// The same as an empty file that only its owner may read. SQLite would create it with wider permissions.
    pub(super) fn private(path: PathBuf) -> io::Result<Self> {
        let file = Self::at(path)?;
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(file.path())?;
        Ok(file)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkFile {
    fn drop(&mut self) {
        if let Err(error) = remove_database(&self.0) {
            tracing::warn!(path = %self.0.display(), %error, "failed to remove a temporary archive file");
        }
    }
}

/// Path of an SQLite sidecar file.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Removes a database with its sidecar files. A missing file isn't an error.
pub(super) fn remove_database(path: &Path) -> io::Result<()> {
    // Litestream writes to `.tmp` first.
    for ending in ["", "-wal", "-shm", "-journal", ".tmp"] {
        remove(&beside(path, ending))?;
    }
    Ok(())
}

/// Removes a file. A missing file isn't an error.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn private_work_file_is_readable_by_its_owner_only_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("snapshot.sqlite");
        let file = WorkFile::private(path.clone()).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        drop(file);
        assert!(!path.exists());
    }
}
