//! `suds site backup`: archives in the object store, sealed with the site's key. The master key wraps that key, and no
//! archive contains the master key.
//!
//! A backup counts once it has been opened and checked. One that fails is kept in the folder `failed`.

use std::path::Path;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use platform::ids::SiteId;
use platform::storage::StorageError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::demo_data::Progress;

use super::manifest::Wrap;
use super::pack::{new_file, pack};
use super::{ArchiveError, Retention, replaced, verify};
use crate::plane::ControlPlane;
use crate::sites::{self, SiteRecord};

/// Format of the time in a backup's name: names sort chronologically, even within a second.
const INSTANT: &str = "%Y%m%dT%H%M%S%.3fZ";
/// Tolerated clock drift. A backup dated further ahead is from the future.
const LEEWAY: SignedDuration = SignedDuration::from_mins(1);
/// Folder of backups that failed their check, in the folder of their site.
pub(crate) const FAILED: &str = "failed/";
/// Problems in a message.
const SHOWN: usize = 3;

/// An archive in the object store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    pub site: SiteId,
    /// Identifies it for a restore. Starts with the time of the backup.
    pub name: String,
    pub bytes: u64,
    /// Whether it is dated in the future: it was made while the machine's clock was wrong. It is never the latest, and isn't
    /// deleted to keep a number of backups.
    #[serde(default)]
    pub is_from_future: bool,
    #[serde(default)]
    pub kind: BackupKind,
}

/// Kind of a backup. Only one that passed its check is ever the latest, and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackupKind {
    #[default]
    Passed,
    /// It failed its check.
    Failed,
    /// File that a restore has replaced, on the server's disk.
    Replaced,
}

impl Backup {
    /// Time of the backup, if its name starts with one.
    pub fn made_at(&self) -> Option<Timestamp> {
        made_at(&self.name)
    }
}

/// Time at the start of a backup's name.
pub(crate) fn made_at(name: &str) -> Option<Timestamp> {
    let name = name.strip_prefix(replaced::PREFIX).unwrap_or(name);
    let written = name.split('-').next()?;
    let (day, time) = written.strip_suffix('Z')?.split_once('T')?;
    // Dates without separators are also in ISO 8601.
    format!("{day}T{time}Z").parse().ok()
}

/// The backup that `latest` means: the newest that passed its check and isn't from the future, or else the newest that passed.
/// `backups`: newest first.
pub fn latest(backups: &[Backup]) -> Option<&Backup> {
    let mut passed = backups.iter().filter(|backup| backup.kind == BackupKind::Passed);
    let newest = passed.clone().next();
    passed.find(|backup| !backup.is_from_future).or(newest)
}

/// Note on a backup that is newer than `chosen` and failed its check. `backups`: newest first.
pub fn newer_failed(backups: &[Backup], chosen: &Backup) -> Option<String> {
    let mut newer = backups.iter().take_while(|backup| backup.name != chosen.name);
    let failed = newer.find(|backup| backup.kind == BackupKind::Failed)?;
    Some(format!(
        "the newer backup {} failed its check; you can restore it by name",
        failed.name
    ))
}

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
    let name = new_name(plane);
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
    for key in expired(dated, keep) {
        plane.objects.delete(key).await?;
    }
    Ok(())
}

/// Keys of the backups that aren't kept. `dated`: newest first.
pub(super) fn expired<'a>(dated: impl Iterator<Item = (Timestamp, &'a String)>, keep: Retention) -> Vec<&'a String> {
    let (times, keys): (Vec<Timestamp>, Vec<&String>) = dated.unzip();
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

/// Whether a backup with this time was made while the machine's clock was wrong.
pub(super) fn is_from_future(made_at: Timestamp, now: Timestamp) -> bool {
    made_at > now + LEEWAY
}

/// Key of a new backup in the object store.
fn key_of(site: SiteId, name: &str) -> String {
    format!("backups/{site}/{name}.suds")
}

/// Name of a new backup.
pub(super) fn new_name(plane: &ControlPlane) -> String {
    format!(
        "{}-{}",
        written(plane.now()),
        plane.random.string("0123456789abcdef", 6)
    )
}

pub(super) fn written(at: Timestamp) -> String {
    at.strftime(INSTANT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backup(name: &str, is_from_future: bool) -> Backup {
        Backup {
            site: SiteId::generate(&platform::random::SystemRandom),
            name: name.to_owned(),
            bytes: 1,
            is_from_future,
            kind: BackupKind::Passed,
        }
    }

    #[test]
    fn backup_is_dated_by_its_name() {
        let at: Timestamp = "2026-03-01T02:00:00.25Z".parse().unwrap();
        assert_eq!(backup(&format!("{}-3fa1b2", written(at)), false).made_at(), Some(at));
        assert_eq!(backup("latest", false).made_at(), None);
        assert_eq!(backup(&replaced::new_name(at), false).made_at(), Some(at));
    }

    #[test]
    fn backup_from_the_future_is_not_the_latest() {
        let (future, today) = (
            backup("20271230T020000.000Z-1", true),
            backup("20261127T020000.000Z-2", false),
        );
        assert_eq!(latest(&[future.clone(), today.clone()]), Some(&today));
        assert_eq!(latest(std::slice::from_ref(&future)), Some(&future));
        assert_eq!(latest(&[]), None);
    }

    #[test]
    fn backup_that_failed_its_check_is_not_the_latest() {
        let failed = Backup {
            kind: BackupKind::Failed,
            ..backup("20261127T030000.000Z-2", false)
        };
        let passed = backup("20261127T020000.000Z-1", false);
        assert_eq!(latest(&[failed.clone(), passed.clone()]), Some(&passed));
        assert_eq!(latest(&[failed]), None);
    }
}
