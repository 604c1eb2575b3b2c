//! Opens a site's file for a command, in this process or while a server runs.

use std::sync::Arc;

use platform::ids::SiteId;
use platform::tenancy::{LoadError, Lookup, OpenSite, Unavailable};

use crate::plane::ControlPlane;

/// Reason why a command can't open a site's file.
#[derive(Debug, thiserror::Error)]
pub enum OpenSiteError {
    #[error("it no longer exists")]
    Gone,
    #[error(transparent)]
    Directory(#[from] LoadError),
    #[error(transparent)]
    Unavailable(#[from] Arc<Unavailable>),
}

/// Opens the site `id`, or takes the handle of the server in this process.
///
/// # Errors
/// See [`OpenSiteError`].
pub async fn open(plane: &ControlPlane, id: SiteId) -> Result<Arc<OpenSite>, OpenSiteError> {
    let entry = plane.directory_entry(&Lookup::Id(id)).await?;
    let entry = entry.ok_or(OpenSiteError::Gone)?;
    Ok(plane.open_sites().open(&entry).await?)
}
