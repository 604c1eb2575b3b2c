//! `suds site backup`: archives in the object store, sealed with the site's key. The master key wraps that key, and no
//! archive contains the master key.

use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use platform::ids::SiteId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::demo_data::Progress;

use super::ArchiveError;
use super::manifest::Wrap;
use super::pack::{new_file, pack};
use crate::plane::ControlPlane;
use crate::sites::SiteRecord;

/// Format of the time in a backup's name: names sort chronologically, even within a second.
const INSTANT: &str = "%Y%m%dT%H%M%S%.3fZ";
/// Tolerated clock drift. A backup dated further ahead is from the future.
const LEEWAY: SignedDuration = SignedDuration::from_mins(1);

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
}

impl Backup {
    /// Time of the backup, if its name starts with one.
    pub fn made_at(&self) -> Option<Timestamp> {
        made_at(&self.name)
    }
}

/// Time at the start of a backup's name.
pub(crate) fn made_at(name: &str) -> Option<Timestamp> {
    let (written, _) = name.split_once('-')?;
    let (day, time) = written.strip_suffix('Z')?.split_once('T')?;
    // Dates without separators are also in ISO 8601.
    format!("{day}T{time}Z").parse().ok()
}

/// The backup that `latest` means: the newest that isn't from the future, or else the newest. `backups`: newest first.
pub fn latest(backups: &[Backup]) -> Option<&Backup> {
    backups.iter().find(|backup| !backup.is_from_future).or(backups.first())
}

/// Backs up `site` to the object store. Keeps `keep` backups including the new one (`None`: all).
///
/// # Errors
/// See [`ArchiveError`]. Earlier backups are then kept.
pub async fn back_up(
    plane: &ControlPlane,
    site: &SiteRecord,
    keep: Option<usize>,
    actor: &str,
    told: &Progress<'_>,
) -> Result<Backup, ArchiveError> {
    let (archive, path) = new_file(plane.dir().root())?;
    let bytes = pack(plane, site, Wrap::Installation(&plane.master()), archive, told).await?;
    let name = new_name(plane);
    plane
        .objects
        .put_file(&key_of(site.id, &name), Path::new(&*path))
        .await?;
    let mut db = plane.db.write().await?;
    let subject = (Some(&*site.environment), &*site.id.to_string());
    let details = json!({ "backup": name, "bytes": bytes });
    plane.audit(&mut db, actor, "site.backup", subject, details).await?;
    db.commit().await?;
    if let Some(keep) = keep {
        let mut older = stored(plane, site.id).await?;
        older.retain(|(backup, _)| backup.name != name && !backup.is_from_future);
        let stay = keep.saturating_sub(1);
        for (_, key) in older.iter().skip(stay) {
            plane.objects.delete(key).await?;
        }
    }
    Ok(Backup {
        site: site.id,
        name,
        bytes,
        is_from_future: false,
    })
}

/// Backups of a site, newest first.
///
/// # Errors
/// The object store can't be read.
pub async fn list(plane: &ControlPlane, site: SiteId) -> Result<Vec<Backup>, ArchiveError> {
    let stored = stored(plane, site).await?;
    Ok(stored.into_iter().map(|(backup, _)| backup).collect())
}

/// Backups of a site with their keys in the object store, newest first.
pub(super) async fn stored(plane: &ControlPlane, site: SiteId) -> Result<Vec<(Backup, String)>, ArchiveError> {
    let found = plane.objects.sizes(&format!("backups/{site}")).await?;
    let newest = plane.now() + LEEWAY;
    let mut backups: Vec<(Backup, String)> = found
        .into_iter()
        .filter_map(|(key, bytes)| {
            let file = key.rsplit('/').next()?;
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
            };
            backup.is_from_future = backup.made_at().is_some_and(|made_at| made_at > newest);
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
pub(super) fn new_name(plane: &ControlPlane) -> String {
    format!(
        "{}-{}",
        written(plane.now()),
        plane.random.string("0123456789abcdef", 6)
    )
}

fn written(at: Timestamp) -> String {
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
        }
    }

    #[test]
    fn backup_is_dated_by_its_name() {
        let at: Timestamp = "2026-03-01T02:00:00.25Z".parse().unwrap();
        assert_eq!(backup(&format!("{}-3fa1b2", written(at)), false).made_at(), Some(at));
        assert_eq!(backup("latest", false).made_at(), None);
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
}
