//! `suds site restore`: replaces a site's file with a backup. An interruption leaves either the old or the new file,
//! complete.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use platform::causes::Causes;
use platform::db::{ConnectionKind, TenantRead, connect, fold_log};
use platform::tenancy::{Examined, FileIndex as _, Hold, Lookup, OpenSite, Site, Unavailable, examine};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::demo_data::Progress;
use tenant_runtime::payments;
use tokio::io::AsyncWriteExt as _;

use super::backup::stored;
use super::pack::blocking;
use super::rules::made_at;
use super::unpack::{self, Opened};
use super::work_files::{FILE, RESTORED_ARCHIVE, RESTORED_DATABASE, WorkFile, beside, remove, remove_database};
use super::{ArchiveError, ledger_seals, replaced, sole_use};
use crate::data_dir::sync_folder;
use crate::fleet::SiteFiles;
use crate::plane::ControlPlane;
use crate::sites::{self, HoldReason, SiteRecord};

/// Timeout for requests that use the site.
const PATIENCE: Duration = Duration::from_secs(30);

/// Result of a restore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Restored {
    /// Name of the backup.
    pub backup: String,
    /// Time up to which the site's data is complete.
    pub made_at: Timestamp,
    /// Name under which the replaced file is kept and can be restored; `None` if there was no file.
    pub replaced: Option<String>,
}

/// File of a restore, in its place for work files and examined.
pub(super) struct Candidate {
    pub(super) made_at: Timestamp,
    pub(super) ledger_sealed: Option<bool>,
    pub(super) predates_seals: bool,
}

/// Replaces the database of `site` with the backup or replaced file `name`, and restores missing objects. The replaced file is kept.
/// The site is then held, because the database lacks later charges and redemptions.
///
/// # Errors
/// See [`ArchiveError`]. The site is then unchanged.
pub async fn restore(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    name: &str,
    actor: &str,
    told: &Progress<'_>,
) -> Result<Restored, ArchiveError> {
    let folder = plane.dir().site(site.id);
    std::fs::create_dir_all(&folder)?;
    let new = WorkFile::at(folder.join(RESTORED_DATABASE))?;
    let candidate = match replaced::find(plane.dir(), site.id, name)? {
        Some(file) => from_file(plane, site, (name, &file), &new).await?,
        None => from_store(plane, site, name, &new, told).await?,
    };
    replace(plane, site, &new, candidate, name, actor).await
}

/// Replaces the site's file with the examined file `new`, and holds the site. `name`: the origin of the file.
///
/// # Errors
/// See [`ArchiveError`]. The site is then unchanged.
pub(super) async fn replace(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    new: &WorkFile,
    candidate: Candidate,
    name: &str,
    actor: &str,
) -> Result<Restored, ArchiveError> {
    let Candidate {
        made_at,
        ledger_sealed,
        predates_seals,
    } = candidate;
    let epoch = stamp(plane, site, new.path()).await?;
    ledger_seals::record(plane, site.id, ledger_sealed, predates_seals).await?;
    // From here on, the file has a different epoch than the newest, so any interruption leaves the site held.
    let replaced = swap(plane, site, &plane.dir().site(site.id), new.path(), made_at).await?;

    let mut db = plane.db.write().await?;
    let hold = Hold {
        at: plane.now(),
        complete_until: Some(made_at),
    };
    sites::store::holds::hold(&mut db, site.id, HoldReason::Restored, hold).await?;
    sites::store::holds::set_epoch(&mut db, site.id, epoch).await?;
    let subject = (Some(&*site.environment), &*site.id.to_string());
    let details = json!({ "backup": name, "epoch": epoch, "replaced": replaced });
    plane.audit(&mut db, actor, "site.restore", subject, details).await?;
    db.commit().await?;
    plane.site_directory_changed();
    sites::identity::save(plane, Some(site.id)).await;
    if let Err(error) = replaced::remove_old(plane.dir(), site.id) {
        tracing::warn!(site.id = %site.id, %error, "failed to remove a replaced file");
    }
    Ok(Restored {
        backup: name.to_owned(),
        made_at,
        replaced,
    })
}

