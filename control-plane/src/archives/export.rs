//! `suds site export`: a site as one file to take away, its keys wrapped by a passphrase.

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
    if passphrase.is_short() {
        return Err(ArchiveError::ShortPassphrase);
    }
    let name = file.display().to_string();
    if file.exists() {
        return Err(ArchiveError::Exists(name));
    }
    let folder = folder_of(file);
    let (archive, path) = new_file(&folder)?;
    let salt: [u8; SALT_LENGTH] = plane.random.bytes();
    let bytes = pack(plane, site, Wrap::Passphrase(passphrase, salt), archive, told).await?;
    path.persist_noclobber(file).map_err(|error| error.error)?;
    sync_folder(&folder)?;
    let mut db = plane.db.write().await?;
    let subject = (Some(&*site.environment), &*site.id.to_string());
    plane
        .audit(&mut db, actor, "site.export", subject, json!({ "bytes": bytes }))
        .await?;
    db.commit().await?;
    Ok(Exported { file: name, bytes })
}
