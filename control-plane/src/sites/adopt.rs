//! Adopts a file that was put in a site's place: a backup from before files recorded their site, or one with a
//! different origin than on record.

use std::sync::Arc;

use platform::tenancy::{AdoptError, Hold, LoadError, Lookup};
use serde_json::json;
use tenant_runtime::payments;

use super::{HoldReason, SiteRecord, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// Reason why a site's file wasn't adopted, as text for people.
#[derive(Debug, thiserror::Error)]
pub enum AdoptSiteError {
    #[error("the site no longer exists; run `suds site list`")]
    Gone,
    #[error("can't adopt the site's file: {0}")]
    Refused(#[from] AdoptError),
    #[error("{0}")]
    Directory(#[from] LoadError),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for AdoptSiteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Adopts the file in the place of `site` if its content is sealed with this site's key. The site is then held.
///
/// # Errors
/// See [`AdoptSiteError`]. The directory is then unchanged.
pub async fn adopt(plane: &Arc<ControlPlane>, site: &SiteRecord, actor: &str) -> Result<(), AdoptSiteError> {
    let entry = plane.directory_entry(&Lookup::Id(site.id)).await?;
    let entry = entry.ok_or(AdoptSiteError::Gone)?;
    let tie = plane
        .open_sites()
        .adopt(&entry, async |db| payments::are_sealed_with(db, &entry.keys).await)
        .await?;
    let mut db = plane.db.write().await?;
    // A manually placed file may be older than the one it replaces.
    let hold = Hold {
        at: plane.now(),
        complete_until: None,
    };
    store::holds::hold(&mut db, site.id, HoldReason::Adopted, hold).await?;
    let details = json!({ "firstMigration": tie.first_migration, "tiedAt": tie.at });
    plane
        .audit(
            &mut db,
            actor,
            "site.adopt",
            (Some(&site.environment), &site.id.to_string()),
            details,
        )
        .await?;
    db.commit().await?;
    plane.site_directory_changed();
    Ok(())
}
