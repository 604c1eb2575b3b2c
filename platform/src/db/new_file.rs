//! New file of a tenant before it is assigned to the tenant.

use std::path::Path;

use super::{Database, DbError, TenantWrite};

/// A file in the making, under a name that no site opens. The creation of a site fills it, closes it and gives it its name;
/// all other code gets a [`TenantWrite`] from an open site only.
pub struct NewFile {
    database: Database,
}

impl NewFile {
    /// The migrated file at `path`.
    ///
    /// # Errors
    /// When a pool cannot be built.
    pub fn at(path: &Path) -> Result<Self, DbError> {
        // Work enqueued while the file is made is found when the site is opened for the first time.
        Ok(Self {
            database: Database::new(path, super::PATIENCE, |_| {})?,
        })
    }

    /// The transaction that fills the file.
    ///
    /// # Errors
    /// When the file cannot be opened or written.
    pub async fn write(&self) -> Result<TenantWrite, DbError> {
        self.database.write().await
    }

    /// Closes the file, so that it is whole without its write-ahead log.
    pub async fn close(self) {
        self.database.close().await;
    }
}
