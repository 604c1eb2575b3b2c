//! `suds site export`: a site as one file to take away, its keys wrapped by a passphrase.

use std::fs::File;
use std::io::{Seek as _, SeekFrom};
use std::path::Path;

use platform::keys::SALT_LENGTH;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::demo_data::Progress;

use super::manifest::Wrap;
use super::pack::{folder_of, new_file, pack};
use super::{ArchiveError, Passphrase};
use crate::data_dir::sync_folder;
use crate::plane::ControlPlane;
use crate::sites::SiteRecord;

/// An archive that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    pub file: String,
    pub bytes: u64,
}

/// Writes an archive of `site` as `file`, which may not exist. It is there when it is whole.
///
/// # Errors
/// See [`ArchiveError`]; no file is left then.
pub async fn export(
    plane: &ControlPlane,
    site: &SiteRecord,
    file: &Path,
    passphrase: &Passphrase,
    actor: &str,
    told: &Progress<'_>,
) -> Result<Exported, ArchiveError> {
    let name = file.display().to_string();
    if file.exists() {
        return Err(ArchiveError::Exists(name));
    }
    let folder = folder_of(file);
    let (archive, path) = new_file(&folder)?;
    let bytes = sealed(plane, site, passphrase, archive, told).await?;
    path.persist_noclobber(file).map_err(|error| error.error)?;
    sync_folder(&folder)?;
    write_down(plane, site, actor, bytes).await?;
    Ok(Exported { file: name, bytes })
}

/// Writes an archive of `site` into a file without a name, which goes with the answer, and how many bytes it has.
///
/// # Errors
/// See [`ArchiveError`].
pub(super) async fn export_unnamed(
    plane: &ControlPlane,
    site: &SiteRecord,
    passphrase: &Passphrase,
    actor: &str,
) -> Result<(File, u64), ArchiveError> {
    let archive = tempfile::tempfile_in(plane.dir().root())?;
    let mut read = archive.try_clone()?;
    let bytes = sealed(plane, site, passphrase, archive, &|_, _| ()).await?;
    read.seek(SeekFrom::Start(0))?;
    write_down(plane, site, actor, bytes).await?;
    Ok((read, bytes))
}

async fn sealed(
    plane: &ControlPlane,
    site: &SiteRecord,
    passphrase: &Passphrase,
    archive: File,
    told: &Progress<'_>,
) -> Result<u64, ArchiveError> {
    if passphrase.is_short() {
        return Err(ArchiveError::ShortPassphrase);
    }
    let salt: [u8; SALT_LENGTH] = plane.random.bytes();
    pack(plane, site, Wrap::Passphrase(passphrase, salt), archive, told).await
}

async fn write_down(plane: &ControlPlane, site: &SiteRecord, actor: &str, bytes: u64) -> Result<(), ArchiveError> {
    let mut db = plane.db.write().await?;
    let subject = (Some(&*site.environment), &*site.id.to_string());
    let details = json!({ "bytes": bytes });
    plane.audit(&mut db, actor, "site.export", subject, details).await?;
    Ok(db.commit().await?)
}
