//! Identity of a site, next to its file: the facts that only the control database has. If the control database is replaced by one that is
//! older than the site, the site is adopted with it.

use std::io;
use std::path::{Path, PathBuf};

use platform::ids::SiteId;

pub(crate) use super::store::identities::Identity;
use super::store::identities::identities;
use crate::data_dir::DataDir;
use crate::plane::ControlPlane;

const FILE: &str = "site.json";
const UNFINISHED: &str = "site.json.tmp";

/// The identity next to a site's file. `None` if it is missing or unreadable.
pub(crate) fn read(dir: &DataDir, site: SiteId) -> Option<Identity> {
    let text = std::fs::read(dir.site(site).join(FILE)).ok()?;
    let identity: Identity = serde_json::from_slice(&text).ok()?;
    (identity.site == site).then_some(identity)
}

/// Writes the identity of `site`, or of every site, if it has changed. A failure is logged, and the next start tries again.
pub(crate) async fn save(plane: &ControlPlane, site: Option<SiteId>) {
    let found = async { Ok::<_, crate::db::ControlDbError>(identities(&mut plane.db.read().await?, site).await?) };
    let found = match found.await {
        Ok(found) => found,
        Err(error) => {
            tracing::warn!(%error, "failed to read the identities of the sites");
            return;
        }
    };
    let dir = plane.dir().clone();
    let written = tokio::task::spawn_blocking(move || {
        for identity in found {
            if let Err(error) = write(&dir.site(identity.site), &identity) {
                tracing::warn!(site.id = %identity.site, %error, "failed to write a site's identity");
            }
        }
    });
    if let Err(error) = written.await {
        tracing::warn!(%error, "failed to write the identities of the sites");
    }
}

/// A folder that is missing isn't created, because its site's file is missing too.
fn write(folder: &Path, identity: &Identity) -> io::Result<()> {
    let (path, text) = (folder.join(FILE), serde_json::to_vec_pretty(identity)?);
    if !folder.is_dir() || std::fs::read(&path).is_ok_and(|known| known == text) {
        return Ok(());
    }
    let unfinished: PathBuf = folder.join(UNFINISHED);
    std::fs::write(&unfinished, text)?;
    std::fs::rename(unfinished, path)
}
