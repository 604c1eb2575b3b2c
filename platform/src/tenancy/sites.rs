//! Bounded set of open sites.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use jiff::Timestamp;
use moka::future::Cache;
use sqlx::Connection as _;
use tokio::sync::mpsc::UnboundedSender;

use super::cache::VersionedCache;
use super::drain::{Doors, Drained};
use super::due::DueIndex;
use super::file::{self, Adoption, FileIndex, Said, Tie, Verdict};
use super::open::{Closing, OpenFile, OpenSite, Unavailable};
use super::site::Site;
use crate::clock::SharedClock;
use crate::db::{ConnectionKind, Database, DbError, Schema, TenantRead, connect, snapshot};
use crate::ids::SiteId;
use crate::jobs::{self, Schedule};
use crate::storage::Objects;

/// Grace period for requests at a site being closed.
const DRAIN: Duration = Duration::from_secs(5);

/// Limits on open sites: number and idle time.
pub struct OpenSitesConfig {
    /// Directory that holds `sites/<id>/site.sqlite`.
    pub data_dir: PathBuf,
    pub capacity: u64,
    pub idle: Duration,
    /// Timeout for a connection to a site's file.
    pub patience: Duration,
    /// Bytes for rendered and parsed public data of all sites together.
    pub cache_bytes: u64,
}

/// Reason why a file wasn't adopted.
#[derive(Debug, thiserror::Error)]
pub enum AdoptError {
    #[error("the site is open, so its file is served")]
    Open,
    #[error("the file is already in use")]
    Served,
    #[error("the file has no data sealed with this site's key; it's empty or belongs to another site")]
    NotItsOwn,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Reason why a site's file couldn't be kept closed.
#[derive(Debug, thiserror::Error)]
pub enum DrainError {
    #[error("another process is replacing the site's file")]
    Closed,
    #[error("the site's file is still in use")]
    InUse,
}

/// Opens sites on demand, once each, and closes them when they are not in use.
pub struct OpenSites {
    config: OpenSitesConfig,
    schema: &'static Schema,
    objects: Objects,
    clock: SharedClock,
    due: Arc<dyn DueIndex>,
    files: Arc<dyn FileIndex>,
    cache: VersionedCache,
    open: Cache<SiteId, Arc<OpenSite>>,
    // An evicted site that a request still uses is revived from here, never opened twice.
    alive: Arc<Mutex<HashMap<SiteId, Weak<OpenSite>>>>,
    doors: Doors,
    closer: UnboundedSender<Closing>,
    schedule: Arc<Schedule>,
}

impl OpenSites {
    /// `schedule` learns of the work that commits enqueue. Must be called inside a tokio runtime.
    pub fn new(
        config: OpenSitesConfig,
        schema: &'static Schema,
        objects: Objects,
        clock: SharedClock,
        due: Arc<dyn DueIndex>,
        files: Arc<dyn FileIndex>,
        schedule: Arc<Schedule>,
    ) -> Self {
        let alive: Arc<Mutex<HashMap<SiteId, Weak<OpenSite>>>> = Arc::default();
        let (closer, closing) = tokio::sync::mpsc::unbounded_channel();
        tokio::spawn(close_all(closing, Arc::clone(&due), Arc::clone(&alive)));
        Self {
            open: Cache::builder()
                .max_capacity(config.capacity)
                .time_to_idle(config.idle)
                .build(),
            cache: VersionedCache::new(config.cache_bytes),
            config,
            schema,
            objects,
            clock,
            due,
            files,
            alive,
            doors: Doors::default(),
            closer,
            schedule,
        }
    }

    /// The open handle of `site`.
    ///
    /// # Errors
    /// Its file is missing, empty, damaged, another site's or newer than this build.
    pub async fn open(&self, site: &Site) -> Result<Arc<OpenSite>, Arc<Unavailable>> {
        if let Some(open) = self.open.get(&site.id).await {
            return Ok(open);
        }
        Box::pin(self.open.try_get_with(site.id, self.open_or_revive(site))).await
    }

