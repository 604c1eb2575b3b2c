//! Control plane of an installation. The command line and the server both use it.

mod process;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock};

use jiff::Timestamp;
use platform::auth::password::{Cost, Hasher, Hashers};
use platform::causes::Causes;
use platform::clock::SharedClock;
use platform::config::{OriginPattern, StorageConfig};
use platform::http::TrustedProxies;
use platform::ids::SiteId;
use platform::jobs::Schedule;
use platform::keys::{MasterKey, MasterKeyError, SiteKeys};
use platform::mail::SharedMailer;
use platform::random::SharedRandom;
use platform::sandbox::{Sandbox, WorkerCommand};
use platform::storage::{DiskCache, Objects, StorageError};
use platform::tenancy::{LoadError, Lookup, OpenSites, OpenSitesConfig, Site, SiteDirectory};
use tokio::sync::{Mutex, OnceCell};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::audit::{self, AuditEntry};
use crate::builds::local::LocalBuilds;
use crate::checks::StoreProbe;
use crate::clock_watch::ClockWatch;
use crate::data_dir::{DataDir, Held};
use crate::db::{ControlDb, ControlDbError, ControlWrite};
use crate::dns::DomainProof;
use crate::health::Tally;
use crate::keys::{self, SharedMaster};
use crate::rollouts::Changes;
use crate::{accounts, archives, fleet, open_sites, sites};

/// Concurrent sandbox workers. Each uses a core while it works.
const SANDBOX_WORKERS: usize = 2;

