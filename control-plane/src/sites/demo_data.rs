//! Generates a year of business data at a site, for trials of the product.

use platform::tenancy::{LoadError, Lookup};
use serde_json::json;
use tenant_runtime::demo_data::{self, DemoDataError, Made, Progress, Site, Wanted};

use super::{OpenSiteError, SiteRecord, open};
use crate::audit;
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// Reason why demo data wasn't generated, or not completely.
#[derive(Debug, thiserror::Error)]
pub enum MakeUpError {
    #[error("can't open the site: {0}")]
    Open(#[from] OpenSiteError),
    #[error("can't open the site: {0}")]
    Directory(#[from] LoadError),
    #[error(transparent)]
    DemoData(#[from] DemoDataError),
    #[error("{0}.")]
    Audit(#[from] ControlDbError),
}

/// Generates a year of sample data at `site`.
///
/// # Errors
/// In production, and if the file can't be written.
pub async fn make_up(
    plane: &ControlPlane,
    site: &SiteRecord,
    wanted: Wanted,
    told: &Progress<'_>,
) -> Result<Made, MakeUpError> {
    let entry = plane.directory_entry(&Lookup::Id(site.id)).await?;
    let entry = entry.ok_or(OpenSiteError::Gone)?;
    let open = open(plane, site.id).await?;
    let place = Site {
        open: &open,
        keys: &entry.keys,
        is_production: entry.environment.production,
        now: plane.now(),
    };
    let made = demo_data::make_up(place, wanted, told).await?;
    let mut db = plane.db.write().await?;
    let details = json!({ "wanted": wanted, "made": made });
    plane
        .audit(
            &mut db,
            audit::CLI,
            "site.demo_data",
            (Some(&site.environment), &site.id.to_string()),
            details,
        )
        .await?;
    db.commit().await?;
    Ok(made)
}