/// Takes the file from a backup, and restores missing objects.
async fn from_store(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    name: &str,
    new: &WorkFile,
    told: &Progress<'_>,
) -> Result<Candidate, ArchiveError> {
    let backups = stored(plane, site.id).await?;
    let chosen = backups.iter().find(|(backup, _)| backup.name == name);
    let (_, key) = chosen.ok_or_else(|| ArchiveError::NoBackup(name.to_owned()))?;
    let archive = WorkFile::at(plane.dir().site(site.id).join(RESTORED_ARCHIVE))?;
    download(plane, key, archive.path()).await?;
    let (master, from, into) = (plane.master(), archive.path().to_owned(), new.path().to_owned());
    let id = site.id;
    let opened = blocking(move || {
        let mut opened = unpack::open(&from, None, &master)?;
        if opened.manifest.site != id {
            return Err(ArchiveError::OtherSite(opened.manifest.site.to_string()));
        }
        opened.database(&into)?;
        Ok(opened)
    })
    .await?;
    let examined = examined(plane, site, new).await?;
    let candidate = Candidate {
        made_at: opened.manifest.made_at,
        ledger_sealed: opened.manifest.ledger_sealed,
        predates_seals: examined.predates_seals,
    };
    put_back_objects(plane, site, opened, told).await?;
    Ok(candidate)
}

/// Takes a copy of a file that another restore has replaced.
async fn from_file(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    (name, file): (&str, &Path),
    new: &WorkFile,
) -> Result<Candidate, ArchiveError> {
    let made_at = made_at(name).ok_or_else(|| ArchiveError::NoBackup(name.to_owned()))?;
    let (from, into) = (file.to_owned(), new.path().to_owned());
    blocking(move || {
        std::fs::copy(&from, &into)?;
        // Only a file that couldn't be read has one.
        let log = beside(&from, "-wal");
        if log.exists() {
            std::fs::copy(log, beside(&into, "-wal"))?;
        }
        Ok(())
    })
    .await?;
    Ok(Candidate {
        made_at,
        ledger_sealed: None,
        predates_seals: examined(plane, site, new).await?.predates_seals,
    })
}

/// Makes the unused file at `path` the newest copy of `site`. Returns its epoch.
async fn stamp(plane: &ControlPlane, site: &SiteRecord, path: &Path) -> Result<i64, ArchiveError> {
    let newest = sites::store::holds::epoch(&mut plane.db.read().await?, site.id).await?;
    super::epochs::raise(path, newest.unwrap_or(site.epoch)).await
}

pub(super) async fn download(plane: &ControlPlane, key: &str, into: &Path) -> Result<(), ArchiveError> {
    let mut pieces = plane
        .objects
        .read(key, None)
        .await?
        .ok_or_else(|| ArchiveError::NoBackup(key.to_owned()))?;
    let mut file = tokio::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(into)
        .await?;
    while let Some(piece) = pieces.try_next().await? {
        file.write_all(&piece).await?;
    }
    Ok(file.flush().await?)
}

/// Checks that the unused file is complete and belongs to this site, and migrates it.
///
/// # Errors
/// See [`ArchiveError`].
pub(super) async fn examined(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    new: &WorkFile,
) -> Result<Examined, ArchiveError> {
    let entry = plane.directory_entry(&Lookup::Id(site.id)).await?;
    entry.ok_or(ArchiveError::Gone)?;
    let like = sites::template(plane).await?;
    let examined = examine(new.path(), &tenant_runtime::SCHEMA, site.id, like).await?;
    let record = SiteFiles::new(Arc::clone(&plane.db), Arc::clone(&plane.clock))
        .find(site.id)
        .await;
    match record.map_err(Unavailable::from)? {
        Some(record) if record != examined.tie => Err(ArchiveError::AnotherBeginning),
        _ => Ok(examined),
    }
}

