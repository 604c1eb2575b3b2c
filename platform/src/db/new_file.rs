//! New file of a tenant before it is assigned to the tenant.

use std::path::Path;

use super::{Database, DbError, TenantWrite};

/// A file being created under a name that no site opens. Site creation fills it, closes it and renames it. All other
/// code gets a [`TenantWrite`] only from an open site.
pub struct NewFile {
    database: Database,
}

impl NewFile {
    /// The migrated file at `path`.
    ///
    /// # Errors
    /// A pool can't be built.
    pub fn at(path: &Path) -> Result<Self, DbError> {
        // Jobs enqueued before then are found when the site is first opened.
        Ok(Self {
            database: Database::new(path, super::PATIENCE, |_| {})?,
        })
    }

    /// The transaction that fills the file.
    ///
    /// # Errors
    /// The file can't be opened or written.
    pub async fn write(&self) -> Result<TenantWrite, DbError> {
        self.database.write().await
    }

    /// Closes the file, so that it is complete without its write-ahead log.
    pub async fn close(self) {
        self.database.close().await;
    }
}
