//! Record that a site's ledger has been sealed, for a file from an archive (docs/RULES.md#ledger).

use platform::ids::SiteId;

use super::ArchiveError;
use crate::fleet;
use crate::plane::ControlPlane;

/// Records whether the ledger of a file from an archive has been sealed, before the file is opened. `ledger_sealed`: what the manifest
/// says; `None` leaves the record as it is, unless the file is older than seals.
///
/// # Errors
/// The control database can't be written.
pub(super) async fn record(
    plane: &ControlPlane,
    site: SiteId,
    ledger_sealed: Option<bool>,
    predates_seals: bool,
) -> Result<(), ArchiveError> {
    let is_sealed = if predates_seals { Some(false) } else { ledger_sealed };
    if let Some(is_sealed) = is_sealed {
        let mut db = plane.db.write().await?;
        fleet::store::set_ledger_sealed(&mut db, site, is_sealed).await?;
        db.commit().await?;
    }
    Ok(())
}
