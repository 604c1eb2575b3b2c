//! Check of a new backup before it counts: it is opened like a backup that is restored, its images are compared with the manifest, and
//! its database must pass `suds site check`.

use std::path::Path;
use std::sync::Arc;

use platform::db::{DbError, NewFile};
use platform::jobs;
use platform::tenancy::{Unavailable, examine};
use tenant_runtime::check;
use tenant_runtime::domains::DOMAINS;

use super::ArchiveError;
use super::pack::blocking;
use super::unpack;
use super::work_files::WorkFile;
use crate::fleet;
use crate::plane::ControlPlane;
use crate::sites::{self, SiteRecord};

/// Problems of the backup of `site` in the file at `archive`. Empty if it can be restored and passes.
///
/// # Errors
/// It couldn't be checked: the disk or the control database fails.
pub(super) async fn problems(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    archive: &Path,
) -> Result<Vec<String>, ArchiveError> {
    match violations(plane, site, archive).await {
        Err(error @ (ArchiveError::Damaged(_) | ArchiveError::File(_) | ArchiveError::OtherSite(_))) => {
            Ok(vec![error.to_string()])
        }
        checked => checked,
    }
}

async fn violations(plane: &Arc<ControlPlane>, site: &SiteRecord, archive: &Path) -> Result<Vec<String>, ArchiveError> {
    // There is only room for one copy.
    let _turn = plane.packing.lock().await;
    let copy = WorkFile::at(plane.dir().checked_copy())?;
    let (master, from, into, id) = (plane.master(), archive.to_owned(), copy.path().to_owned(), site.id);
    let opened = blocking(move || {
        let mut opened = unpack::open(&from, None, &master)?;
        if opened.manifest.site != id {
            return Err(ArchiveError::OtherSite(opened.manifest.site.to_string()));
        }
        opened.database(&into)?;
        opened.verify_objects()?;
        Ok(opened)
    })
    .await?;
    let like = sites::template(plane).await?;
    let examined = examine(copy.path(), &tenant_runtime::SCHEMA, site.id, like).await?;
    let was_sealed = fleet::store::is_ledger_sealed(&mut plane.db.read().await?, site.id).await?;
    let keys = (&opened.keys, was_sealed && !examined.predates_seals);
    let file = NewFile::at(copy.path()).map_err(Unavailable::from)?;
    let found = async {
        let mut db = file.write().await?;
        // A failed job needs an operator, but the backup is as good as the site. The change is rolled back with the copy.
        jobs::retry(&mut db, plane.now(), None).await?;
        let found = check::violations(DOMAINS, keys, plane.now(), &mut db).await?;
        Ok::<_, DbError>(found)
    };
    let found = found.await;
    file.close().await;
    Ok(found.map_err(Unavailable::from)?)
}
