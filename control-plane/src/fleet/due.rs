//! Index of due jobs in the control database.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use platform::ids::SiteId;
use platform::tenancy::{DueError, DueIndex};

use super::store;
use crate::db::{ControlDb, ControlDbError};

/// [`DueIndex`] over `site_due`.
pub struct SiteDue {
    db: Arc<ControlDb>,
}

impl SiteDue {
    pub fn new(db: Arc<ControlDb>) -> Self {
        Self { db }
    }

    async fn write(&self, site: SiteId, due_at: Option<Timestamp>) -> Result<(), ControlDbError> {
        let mut db = self.db.write().await?;
        store::set_due(&mut db, site, due_at).await?;
        db.commit().await
    }

    async fn read(&self) -> Result<Vec<(SiteId, Timestamp)>, ControlDbError> {
        Ok(store::all_due(&mut self.db.read().await?).await?)
    }
}

impl DueIndex for SiteDue {
    fn set(&self, site: SiteId, due_at: Option<Timestamp>) -> BoxFuture<'_, Result<(), DueError>> {
        self.write(site, due_at)
            .map(|result| result.map_err(|error| DueError(error.to_string())))
            .boxed()
    }

    fn all(&self) -> BoxFuture<'_, Result<Vec<(SiteId, Timestamp)>, DueError>> {
        self.read()
            .map(|result| result.map_err(|error| DueError(error.to_string())))
            .boxed()
    }
}
