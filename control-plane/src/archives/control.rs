//! Backups of the control database: accounts, staff, domains, rollouts and the list of sites. `suds recover` uses
//! them, with the sites' backups, to restore an installation on an empty machine.
//!
//! A backup is a first line with its format, then the compressed database in the age format. Only the installation's master key
//! opens it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use age::DecryptError;
use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use platform::keys::MasterKey;
use platform::storage::Objects;
use tokio::io::AsyncWriteExt as _;

use super::backup::{expired, new_name};
use super::pack::{BUFFER, QUALITY, WINDOW, blocking, new_file};
use super::rules::{is_from_future, made_at};
use super::seal::{self, Seal};
use super::work_files::WorkFile;
use super::{ArchiveError, Retention};
use crate::data_dir::{DataDir, sync_folder};
use crate::plane::ControlPlane;

const MAGIC: &str = "suds-control 1\n";
/// Folder in the object store.
const FOLDER: &str = "backups/control";

/// Backs up the control database to the object store, opens and checks the backup, and deletes those that `keep` doesn't keep.
///
/// # Errors
/// The database can't be read, or the disk or object store fails. Earlier backups are then kept.
pub async fn back_up_control(plane: &ControlPlane, keep: Retention) -> Result<(), ArchiveError> {
    let _turn = plane.packing.lock().await;
    let name = new_name(plane, keep);
    let (file, path) = new_file(plane.dir().root())?;
    let snapshot = WorkFile::private(plane.dir().snapshot())?;
    platform::db::snapshot(&plane.dir().control_database(), snapshot.path())
        .await
        .map_err(crate::db::ControlDbError::from)?;
    let (from, master) = (snapshot.path().to_owned(), plane.master());
    blocking(move || {
        let mut file = BufWriter::new(file);
        file.write_all(MAGIC.as_bytes())?;
        let sealing = Seal::of_site(&master.keys_of_console()).writer(file)?;
        let mut compressed = brotli::CompressorWriter::new(sealing, BUFFER, QUALITY, WINDOW);
        io::copy(&mut File::open(from)?, &mut compressed)?;
        compressed.flush()?;
        seal::finish(compressed.into_inner())
    })
    .await?;
    drop(snapshot);
    check(plane, &path).await?;
    plane.objects.put_file(&format!("{FOLDER}/{name}.suds"), &path).await?;
    let keys = newest_first(&plane.objects, plane.now()).await?;
    let dated = keys.iter().filter_map(|key| Some((made_at(name_of(key))?, key)));
    for key in expired(dated, keep, plane.now()) {
        plane.objects.delete(key).await?;
    }
    Ok(())
}

/// Opens a new backup and looks for damage.
async fn check(plane: &ControlPlane, sealed: &Path) -> Result<(), ArchiveError> {
    let copy = WorkFile::at(plane.dir().checked_copy())?;
    let (sealed, master, into) = (sealed.to_owned(), plane.master(), copy.path().to_owned());
    blocking(move || open(&sealed, &master, &into)).await?;
    match crate::db::damage(copy.path()).await? {
        Some(damage) => Err(ArchiveError::ControlDamaged(damage)),
        None => Ok(()),
    }
}

/// Keys of the backups, newest first. Those from the future are left out: they were made while the machine's clock was wrong.
async fn newest_first(objects: &Objects, now: Timestamp) -> Result<Vec<String>, ArchiveError> {
    let mut keys: Vec<String> = objects.sizes(FOLDER).await?.into_keys().collect();
    keys.retain(|key| made_at(name_of(key)).is_none_or(|made_at| !is_from_future(made_at, now)));
    keys.sort_unstable_by(|a, b| b.cmp(a));
    Ok(keys)
}

/// Name of the backup with this key.
fn name_of(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or(key).trim_end_matches(".suds")
}

/// Writes the newest backup of the control database to a data directory that has none. Returns the name of the backup.
///
/// # Errors
/// There is no backup, the master key didn't seal it, or it is damaged. The directory then still has no control database.
pub async fn recover_control(
    objects: &Objects,
    master: MasterKey,
    dir: &DataDir,
    now: Timestamp,
) -> Result<String, ArchiveError> {
    let keys = newest_first(objects, now).await?;
    let key = keys.into_iter().next().ok_or(ArchiveError::NoControlBackup)?;
    let (file, sealed) = new_file(dir.root())?;
    let mut pieces = objects.read(&key, None).await?.ok_or(ArchiveError::NoControlBackup)?;
    let mut download = tokio::fs::File::from_std(file);
    while let Some(piece) = pieces.try_next().await? {
        download.write_all(&piece).await?;
    }
    download.flush().await?;
    let new = WorkFile::at(dir.snapshot())?;
    let into = new.path().to_owned();
    blocking(move || open(&sealed, &master, &into)).await?;
    crate::db::refuse_newer(new.path()).await?;
    std::fs::rename(new.path(), dir.control_database())?;
    sync_folder(dir.root())?;
    Ok(name_of(&key).to_owned())
}

fn open(sealed: &Path, master: &MasterKey, into: &Path) -> Result<(), ArchiveError> {
    let damaged = || ArchiveError::Damaged("it was changed or is incomplete".to_owned());
    let mut file = BufReader::new(File::open(sealed)?);
    let mut first = String::new();
    file.read_line(&mut first).map_err(|_| damaged())?;
    if first != MAGIC {
        return Err(damaged());
    }
    let mut file = file.into_inner();
    file.seek(SeekFrom::Start(MAGIC.len() as u64))?;
    let opened = Seal::of_site(&master.keys_of_console()).reader(file);
    let opened = opened.map_err(|error| match error {
        DecryptError::DecryptionFailed => ArchiveError::ControlOfAnotherKey,
        _ => damaged(),
    })?;
    let mut database = OpenOptions::new().write(true).create_new(true).mode(0o600).open(into)?;
    io::copy(&mut brotli::Decompressor::new(opened, BUFFER), &mut database).map_err(|_| damaged())?;
    Ok(database.sync_all()?)
}