/// Objects never change, so existing ones are kept.
async fn put_back_objects(
    plane: &ControlPlane,
    site: &SiteRecord,
    mut opened: Opened,
    told: &Progress<'_>,
) -> Result<(), ArchiveError> {
    let storage = plane.objects.tenant(site.id);
    let objects = opened.manifest.objects.clone();
    let total = objects.len() + 1;
    for (done, object) in objects.iter().enumerate() {
        if !storage.exists(&object.key).await? {
            let content = tokio::task::block_in_place(|| opened.object(object))?;
            storage.put(&object.key, content).await?;
        }
        told(done + 1, total);
    }
    Ok(())
}

/// Replaces the unused file of a site, and reverts if the new one can't be opened. `made_at`: time of the backup. Returns the name of
/// the replaced file, if there was one.
async fn swap(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    folder: &Path,
    new: &Path,
    made_at: Timestamp,
) -> Result<Option<String>, ArchiveError> {
    let name = replaced::new_name(plane.now());
    let (file, replaced) = (folder.join(FILE), replaced::path_of(folder, &name));
    let entry = plane.directory_entry(&Lookup::Id(site.id)).await?;
    let entry = entry.ok_or(ArchiveError::Gone)?;
    let sites = plane.open_sites();
    let drained = sites.keep_closed(site.id, PATIENCE).await?;
    fold_log(&file).await;
    sole_use::check(&file)?;
    in_place(folder.to_owned(), file.clone(), replaced.clone(), new.to_owned()).await?;
    drop(drained);
    match sites::open(plane, site.id).await {
        Ok(open) if replaced.exists() => {
            keep_accounts(plane, (&entry, &open), &replaced, made_at).await;
            fold_log(&replaced).await;
            Ok(Some(name))
        }
        Ok(_) => Ok(None),
        Err(error) => {
            let _drained = sites.keep_closed(site.id, PATIENCE).await?;
            if replaced.exists() {
                remove_database(&file)?;
                std::fs::rename(&replaced, &file)?;
                sync_folder(folder)?;
            }
            Err(error.into())
        }
    }
}

/// Adds the merchant accounts that the replaced file has used since the backup, so that the processors are asked for the charges which
/// the restored file lacks. A damaged file is restored without them.
async fn keep_accounts(plane: &ControlPlane, (site, open): (&Site, &OpenSite), replaced: &Path, since: Timestamp) {
    let kept = async {
        let mut old = TenantRead::detached(connect(replaced, ConnectionKind::Reader).await?);
        let used = payments::used_accounts(&mut old, &site.keys, since).await?;
        drop(old);
        let mut db = open.write().await?;
        payments::keep_accounts(&mut db, &site.keys, plane.now(), &used).await?;
        db.commit().await.map_err(Unavailable::from)?;
        Ok::<(), ArchiveError>(())
    };
    if let Err(error) = kept.await {
        tracing::error!(site.id = %site.id, error = %Causes(&error), "failed to read the replaced file's merchant accounts");
    }
}

/// The file keeps a second name until the new one has been opened. Its WAL was checkpointed. If that failed, the file
/// is damaged and its WAL must not stay, because SQLite would apply it to the new file. It is moved along with the
/// second name.
async fn in_place(folder: PathBuf, file: PathBuf, replaced: PathBuf, new: PathBuf) -> Result<(), ArchiveError> {
    blocking(move || {
        File::open(&new)?.sync_all()?;
        remove_database(&replaced)?;
        for ending in ["", "-wal"] {
            let from = beside(&file, ending);
            match std::fs::hard_link(&from, beside(&replaced, ending)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        sync_folder(&folder)?;
        for ending in ["-wal", "-shm"] {
            remove(&beside(&file, ending))?;
        }
        std::fs::rename(&new, &file)?;
        Ok(sync_folder(&folder)?)
    })
    .await
}
