//! `suds site backup`: archives in the object store, sealed with the site's key. The master key wraps that key, and no
//! archive contains the master key.
//!
//! A backup counts once it has been opened and checked. One that fails is kept in the folder `failed`.

use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use platform::ids::SiteId;
use platform::storage::StorageError;
use serde_json::json;
use tenant_runtime::demo_data::Progress;

use super::manifest::Wrap;
use super::pack::{new_file, pack};
use super::rules::{Backup, BackupKind, MANUAL, is_from_future, is_manual, written};
use super::{ArchiveError, Retention, replaced, verify};
use crate::plane::ControlPlane;
use crate::sites::{self, SiteRecord};

/// Folder of backups that failed their check, in the folder of their site.
pub(crate) const FAILED: &str = "failed/";
/// Problems in a message.
const SHOWN: usize = 3;

/// Backs up `site` to the object store, checks the backup, and deletes those that `keep` doesn't keep.
///
/// # Errors
/// See [`ArchiveError`]. Earlier backups are then kept.
pub async fn back_up(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    keep: Retention,
    actor: &str,
    told: &Progress<'_>,
) -> Result<Backup, ArchiveError> {
    let at = plane.now();
    let (archive, path) = new_file(plane.dir().root())?;
    let bytes = pack(plane, site, Wrap::Installation(&plane.master()), archive, told).await?;
    let name = new_name(plane, keep);
    let problems = verify::problems(plane, site, Path::new(&*path)).await?;
    if !problems.is_empty() {
        set_aside(plane, site, &name, &path).await?;
        return Err(ArchiveError::FailedCheck(name, first(&problems)));
    }
    let key = key_of(site.id, &name);
    plane.objects.put_file(&key, Path::new(&*path)).await?;
    let mut all = stored(plane, site.id).await?;
    if !all
        .iter()
        .any(|(stored, _)| stored.name == name && stored.bytes == bytes)
    {
        plane.objects.delete(&key).await?;
        return Err(StorageError::Lost.into());
    }
    let mut db = plane.db.write().await?;
    sites::store::backups::note_backup(&mut db, site.id, at).await?;
    let subject = (Some(&*site.environment), &*site.id.to_string());
    let details = json!({ "backup": name, "bytes": bytes });
    plane.audit(&mut db, actor, "site.backup", subject, details).await?;
    db.commit().await?;
    all.retain(|(backup, _)| !backup.is_from_future && backup.kind == BackupKind::Passed);
    delete_expired(plane, &all, keep).await?;
    Ok(Backup {
        site: site.id,
        name,
        bytes,
        is_from_future: false,
        kind: BackupKind::Passed,
    })
}

/// Keeps a backup that failed its check, in the place of an earlier one.
async fn set_aside(plane: &ControlPlane, site: &SiteRecord, name: &str, file: &Path) -> Result<(), ArchiveError> {
    let folder = format!("backups/{}/{FAILED}", site.id);
    let earlier = plane.objects.list(folder.trim_end_matches('/')).await?;
    plane.objects.put_file(&format!("{folder}{name}.suds"), file).await?;
    for key in earlier {
        plane.objects.delete(&key).await?;
    }
    Ok(())
}

/// The first problems, and the number of others.
fn first(problems: &[String]) -> String {
    let mut text = problems.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    if problems.len() > SHOWN {
        text.push_str(&format!(" and {} more", problems.len() - SHOWN));
    }
    text
}

/// Deletes backups that aren't kept. Those without a time in their name stay.
async fn delete_expired(
    plane: &ControlPlane,
    backups: &[(Backup, String)],
    keep: Retention,
) -> Result<(), ArchiveError> {
    let dated = backups
        .iter()
        .filter_map(|(backup, key)| Some((backup.made_at()?, key)));
    for key in expired(dated, keep, plane.now()) {
        plane.objects.delete(key).await?;
    }
    Ok(())
}

/// Keys of the backups that aren't kept. `dated`: newest first.
pub(super) fn expired<'a>(
    dated: impl Iterator<Item = (Timestamp, &'a String)>,
    keep: Retention,
    now: Timestamp,
) -> Vec<&'a String> {
    let counted = dated.filter(|(made_at, key)| !keep.spares(is_manual(key), *made_at, now));
    let (times, keys): (Vec<Timestamp>, Vec<&String>) = counted.unzip();
    let kept = keep.kept(&times);
    keys.into_iter()
        .zip(kept)
        .filter_map(|(key, stays)| (!stays).then_some(key))
        .collect()
}

/// Backups of a site and the files that restores have replaced, newest first.
///
/// # Errors
/// The object store or the site's folder can't be read.
pub async fn list(plane: &ControlPlane, site: SiteId) -> Result<Vec<Backup>, ArchiveError> {
    let stored = stored(plane, site).await?;
    let mut all: Vec<Backup> = stored.into_iter().map(|(backup, _)| backup).collect();
    all.extend(replaced::list(plane.dir(), site)?);
    all.sort_by_key(|backup| std::cmp::Reverse(backup.made_at()));
    Ok(all)
}

/// Backups of a site with their keys in the object store, newest first.
pub(super) async fn stored(plane: &ControlPlane, site: SiteId) -> Result<Vec<(Backup, String)>, ArchiveError> {
    let folder = format!("backups/{site}/");
    let found = plane.objects.sizes(folder.trim_end_matches('/')).await?;
    let mut backups: Vec<(Backup, String)> = found
        .into_iter()
        .filter_map(|(key, bytes)| {
            let inside = key.strip_prefix(&folder)?;
            let (file, kind) = match inside.strip_prefix(FAILED) {
                Some(file) => (file, BackupKind::Failed),
                None => (inside, BackupKind::Passed),
            };
            // Backups of format 1 are zip files.
            let name = file
                .strip_suffix(".suds")
                .or_else(|| file.strip_suffix(".zip"))?
                .to_owned();
            let mut backup = Backup {
                site,
                name,
                bytes,
                is_from_future: false,
                kind,
            };
            backup.is_from_future = backup
                .made_at()
                .is_some_and(|made_at| is_from_future(made_at, plane.now()));
            Some((backup, key))
        })
        .collect();
    backups.sort_by(|(a, _), (b, _)| b.name.cmp(&a.name));
    Ok(backups)
}

/// Key of a new backup in the object store.
fn key_of(site: SiteId, name: &str) -> String {
    format!("backups/{site}/{name}.suds")
}

/// Name of a new backup.
pub(super) fn new_name(plane: &ControlPlane, keep: Retention) -> String {
    let random = plane.random.string("0123456789abcdef", 6);
    let ending = if keep == Retention::All { MANUAL } else { "" };
    format!("{}-{random}{ending}", written(plane.now()))
}
