//! Files that restores have replaced. They stay in the site's folder, so that a wrong restore can be undone: each is listed with the
//! backups and restored by its name.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use platform::ids::SiteId;

use super::rules::{Backup, BackupKind, REPLACED, written};
use super::work_files::{FILE, remove_database};
use crate::data_dir::DataDir;

const ENDING: &str = ".sqlite";
/// Replaced files that stay per site.
const KEPT: usize = 3;

/// Name for a file that is replaced now.
pub(super) fn new_name(now: Timestamp) -> String {
    format!("{REPLACED}{}", written(now))
}

/// Path of the replaced file with this name.
pub(super) fn path_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{ENDING}"))
}

/// The replaced file with this name, if `name` is one.
pub(super) fn find(dir: &DataDir, site: SiteId, name: &str) -> io::Result<Option<PathBuf>> {
    let found = list(dir, site)?.into_iter().find(|replaced| replaced.name == name);
    Ok(found.map(|replaced| path_of(&dir.site(site), &replaced.name)))
}

/// Replaced files of a site, newest first.
///
/// # Errors
/// Its folder can't be read.
pub(super) fn list(dir: &DataDir, site: SiteId) -> io::Result<Vec<Backup>> {
    let mut found: Vec<Backup> = inside(&dir.site(site))?
        .into_iter()
        .map(|(name, metadata)| Backup {
            site,
            name,
            bytes: metadata.len(),
            is_from_future: false,
            kind: BackupKind::Replaced,
        })
        .collect();
    found.sort_by(|a, b| b.name.cmp(&a.name));
    Ok(found)
}

/// Names and metadata of the replaced files in a folder.
fn inside(folder: &Path) -> io::Result<Vec<(String, Metadata)>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let file = entry.file_name();
        let name = file.to_str().and_then(|file| file.strip_suffix(ENDING));
        if let Some(name) = name.filter(|name| name.starts_with(REPLACED)) {
            found.push((name.to_owned(), entry.metadata()?));
        }
    }
    Ok(found)
}

/// Removes the second name that an interrupted restore gave to the file in use.
///
/// # Errors
/// The disk fails.
pub(super) fn remove_unfinished(folder: &Path) -> io::Result<()> {
    let Ok(in_use) = std::fs::metadata(folder.join(FILE)) else {
        return Ok(());
    };
    for (name, metadata) in inside(folder)? {
        if (metadata.dev(), metadata.ino()) == (in_use.dev(), in_use.ino()) {
            remove_database(&path_of(folder, &name))?;
        }
    }
    Ok(())
}

/// Removes all but the newest replaced files.
///
/// # Errors
/// The disk fails.
pub(super) fn remove_old(dir: &DataDir, site: SiteId) -> io::Result<()> {
    for old in list(dir, site)?.iter().skip(KEPT) {
        remove_database(&path_of(&dir.site(site), &old.name))?;
    }
    Ok(())
}