    /// Adopts a file placed for `site`, such as a backup: it may lack an identity, or have another origin than on
    /// record. `is_its_own` verifies, before anything is written, that it isn't another site's.
    ///
    /// # Errors
    /// See [`AdoptError`]. Nothing is then written, except possibly the file's identity.
    pub async fn adopt(
        &self,
        site: &Site,
        is_its_own: impl AsyncFnOnce(&mut TenantRead) -> bool,
    ) -> Result<Tie, AdoptError> {
        let _entered = self.doors.enter(site.id).ok_or(Unavailable::Closed)?;
        if self.open.contains_key(&site.id) || self.alive().get(&site.id).is_some_and(|open| open.strong_count() > 0) {
            return Err(AdoptError::Open);
        }
        let path = self.path_of(site.id);
        let Found {
            version,
            said,
            waits_for_seals,
            ..
        } = self.look_at(&path).await?;
        let record = self.files.find(site.id).await.map_err(Unavailable::from)?;
        let adoption = file::adoption(site.id, said.as_ref(), record);
        let adoption = adoption.map_err(Unavailable::from)?;
        if adoption == Adoption::None {
            return Err(AdoptError::Served);
        }
        let database = Database::new(&path, self.config.patience, |_| {}).map_err(Unavailable::from)?;
        let mut db = database.read().await.map_err(Unavailable::from)?;
        let is_its_own = is_its_own(&mut db).await;
        drop(db);
        database.close().await;
        if !is_its_own {
            return Err(AdoptError::NotItsOwn);
        }
        let tie = match adoption {
            Adoption::Record(tie) => tie,
            _ => {
                self.schema.upgrade(&path, version).await.map_err(Unavailable::from)?;
                let database = Database::new(&path, self.config.patience, |_| {}).map_err(Unavailable::from)?;
                let tied = tie(&database, site.id, self.clock.now()).await;
                database.close().await;
                tied.map_err(Unavailable::from)?
            }
        };
        if waits_for_seals.is_none() {
            self.files.set_sealed(site.id, false).await.map_err(Unavailable::from)?;
        }
        self.files.replace(site.id, tie).await.map_err(Unavailable::from)?;
        Ok(tie)
    }

