//! `suds site export`: a site as one file, with its keys wrapped by a passphrase.

use std::fs::File;
use std::io::{Seek as _, SeekFrom};
use std::path::Path;

use platform::keys::SALT_LENGTH;
use platform::tenancy::{DrainError, Hold};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::demo_data::Progress;

use super::manifest::Wrap;
use super::pack::{folder_of, new_file, pack};
use super::{ArchiveError, Passphrase};
use crate::data_dir::sync_folder;
use crate::plane::ControlPlane;
use crate::sites::{self, HoldReason, SiteRecord, SiteState};

/// A written archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    pub file: String,
    pub bytes: u64,
}

/// Reason for an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The site stays here.
    Copy,
    /// Another installation will run the site: here it is suspended and held before the archive is written.
    Move,
}

/// Writes an archive of `site` to the new file `file`, which appears when it is complete.
///
/// # Errors
/// See [`ArchiveError`]. No file is left then, and the site is unchanged.
pub async fn export(
    plane: &ControlPlane,
    site: &SiteRecord,
    file: &Path,
    (passphrase, purpose): (&Passphrase, Purpose),
    actor: &str,
    told: &Progress<'_>,
) -> Result<Exported, ArchiveError> {
    let name = file.display().to_string();
    if file.exists() {
        return Err(ArchiveError::Exists(name));
    }
    let folder = folder_of(file);
    let (archive, path) = new_file(&folder)?;
    let bytes = sealed(plane, site, (passphrase, purpose), archive, told).await?;
    path.persist_noclobber(file).map_err(|error| error.error)?;
    sync_folder(&folder)?;
    write_down(plane, site, purpose, actor, bytes).await?;
    Ok(Exported { file: name, bytes })
}

/// Writes an archive of `site` to an unnamed file, which is deleted with the returned value. Also returns its size in
/// bytes.
///
/// # Errors
/// See [`ArchiveError`].
pub(super) async fn export_unnamed(
    plane: &ControlPlane,
    site: &SiteRecord,
    (passphrase, purpose): (&Passphrase, Purpose),
    actor: &str,
) -> Result<(File, u64), ArchiveError> {
    let archive = tempfile::tempfile_in(plane.dir().root())?;
    let mut read = archive.try_clone()?;
    let bytes = sealed(plane, site, (passphrase, purpose), archive, &|_, _| ()).await?;
    read.seek(SeekFrom::Start(0))?;
    write_down(plane, site, purpose, actor, bytes).await?;
    Ok((read, bytes))
}

async fn sealed(
    plane: &ControlPlane,
    site: &SiteRecord,
    (passphrase, purpose): (&Passphrase, Purpose),
    archive: File,
    told: &Progress<'_>,
) -> Result<u64, ArchiveError> {
    let passphrase = &passphrase.composed();
    if passphrase.is_short() {
        return Err(ArchiveError::ShortPassphrase);
    }
    let salt: [u8; SALT_LENGTH] = plane.random.bytes();
    let wrap = Wrap::Passphrase(passphrase, salt);
    match purpose {
        Purpose::Copy => pack(plane, site, wrap, archive, told).await,
        Purpose::Move => {
            leave(plane, site).await?;
            let packed = pack(plane, site, wrap, archive, told).await;
            if packed.is_err() {
                stay(plane, site).await?;
            }
            packed
        }
    }
}

/// Suspends and holds a site before it is packed for a move. Otherwise later sales and charges would be in neither
/// installation.
async fn leave(plane: &ControlPlane, site: &SiteRecord) -> Result<(), ArchiveError> {
    let mut db = plane.db.write().await?;
    sites::store::move_state(&mut db, site.id, SiteState::Active, SiteState::Suspended).await?;
    let hold = Hold {
        at: plane.now(),
        complete_until: None,
    };
    sites::store::holds::hold_unless_held(&mut db, site.id, HoldReason::Moved, hold).await?;
    db.commit().await?;
    plane.site_directory_changed();
    if !plane.open_sites().drain(site.id).await {
        stay(plane, site).await?;
        return Err(ArchiveError::InUse(DrainError::InUse));
    }
    Ok(())
}

/// Resumes a site whose move failed.
async fn stay(plane: &ControlPlane, site: &SiteRecord) -> Result<(), ArchiveError> {
    let mut db = plane.db.write().await?;
    if site.state == SiteState::Active {
        sites::store::move_state(&mut db, site.id, SiteState::Suspended, SiteState::Active).await?;
    }
    if site.hold.is_none() {
        sites::store::holds::release(&mut db, site.id).await?;
    }
    db.commit().await?;
    plane.site_directory_changed();
    plane.look_into(site.id);
    Ok(())
}

async fn write_down(
    plane: &ControlPlane,
    site: &SiteRecord,
    purpose: Purpose,
    actor: &str,
    bytes: u64,
) -> Result<(), ArchiveError> {
    let mut db = plane.db.write().await?;
    sites::store::holds::note_export(&mut db, site.id, plane.now()).await?;
    let subject = (Some(&*site.environment), &*site.id.to_string());
    let details = json!({ "bytes": bytes, "move": purpose == Purpose::Move, "epoch": site.epoch });
    plane.audit(&mut db, actor, "site.export", subject, details).await?;
    Ok(db.commit().await?)
}
