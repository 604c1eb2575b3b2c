//! `suds site backup`: archives in the object store, with keys wrapped by the master key, which no archive contains.

use std::path::Path;

use jiff::Timestamp;
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

/// An archive in the object store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    pub site: SiteId,
    /// Identifies it for a restore. Starts with the time of the backup.
    pub name: String,
    pub bytes: u64,
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
    let name = format!(
        "{}-{}",
        written(plane.now()),
        plane.random.string("0123456789abcdef", 6)
    );
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
        let mut older = list(plane, site.id).await?;
        older.retain(|backup| backup.name != name);
        let stay = keep.saturating_sub(1);
        for backup in older.iter().skip(stay) {
            plane.objects.delete(&key_of(site.id, &backup.name)).await?;
        }
    }
    Ok(Backup {
        site: site.id,
        name,
        bytes,
    })
}

/// Backups of a site, newest first.
///
/// # Errors
/// The object store can't be read.
pub async fn list(plane: &ControlPlane, site: SiteId) -> Result<Vec<Backup>, ArchiveError> {
    let found = plane.objects.sizes(&format!("backups/{site}")).await?;
    let mut backups: Vec<Backup> = found
        .into_iter()
        .filter_map(|(key, bytes)| {
            let name = key.rsplit('/').next()?.strip_suffix(".zip")?.to_owned();
            Some(Backup { site, name, bytes })
        })
        .collect();
    backups.sort_by(|a, b| b.name.cmp(&a.name));
    Ok(backups)
}

/// Key of a backup in the object store.
pub(super) fn key_of(site: SiteId, name: &str) -> String {
    format!("backups/{site}/{name}.zip")
}

fn written(at: Timestamp) -> String {
    at.strftime(INSTANT).to_string()
}
