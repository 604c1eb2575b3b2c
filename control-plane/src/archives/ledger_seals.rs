//! Record that a site's ledger has been sealed, for a file from an archive (docs/RULES.md#ledger).

use platform::ids::SiteId;

use super::ArchiveError;
use super::manifest::Manifest;
use crate::fleet;
use crate::plane::ControlPlane;

/// Records whether the ledger in an archive's file has been sealed, before the file is opened. Archives of earlier builds leave the
/// record as it is, unless the file is older than seals.
///
/// # Errors
/// The control database can't be written.
pub(super) async fn record(
    plane: &ControlPlane,
    site: SiteId,
    manifest: &Manifest,
    predates_seals: bool,
) -> Result<(), ArchiveError> {
    let is_sealed = if predates_seals {
        Some(false)
    } else {
        manifest.ledger_sealed
    };
    if let Some(is_sealed) = is_sealed {
        let mut db = plane.db.write().await?;
        fleet::store::set_ledger_sealed(&mut db, site, is_sealed).await?;
        db.commit().await?;
    }
    Ok(())
}
