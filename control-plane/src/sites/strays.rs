//! Site files that the control database doesn't know, as after it was replaced by an older one.

use std::collections::BTreeSet;

use platform::ids::SiteId;

use super::{identity, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// A site file without a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    pub id: SiteId,
    /// According to the identity next to it.
    pub subdomain: Option<String>,
}

impl Stray {
    /// Problem and fix as text.
    pub fn problem(&self) -> String {
        let (id, name) = (self.id, self.subdomain.as_deref().unwrap_or("unknown subdomain"));
        format!(
            "the control database doesn't know the site file sites/{id} ({name}); run `suds site adopt --id {id}`, or move the folder away"
        )
    }
}

/// Site files that no site owns.
///
/// # Errors
/// The control database can't be read.
pub async fn strays(plane: &ControlPlane) -> Result<Vec<Stray>, ControlDbError> {
    // First the folders: the row of a new site is older than its folder.
    let folders = std::fs::read_dir(plane.dir().sites()).into_iter().flatten().flatten();
    let mut ids: BTreeSet<SiteId> = folders
        .filter(|folder| folder.path().join("site.sqlite").is_file())
        .filter_map(|folder| folder.file_name().to_str()?.parse().ok())
        .collect();
    for site in store::list(&mut plane.db.read().await?).await? {
        ids.remove(&site.id);
    }
    let stray = |id| Stray {
        id,
        subdomain: identity::read(plane.dir(), id).map(|identity| identity.subdomain),
    };
    Ok(ids.into_iter().map(stray).collect())
}

/// Logs each site file that no site owns, and writes the identities of the others.
pub(crate) async fn look_over(plane: &ControlPlane) {
    match strays(plane).await {
        Ok(strays) => {
            for stray in strays {
                let problem = stray.problem();
                tracing::error!(site.id = %stray.id, problem, "site file without a site");
            }
        }
        Err(error) => tracing::warn!(%error, "failed to look for site files without a site"),
    }
    identity::save(plane, None).await;
}
