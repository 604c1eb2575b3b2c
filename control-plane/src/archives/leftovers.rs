//! Leftovers of processes that were killed: of backups, exports and restores, and of small files that were being replaced.

use std::io;

use super::replaced;
use super::work_files::{RESTORED_ARCHIVE, RESTORED_DATABASE, UNFINISHED, remove, remove_database};
use crate::data_dir::DataDir;

/// Start of the names that `tempfile` gives, for example while the clock's file is replaced.
const REPLACING: &str = ".tmp";

/// Removes what a killed process has left in the data directory. No other process uses it.
///
/// # Errors
/// The disk fails.
pub(crate) fn remove_leftovers(dir: &DataDir) -> io::Result<()> {
    remove_database(&dir.snapshot())?;
    remove_database(&dir.checked_copy())?;
    for entry in std::fs::read_dir(dir.root())? {
        let entry = entry?;
        let name = entry.file_name();
        let is_left = |start: &str| name.as_encoded_bytes().starts_with(start.as_bytes());
        if is_left(UNFINISHED) || (is_left(REPLACING) && entry.file_type()?.is_file()) {
            remove(&entry.path())?;
        }
    }
    let folders = match std::fs::read_dir(dir.sites()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        folders => folders?,
    };
    for folder in folders {
        let folder = folder?.path();
        remove(&folder.join(RESTORED_ARCHIVE))?;
        remove_database(&folder.join(RESTORED_DATABASE))?;
        replaced::remove_unfinished(&folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::at(folder.path());
        let others = folder.path().join("control.sqlite");
        for path in [
            &dir.snapshot(),
            &dir.checked_copy(),
            &folder.path().join(".suds-archive-x1"),
            &folder.path().join(".tmpA1b2C3"),
            &others,
        ] {
            std::fs::write(path, "left").unwrap();
        }
        let site = dir.sites().join("a");
        std::fs::create_dir_all(&site).unwrap();
        for name in [
            "site.sqlite",
            "restored.suds",
            "restored.sqlite",
            "restored.sqlite-wal",
            "replaced-0.sqlite",
        ] {
            std::fs::write(site.join(name), "left").unwrap();
        }
        std::fs::hard_link(site.join("site.sqlite"), site.join("replaced-1.sqlite")).unwrap();
        remove_leftovers(&dir).unwrap();
        let left: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        assert!(left.len() == 2 && left.contains(&others), "{left:?}");
        let mut left: Vec<_> = std::fs::read_dir(site)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["replaced-0.sqlite", "site.sqlite"]);
    }
}
