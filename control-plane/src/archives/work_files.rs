//! Temporary files.

use std::io;
use std::path::{Path, PathBuf};

/// Temporary database, deleted with its SQLite sidecar files on drop unless it was renamed.
pub(super) struct WorkFile(PathBuf);

impl WorkFile {
    /// Creates a work file with this name and removes what a crashed process left there.
    pub(super) fn at(path: PathBuf) -> io::Result<Self> {
        remove_database(&path)?;
        Ok(Self(path))
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
    for ending in ["", "-wal", "-shm", "-journal"] {
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
