//! Bounced emails of a site, forwarded by the operator's mail server.

use platform::tenancy::{LoadError, Lookup, Unavailable};
use tenant_runtime::notifications::bounces::{self, Returned};

use super::{OpenSiteError, SiteRecord, open};
use crate::plane::ControlPlane;

/// Why a mail that came back could not be written down.
#[derive(Debug, thiserror::Error)]
pub enum ReturnedMailError {
    #[error("can't open the site: {0}")]
    Open(#[from] OpenSiteError),
    #[error("can't open the site: {0}")]
    Directory(#[from] LoadError),
    #[error("can't use the site's file: {0}")]
    File(#[from] Unavailable),
    /// Its signature is not the site's: somebody has made it up, or changed it.
    #[error("the site didn't send this email")]
    Foreign,
}

/// Writes down at `site` that a mail of its came back.
///
/// # Errors
/// When it is none of the site's, or the file cannot be written; then nothing has changed.
pub async fn returned(plane: &ControlPlane, site: &SiteRecord, mail: &Returned) -> Result<(), ReturnedMailError> {
    let entry = plane.directory_entry(&Lookup::Id(site.id)).await?;
    let entry = entry.ok_or(OpenSiteError::Gone)?;
    let open = open(plane, site.id).await?;
    let mut db = open.write().await?;
    let is_ours = bounces::returned(&mut db, &entry.keys, mail, plane.now()).await;
    if !is_ours.map_err(|error| Unavailable::Db(error.into()))? {
        return Err(ReturnedMailError::Foreign);
    }
    db.commit().await.map_err(Unavailable::from)?;
    Ok(())
}
