//! Epochs of a site's file: a file that replaces a site's file becomes its newest copy.

use std::path::Path;

use platform::db::{DbError, NewFile};
use platform::tenancy::{Unavailable, epoch_of, set_epoch};

use super::ArchiveError;

/// Raises the epoch of the file at `path` above its own and above `newest`, and returns it. The file isn't in use and
/// has this build's schema.
///
/// # Errors
/// The file can't be written.
pub(super) async fn raise(path: &Path, newest: i64) -> Result<i64, ArchiveError> {
    let failed = |error: DbError| ArchiveError::Unavailable(Unavailable::from(error));
    let file = NewFile::at(path).map_err(failed)?;
    let raised = async {
        let mut db = file.write().await?;
        let epoch = epoch_of(&mut db).await?.max(newest) + 1;
        set_epoch(&mut db, epoch).await?;
        db.commit().await?;
        Ok::<i64, DbError>(epoch)
    };
    let raised = raised.await;
    file.close().await;
    raised.map_err(failed)
}
