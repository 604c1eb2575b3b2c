//! Index of site files in the control database.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use platform::clock::SharedClock;
use platform::ids::SiteId;
use platform::tenancy::{FileIndex, FileIndexError, Hold, Tie};

use super::store;
use crate::db::{ControlDb, ControlDbError};
use crate::sites::{self, HoldReason};

/// [`FileIndex`] over `site_files`.
pub struct SiteFiles {
    db: Arc<ControlDb>,
    clock: SharedClock,
}

impl SiteFiles {
    pub fn new(db: Arc<ControlDb>, clock: SharedClock) -> Self {
        Self { db, clock }
    }

    async fn read(&self, site: SiteId) -> Result<Option<Tie>, ControlDbError> {
        Ok(store::tie_of(&mut self.db.read().await?, site).await?)
    }

    async fn write(&self, site: SiteId, tie: Tie) -> Result<(), ControlDbError> {
        let mut db = self.db.write().await?;
        store::record_tie(&mut db, site, tie).await?;
        db.commit().await
    }

    async fn hold_copied(&self, site: SiteId) -> Result<(), ControlDbError> {
        let mut db = self.db.write().await?;
        let hold = Hold {
            at: self.clock.now(),
            complete_until: None,
        };
        sites::store::holds::hold_unless_held(&mut db, site, HoldReason::Copied, hold).await?;
        db.commit().await
    }

    async fn read_sealed(&self, site: SiteId) -> Result<bool, ControlDbError> {
        Ok(store::is_ledger_sealed(&mut self.db.read().await?, site).await?)
    }

    async fn write_sealed(&self, site: SiteId, is_sealed: bool) -> Result<(), ControlDbError> {
        let mut db = self.db.write().await?;
        store::set_ledger_sealed(&mut db, site, is_sealed).await?;
        db.commit().await
    }

    async fn write_anew(&self, site: SiteId, tie: Tie) -> Result<(), ControlDbError> {
        let mut db = self.db.write().await?;
        store::forget_tie(&mut db, site).await?;
        store::record_tie(&mut db, site, tie).await?;
        db.commit().await
    }
}

impl FileIndex for SiteFiles {
    fn find(&self, site: SiteId) -> BoxFuture<'_, Result<Option<Tie>, FileIndexError>> {
        self.read(site)
            .map(|result| result.map_err(|error| FileIndexError(error.to_string())))
            .boxed()
    }

    fn record(&self, site: SiteId, tie: Tie) -> BoxFuture<'_, Result<(), FileIndexError>> {
        self.write(site, tie)
            .map(|result| result.map_err(|error| FileIndexError(error.to_string())))
            .boxed()
    }

    fn replace(&self, site: SiteId, tie: Tie) -> BoxFuture<'_, Result<(), FileIndexError>> {
        self.write_anew(site, tie)
            .map(|result| result.map_err(|error| FileIndexError(error.to_string())))
            .boxed()
    }

    fn hold(&self, site: SiteId) -> BoxFuture<'_, Result<(), FileIndexError>> {
        self.hold_copied(site)
            .map(|result| result.map_err(|error| FileIndexError(error.to_string())))
            .boxed()
    }

    fn is_sealed(&self, site: SiteId) -> BoxFuture<'_, Result<bool, FileIndexError>> {
        self.read_sealed(site)
            .map(|result| result.map_err(|error| FileIndexError(error.to_string())))
            .boxed()
    }

    fn set_sealed(&self, site: SiteId, is_sealed: bool) -> BoxFuture<'_, Result<(), FileIndexError>> {
        self.write_sealed(site, is_sealed)
            .map(|result| result.map_err(|error| FileIndexError(error.to_string())))
            .boxed()
    }
}