/// Reason why a data directory couldn't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}")]
    MasterKey(#[from] MasterKeyError),
    #[error("master key file {} is missing, but existing sites need it; restore the file", .0.display())]
    MasterKeyMissing(PathBuf),
    #[error(
        "master key file {} is from another installation and can't decrypt any site's key; restore this installation's file",
        .0.display()
    )]
    ForeignMasterKey(PathBuf),
    #[error("{0}")]
    Database(#[from] ControlDbError),
    #[error("{0}")]
    Storage(#[from] StorageError),
}

/// Shared state of an installation. There is one per data directory, in the process that holds its lock.
pub struct ControlPlane {
    held: Held,
    pub db: Arc<ControlDb>,
    pub objects: Objects,
    /// Whether the objects are in the data directory, so that they can't be away.
    pub(crate) has_local_objects: bool,
    /// Copies of the builds in use.
    pub local_builds: Arc<LocalBuilds>,
    /// Whether the object store responded to the last probe.
    pub(crate) store_probe: Arc<StoreProbe>,
    /// Reads images of new sites and merchants' uploads.
    pub sandbox: Sandbox,
    pub clock: SharedClock,
    pub(crate) clock_watch: Arc<ClockWatch>,
    pub random: SharedRandom,
    master: SharedMaster,
    /// Path of the master key.
    key_file: PathBuf,
    /// Settings of the object store and Litestream. Replaced when the variables are reloaded.
    storage: RwLock<StorageConfig>,
    /// Serializes changes of the master key.
    pub(crate) rotating: Mutex<()>,
    /// Empty migrated database that new sites are copied from. Created with the first site.
    pub(crate) template: OnceCell<PathBuf>,
    /// Health counts of builds that aren't stored yet.
    pub tally: Tally,
    /// Notifies the subscribers of rollouts.
    pub rollouts: Changes,
    /// Serializes steps of rollouts.
    pub(crate) stepping: Mutex<()>,
    /// Serializes runs that create many sites.
    pub(crate) creating: Mutex<()>,
    /// Serializes the creation of archives.
    pub(crate) packing: Mutex<()>,
    /// Canceled when the server in this process shuts down. Background loops end then.
    pub stopping: CancellationToken,
    server: OnceLock<Attached>,
    /// Sites opened by a command without a server.
    opened: OnceLock<Arc<OpenSites>>,
    /// Password hashers of the server, or of a command without one.
    hashers: OnceLock<Hashers>,
    /// Whether passphrases of archives outside production get a cheap hash, for tests.
    has_fast_passphrases: OnceLock<()>,
    /// Mailer for emails to staff, and the origin for their links.
    mail: OnceLock<(SharedMailer, OriginPattern)>,
    /// Origin of the sites.
    origins: OnceLock<OriginPattern>,
    /// Whether staff of production environments work without two-factor authentication. Set in a demo, which stores its
    /// passwords in a file.
    without_second_factors: OnceLock<()>,
    /// Proof of ownership required for custom domains.
    domain_proof: OnceLock<DomainProof>,
    /// URL of the processor stub.
    paystub_url: OnceLock<String>,
    /// Proxies that the server of this process trusts.
    proxies: OnceLock<TrustedProxies>,
}

/// State shared with the server in this process.
struct Attached {
    directory: Arc<SiteDirectory>,
    sites: Arc<OpenSites>,
    schedule: Arc<Schedule>,
    /// Completes "the server runs …" with the setting that keeps sites out of production and its fix.
    hazard: Option<String>,
}

/// Disk space for copies of pictures from a store that can be away, in bytes.
const PICTURE_COPIES: u64 = 1024 * 1024 * 1024;

/// The object store, with copies of pictures if it isn't in the data directory.
fn open_objects(dir: &DataDir, storage: &StorageConfig) -> Result<Objects, StorageError> {
    Ok(match &storage.objects {
        Some(address) => {
            let cache = DiskCache::open(&dir.picture_copies(), PICTURE_COPIES)?;
            Objects::at(address, &storage.aws)?.with_cache(cache)
        }
        None => Objects::local(&dir.objects())?,
    })
}

/// This binary as a sandbox worker.
fn sandbox_worker() -> WorkerCommand {
    WorkerCommand {
        arguments: vec![crate::cli::SANDBOX_WORKER.into()],
        variables: Vec::new(),
    }
}

impl ControlPlane {
    /// Opens a data directory, creates missing files, and removes partially created sites.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open(
        held: Held,
        storage: &StorageConfig,
        clock: SharedClock,
        random: SharedRandom,
    ) -> Result<Arc<Self>, OpenError> {
        let dir = held.dir();
        let db = Arc::new(ControlDb::open(&dir.control_database()).await?);
        accounts::fold_missing(&db).await?;
        let key_file = storage.master_key_file.clone().unwrap_or_else(|| dir.master_key());
        let has_sites = !sites::store::list(&mut db.read().await?)
            .await
            .map_err(ControlDbError::from)?
            .is_empty();
        if has_sites && !key_file.exists() {
            return Err(OpenError::MasterKeyMissing(key_file));
        }
        let master = MasterKey::open_or_create(&key_file, random.as_ref())?;
        let wrapped = sites::store::wrapped_keys(&mut db.read().await?)
            .await
            .map_err(ControlDbError::from)?;
        if !keys::opens_any(&master, &wrapped) {
            return Err(OpenError::ForeignMasterKey(key_file));
        }
        let objects = open_objects(dir, storage)?;
        let local_builds = dir.local_builds();
        let clock_watch = Arc::new(ClockWatch::open(dir.newest_instant()));
        let plane = Arc::new(Self {
            held,
            db,
            objects,
            local_builds: Arc::new(LocalBuilds::at(local_builds)),
            store_probe: Arc::default(),
            has_local_objects: storage.objects.is_none(),
            sandbox: Sandbox::new(sandbox_worker(), SANDBOX_WORKERS),
            clock,
            clock_watch,
            random,
            master: SharedMaster::new(master),
            key_file,
            storage: RwLock::new(storage.clone()),
            rotating: Mutex::default(),
            template: OnceCell::new(),
            tally: Tally::default(),
            rollouts: Changes::default(),
            stepping: Mutex::default(),
            creating: Mutex::default(),
            packing: Mutex::default(),
            stopping: CancellationToken::new(),
            server: OnceLock::new(),
            opened: OnceLock::new(),
            hashers: OnceLock::new(),
            has_fast_passphrases: OnceLock::new(),
            mail: OnceLock::new(),
            origins: OnceLock::new(),
            without_second_factors: OnceLock::new(),
            domain_proof: OnceLock::new(),
            paystub_url: OnceLock::new(),
            proxies: OnceLock::new(),
        });
        if let Err(error) = archives::remove_leftovers(plane.dir()) {
            tracing::warn!(%error, "failed to remove files of an interrupted backup");
        }
        sites::clean_half_made(&plane).await?;
        if let Err(error) = keys::wrap_anew(&plane).await {
            // A key that can't be opened now couldn't be opened before either. The next start retries.
            tracing::error!(error = %Causes(&error), "failed to rewrap keys wrapped with an earlier master key");
        }
        Ok(plane)
    }

    pub fn dir(&self) -> &DataDir {
        self.held.dir()
    }

    /// The current master key.
    pub(crate) fn master(&self) -> MasterKey {
        self.master.now()
    }

    pub(crate) fn shared_master(&self) -> &SharedMaster {
        &self.master
    }

    pub(crate) fn key_file(&self) -> &Path {
        &self.key_file
    }

    /// Reads the master key file again.
    ///
    /// # Errors
    /// The file can't be read, or opens no site's key. The current key stays.
    pub(crate) async fn reload_master_key(&self) -> Result<(), OpenError> {
        let _turn = self.rotating.lock().await;
        if !self.key_file.exists() {
            return Err(OpenError::MasterKeyMissing(self.key_file.clone()));
        }
        let master = MasterKey::open_or_create(&self.key_file, self.random.as_ref())?;
        let wrapped = sites::store::wrapped_keys(&mut self.db.read().await?)
            .await
            .map_err(ControlDbError::from)?;
        if !keys::opens_any(&master, &wrapped) {
            return Err(OpenError::ForeignMasterKey(self.key_file.clone()));
        }
        self.master.replace(master);
        Ok(())
    }

    /// Keys for the console's data, which belongs to no site.
    pub(crate) fn console_keys(&self) -> SiteKeys {
        self.master().keys_of_console()
    }

    /// Hasher for staff passwords.
    pub(crate) fn hasher(&self) -> Hasher {
        self.hashers.get_or_init(|| Hashers::new(Cost::Standard)).of_console()
    }

    /// Wakes the site's background jobs if a server runs in this process.
    pub(crate) fn look_into(&self, site: SiteId) {
        if let Some(server) = self.server.get() {
            server.schedule.at(site, self.now());
        }
    }

    /// Notifies the server in this process, if any, that a site or its build changed.
    pub fn site_directory_changed(&self) {
        if let Some(server) = self.server.get() {
            server.directory.changed();
        }
    }

    /// Reloads these sites in the server. Their subdomains stay the same.
    pub fn sites_changed(&self, ids: &[SiteId]) {
        if let Some(server) = self.server.get() {
            server.directory.sites_changed(ids);
        }
    }

    /// The server's open sites. Without a server, this process has its own.
    pub(crate) fn open_sites(&self) -> Arc<OpenSites> {
        if let Some(server) = self.server.get() {
            return Arc::clone(&server.sites);
        }
        let opened = self.opened.get_or_init(|| {
            Arc::new(OpenSites::new(
                self.open_sites_config(open_sites::OF_A_COMMAND),
                &tenant_runtime::SCHEMA,
                self.objects.clone(),
                Arc::clone(&self.clock),
                Arc::new(fleet::SiteDue::new(Arc::clone(&self.db))),
                Arc::new(fleet::SiteFiles::new(Arc::clone(&self.db), Arc::clone(&self.clock))),
                Arc::default(),
            ))
        });
        Arc::clone(opened)
    }

    /// Closes all files and folds their WAL. All work must have ended.
    pub async fn close(&self) {
        for sites in self
            .server
            .get()
            .map(|server| &server.sites)
            .into_iter()
            .chain(self.opened.get())
        {
            sites.close_all().await;
        }
        self.db.close().await;
    }

    /// Settings for keeping up to `capacity` sites open.
    pub fn open_sites_config(&self, capacity: u64) -> OpenSitesConfig {
        OpenSitesConfig {
            data_dir: self.dir().root().to_owned(),
            capacity,
            idle: open_sites::IDLE,
            patience: platform::db::PATIENCE,
            cache_bytes: open_sites::RENDERED_BYTES,
        }
    }

    /// Loads the directory entry for `lookup`, without the cache.
    ///
    /// # Errors
    /// The control database can't be read.
    pub async fn directory_entry(&self, lookup: &Lookup) -> Result<Option<Site>, LoadError> {
        fleet::load_directory_entry(&self.db, &self.master, lookup).await
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn new_uuid(&self) -> Uuid {
        uuid::Builder::from_random_bytes(self.random.bytes()).into_uuid()
    }

    /// Adds an event to the audit log within the caller's transaction. The pair is the environment whose staff can see
    /// the event, and the resource.
    pub(crate) async fn audit(
        &self,
        db: &mut ControlWrite,
        actor: &str,
        action: &'static str,
        (environment, subject): (Option<&str>, &str),
        details: serde_json::Value,
    ) -> Result<(), ControlDbError> {
        let entry = AuditEntry {
            id: self.new_uuid(),
            at: self.now(),
            actor: actor.to_owned(),
            action,
            environment: environment.map(str::to_owned),
            subject: subject.to_owned(),
            details,
        };
        Ok(audit::store::append(db, &entry).await?)
    }
}
