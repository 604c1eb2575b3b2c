//! Bounced emails of a site, forwarded by the operator's mail server.

use platform::tenancy::{LoadError, Lookup, Unavailable};
use tenant_runtime::notifications::bounces::{self, Returned};

use super::{OpenSiteError, SiteRecord, open};
use crate::plane::ControlPlane;

/// Reason why a bounce couldn't be recorded.
#[derive(Debug, thiserror::Error)]
pub enum ReturnedMailError {
    #[error("can't open the site: {0}")]
    Open(#[from] OpenSiteError),
    #[error("can't open the site: {0}")]
    Directory(#[from] LoadError),
    #[error("can't use the site's file: {0}")]
    File(#[from] Unavailable),
    /// The signature isn't the site's: the message is forged or was changed.
    #[error("the site didn't send this email")]
    Foreign,
}

/// Records a bounced email of `site`.
///
/// # Errors
/// The email isn't the site's, or the file can't be written. Nothing is then changed.
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
