//! Temporary files.

use std::io;
use std::path::{Path, PathBuf};

/// A file that goes with this value, with what SQLite puts beside it, unless it has been renamed.
pub(super) struct WorkFile(PathBuf);

impl WorkFile {
    /// One of this name; what a process left there that died is removed.
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

/// The name of what SQLite keeps beside a database.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Removes a database with what lies beside it. It is no error when there is none.
pub(super) fn remove_database(path: &Path) -> io::Result<()> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        remove(&beside(path, ending))?;
    }
    Ok(())
}

/// Removes a file. It is no error when there is none.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