    /// Closes the file of `site` as soon as no request uses it, and keeps it closed until the result is dropped.
    /// Requests in the meantime fail as unavailable.
    ///
    /// # Errors
    /// It is already kept closed, or requests still use it after `patience`.
    pub async fn keep_closed(&self, site: SiteId, patience: Duration) -> Result<Drained, DrainError> {
        let drained = self.doors.close(site).ok_or(DrainError::Closed)?;
        let closed = tokio::time::timeout(patience, async {
            loop {
                self.open.invalidate(&site).await;
                self.open.run_pending_tasks().await;
                if !self.doors.is_being_opened(site) && !self.alive().contains_key(&site) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        });
        closed.await.map_err(|_| DrainError::InUse)?;
        Ok(drained)
    }

    /// Copies a snapshot of the file of `site` to a new one without blocking anyone.
    ///
    /// # Errors
    /// The file is being replaced, isn't the site's, or can't be read or written.
    pub async fn snapshot(&self, site: SiteId, into: &Path) -> Result<(), Unavailable> {
        let _entered = self.doors.enter(site).ok_or(Unavailable::Closed)?;
        let path = self.path_of(site);
        let Found { said, .. } = self.look_at(&path).await?;
        file::judge(site, said.as_ref(), self.files.find(site).await?)?;
        Ok(snapshot(&path, into).await.map_err(DbError::from)?)
    }

    /// Number of open sites.
    pub fn count(&self) -> u64 {
        self.open.entry_count()
    }

    /// Closes idle sites. Call it about once a second, because the cache has no thread.
    pub async fn tick(&self) {
        self.open.run_pending_tasks().await;
    }

    /// Closes a site once no request uses it; returns whether its file is closed. The caller ensures that it isn't
    /// reopened.
    pub async fn drain(&self, id: SiteId) -> bool {
        self.keep_closed(id, DRAIN).await.is_ok()
    }

    /// Closes every site that no request uses and waits until their files are closed.
    pub async fn close_all(&self) {
        for _ in 0..200 {
            // Called each time, because entries used at the same instant don't count as older.
            self.open.invalidate_all();
            self.open.run_pending_tasks().await;
            if self.alive().is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn open_or_revive(&self, site: &Site) -> Result<Arc<OpenSite>, Unavailable> {
        let _entered = self.doors.enter(site.id).ok_or(Unavailable::Closed)?;
        if let Some(open) = self.alive().get(&site.id).and_then(Weak::upgrade) {
            return Ok(open);
        }
        let opened = self.open_file(site).await?;
        let open = Arc::new(OpenSite::new(
            site,
            opened,
            self.objects.tenant(site.id),
            self.cache.clone(),
            Arc::clone(&self.clock),
            (Arc::clone(&self.due), Arc::clone(&self.files)),
            self.closer.clone(),
        ));
        self.alive().insert(site.id, Arc::downgrade(&open));
        Ok(open)
    }

    /// The database of a site, of this build's schema, when its file is the site's. A file of another epoch than
    /// the newest was put there by hand, or a restore was cut off: the site is held.
    async fn open_file(&self, site: &Site) -> Result<OpenFile, Unavailable> {
        let id = site.id;
        let path = self.path_of(id);
        let found = self.look_at(&path).await?;
        let (version, epoch) = (found.version, found.epoch);
        let verdict = file::judge(id, found.said.as_ref(), self.files.find(id).await?)?;
        let is_sealed = self.is_sealed(id, found.waits_for_seals).await?;
        self.schema.upgrade(&path, version).await?;
        let schedule = Arc::clone(&self.schedule);
        let database = Database::new(&path, self.config.patience, move |due_ms| {
            schedule.at(id, Timestamp::from_millisecond(due_ms).unwrap_or(Timestamp::UNIX_EPOCH));
        })?;
        match verdict {
            Verdict::Serve => {}
            Verdict::Record(tie) => self.files.record(id, tie).await?,
            Verdict::Adopt => {
                let tie = tie(&database, id, self.clock.now()).await?;
                self.files.record(id, tie).await?;
            }
        }
        if epoch != site.epoch {
            tracing::error!(site.id = %id, epoch, newest = site.epoch, "site held: its file has a different epoch");
            self.files.hold(id).await?;
        }
        Ok(OpenFile {
            database,
            is_of_another_epoch: epoch != site.epoch,
            is_sealed,
        })
    }

    /// Whether the ledger of a site's file has been sealed, and records it: then a file that waits for its seals, or has none, was
    /// changed by hand. `waits`: see [`file::waits_for_seals`].
    async fn is_sealed(&self, id: SiteId, waits: Option<bool>) -> Result<bool, Unavailable> {
        let was_sealed = self.files.is_sealed(id).await?;
        let is_sealed = waits.is_some_and(|waits| was_sealed || !waits);
        if is_sealed != was_sealed {
            self.files.set_sealed(id, is_sealed).await?;
        }
        Ok(is_sealed)
    }

    /// Directory of the files of all sites.
    pub(crate) fn data_dir(&self) -> &Path {
        &self.config.data_dir
    }

    fn path_of(&self, id: SiteId) -> PathBuf {
        self.config
            .data_dir
            .join("sites")
            .join(id.to_string())
            .join("site.sqlite")
    }

    async fn look_at(&self, path: &Path) -> Result<Found, Unavailable> {
        let mut connection = connect(path, ConnectionKind::Reader).await.map_err(DbError::from)?;
        let version = self.schema.version(&mut connection).await?;
        let said = file::said(&mut connection, version).await.map_err(DbError::from)?;
        let epoch = file::epoch_in(&mut connection, version).await.map_err(DbError::from)?;
        let waits = file::waits_for_seals(&mut connection, version).await;
        let waits_for_seals = waits.map_err(DbError::from)?;
        connection.close().await.map_err(DbError::from)?;
        Ok(Found {
            version,
            said,
            epoch,
            waits_for_seals,
        })
    }

    fn alive(&self) -> std::sync::MutexGuard<'_, HashMap<SiteId, Weak<OpenSite>>> {
        self.alive.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// State of a site's file before it is opened.
struct Found {
    /// Schema version.
    version: i64,
    said: Option<Said>,
    epoch: i64,
    /// See [`file::waits_for_seals`].
    waits_for_seals: Option<bool>,
}

/// Writes into a file whose it is.
async fn tie(database: &Database, id: SiteId, now: Timestamp) -> Result<Tie, DbError> {
    let mut db = database.write().await?;
    let tie = file::tie(&mut db, id, now).await?;
    db.commit().await?;
    Ok(tie)
}

/// Closes sites when their [`OpenSite`] is dropped, and updates the index of due work.
async fn close_all(
    mut closing: tokio::sync::mpsc::UnboundedReceiver<Closing>,
    due: Arc<dyn DueIndex>,
    alive: Arc<Mutex<HashMap<SiteId, Weak<OpenSite>>>>,
) {
    while let Some(Closing { id, database, written }) = closing.recv().await {
        let reopened = |alive: &Mutex<HashMap<SiteId, Weak<OpenSite>>>| {
            let alive = alive.lock().unwrap_or_else(PoisonError::into_inner);
            alive.get(&id).is_some_and(|open| open.strong_count() > 0)
        };
        if written && !reopened(&alive) {
            match jobs::earliest(&database).await {
                Ok(earliest) => {
                    let mut result = due.set(id, earliest).await;
                    if reopened(&alive) {
                        // It was opened while we wrote: after a crash it must be looked into.
                        result = due.set(id, Some(Timestamp::UNIX_EPOCH)).await;
                    }
                    if let Err(error) = result {
                        tracing::warn!(site.id = %id, %error, "failed to update the job index");
                    }
                }
                Err(error) => tracing::warn!(site.id = %id, %error, "failed to read the next job at close"),
            }
        }
        database.close().await;
        let mut alive = alive.lock().unwrap_or_else(PoisonError::into_inner);
        if alive.get(&id).is_some_and(|open| open.strong_count() == 0) {
            alive.remove(&id);
        }
    }
}
