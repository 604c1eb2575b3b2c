//! One open site: its database, its objects and its keys.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::cache::VersionedCache;
use super::directory::LoadError;
use super::due::DueIndex;
use super::file::FileIndex;
use super::site::Site;
use crate::clock::SharedClock;
use crate::db::{Database, DbError, SchemaError, TenantRead, TenantWrite};
use crate::ids::SiteId;
use crate::keys::SiteKeys;
use crate::storage::TenantStorage;

/// Reason why a site is unavailable.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    #[error(transparent)]
    Schema(#[from] SchemaError),
    #[error(transparent)]
    File(#[from] super::file::FileProblem),
    #[error(transparent)]
    FileIndex(#[from] super::file::FileIndexError),
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Due(#[from] super::due::DueError),
    #[error(transparent)]
    Directory(#[from] LoadError),
    /// Its file is being replaced.
    #[error("the site's file is closed for maintenance")]
    Closed,
}

/// An open site. Connections open at the first read and the first write.
pub struct OpenSite {
    id: SiteId,
    keys: SiteKeys,
    is_of_another_epoch: bool,
    pub(super) database: Option<Database>,
    storage: TenantStorage,
    cache: VersionedCache,
    clock: SharedClock,
    due: Arc<dyn DueIndex>,
    files: Arc<dyn FileIndex>,
    is_sealed: AtomicBool,
    writer_announced: AtomicBool,
    closer: tokio::sync::mpsc::UnboundedSender<Closing>,
}

/// The file of a site that is being opened.
pub(super) struct OpenFile {
    pub(super) database: Database,
    pub(super) is_of_another_epoch: bool,
    pub(super) is_sealed: bool,
}

/// Remains of a site that is being closed.
pub(super) struct Closing {
    pub(super) id: SiteId,
    pub(super) database: Database,
    pub(super) written: bool,
}

impl OpenSite {
    pub(super) fn new(
        site: &Site,
        file: OpenFile,
        storage: TenantStorage,
        cache: VersionedCache,
        clock: SharedClock,
        (due, files): (Arc<dyn DueIndex>, Arc<dyn FileIndex>),
        closer: tokio::sync::mpsc::UnboundedSender<Closing>,
    ) -> Self {
        Self {
            id: site.id,
            keys: site.keys.clone(),
            is_of_another_epoch: file.is_of_another_epoch,
            database: Some(file.database),
            storage,
            cache,
            clock,
            due,
            files,
            is_sealed: AtomicBool::new(file.is_sealed),
            writer_announced: AtomicBool::new(false),
            closer,
        }
    }

    pub fn id(&self) -> SiteId {
        self.id
    }

    /// Keys of the site.
    pub const fn keys(&self) -> &SiteKeys {
        &self.keys
    }

    /// Whether the file is of another epoch than was the newest when it was opened: then the site is held.
    pub fn is_of_another_epoch(&self) -> bool {
        self.is_of_another_epoch
    }

    /// Whether the site's ledger has been sealed, according to the index of files.
    pub fn is_sealed(&self) -> bool {
        self.is_sealed.load(Ordering::Acquire)
    }

    /// Records that the site's ledger has been sealed.
    ///
    /// # Errors
    /// The index of files can't be written.
    pub async fn set_sealed(&self) -> Result<(), Unavailable> {
        self.files.set_sealed(self.id, true).await?;
        self.is_sealed.store(true, Ordering::Release);
        Ok(())
    }

    /// The site's objects; no key outside its prefix can be named.
    pub fn storage(&self) -> &TenantStorage {
        &self.storage
    }

    /// A connection to read with.
    ///
    /// # Errors
    /// All are in use for a second, or the file can't be read.
    pub async fn read(&self) -> Result<TenantRead, Unavailable> {
        Ok(self.database()?.read().await?)
    }

    /// The writer, inside a new transaction. Before its first use the index of due work learns that this site is being
    /// written, so that after a crash exactly the sites that were open are looked into.
    ///
    /// # Errors
    /// The writer stays in use for a second, or the file can't be written.
    pub async fn write(&self) -> Result<TenantWrite, Unavailable> {
        if !self.writer_announced.load(Ordering::Acquire) {
            self.due.set(self.id, Some(self.clock.now())).await?;
            self.writer_announced.store(true, Ordering::Release);
        }
        let db = self.database()?.write().await?;
        Ok(db.with_keys(self.keys.clone(), self.is_sealed()))
    }

    /// Empties the WAL of the site's file, so that deleted data is nowhere on the disk. Returns false if a reader kept
    /// part of it.
    ///
    /// # Errors
    /// See [`write`](Self::write).
    pub async fn empty_wal(&self) -> Result<bool, Unavailable> {
        Ok(self.database()?.empty_wal().await?)
    }

    /// The value of `name` and `params` for the present version of the site's public data.
    ///
    /// # Errors
    /// Those of `load`.
    pub async fn cached<T, E, L, F>(&self, name: &'static str, params: &str, load: L) -> Result<Arc<T>, Arc<E>>
    where
        T: Send + Sync + 'static,
        E: Send + Sync + 'static,
        L: FnOnce() -> F,
        F: Future<Output = Result<(T, u32), E>>,
    {
        let version = (self.id, self.public_version());
        if self.database.as_ref().is_some_and(Database::is_held_by_caller) {
            return match self.cache.kept(version, name, params).await {
                Some(kept) => Ok(kept),
                None => load().await.map(|(value, _)| Arc::new(value)).map_err(Arc::new),
            };
        }
        self.cache.get(version, name, params, load).await
    }

    /// Value cached by [`cached`](Self::cached) for the current version. Never waits for another caller.
    pub async fn kept<T: Send + Sync + 'static>(&self, name: &'static str, params: &str) -> Option<Arc<T>> {
        self.cache.kept((self.id, self.public_version()), name, params).await
    }

    /// Version of this site's public data.
    pub fn public_version(&self) -> u64 {
        self.database.as_ref().map_or(0, Database::public_version)
    }

    fn database(&self) -> Result<&Database, DbError> {
        // Taken out only by Drop.
        self.database.as_ref().ok_or(DbError::Busy)
    }
}

impl Drop for OpenSite {
    fn drop(&mut self) {
        if let Some(database) = self.database.take() {
            let closing = Closing {
                id: self.id,
                database,
                written: self.writer_announced.load(Ordering::Acquire),
            };
            // Without a closer the process is going down, and its connections with it.
            let _ = self.closer.send(closing);
        }
    }
}
