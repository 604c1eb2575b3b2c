//! The control plane in one process: what the command line and the server act on.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use platform::auth::password::{Cost, Hasher, Hashers};
use platform::causes::Causes;
use platform::clock::SharedClock;
use platform::config::{OriginPattern, StorageConfig};
use platform::ids::{SiteId, Subdomain};
use platform::jobs::Schedule;
use platform::keys::{MasterKey, MasterKeyError, SiteKeys};
use platform::mail::SharedMailer;
use platform::random::SharedRandom;
use platform::sandbox::{Sandbox, WorkerCommand};
use platform::storage::{Objects, StorageError};
use platform::tenancy::{LoadError, Lookup, OpenSites, OpenSitesConfig, Site, SiteDirectory};
use tokio::sync::{Mutex, OnceCell};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::audit::{self, AuditEntry};
use crate::data_dir::{DataDir, Held};
use crate::db::{ControlDb, ControlDbError, ControlWrite};
use crate::dns::DomainProof;
use crate::health::Tally;
use crate::keys::{self, SharedMaster};
use crate::rollouts::Changes;
use crate::{archives, fleet, open_sites, sites};

/// Concurrent sandbox workers. Each uses a core while it works.
const SANDBOX_WORKERS: usize = 2;

/// Why a data directory could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}")]
    MasterKey(#[from] MasterKeyError),
    #[error("master key file {} is missing, but existing sites need it; restore the file", .0.display())]
    MasterKeyMissing(PathBuf),
    #[error("{0}")]
    Database(#[from] ControlDbError),
    #[error("{0}")]
    Storage(#[from] StorageError),
}

/// Everything that acting on an installation needs. There is one per data directory, in the process that holds it.
pub struct ControlPlane {
    held: Held,
    pub db: Arc<ControlDb>,
    pub objects: Objects,
    /// Reads images of new sites and merchants' uploads.
    pub sandbox: Sandbox,
    pub clock: SharedClock,
    pub random: SharedRandom,
    master: SharedMaster,
    /// Where the master key lies.
    key_file: PathBuf,
    /// Held by who changes the master key.
    pub(crate) rotating: Mutex<()>,
    /// The migrated file that new sites are copied from, made when the first is.
    pub(crate) template: OnceCell<PathBuf>,
    /// How builds fare, until it is written down.
    pub tally: Tally,
    /// Tells who follows rollouts.
    pub rollouts: Changes,
    /// Held by who takes a step of a rollout.
    pub(crate) stepping: Mutex<()>,
    /// Held by a run that creates many sites.
    pub(crate) creating: Mutex<()>,
    /// Held by who makes an archive.
    pub(crate) packing: Mutex<()>,
    /// The server in this process is about to stop: what would go on by itself ends.
    pub stopping: CancellationToken,
    server: OnceLock<Attached>,
    /// The sites that a command opened without a server.
    opened: OnceLock<Arc<OpenSites>>,
    /// Those of the server, or of a command without one.
    hashers: OnceLock<Hashers>,
    /// Whether passphrases of archives outside production get a cheap hash, for tests.
    has_fast_passphrases: OnceLock<()>,
    /// Sends emails to staff, with the addresses that they link to.
    mail: OnceLock<(SharedMailer, OriginPattern)>,
    /// Where sites are found.
    origins: OnceLock<OriginPattern>,
    /// Whether staff of production environments need no second factor: in a demo, whose passwords lie in a file.
    without_second_factors: OnceLock<()>,
    /// Proof of ownership required for custom domains.
    domain_proof: OnceLock<DomainProof>,
    /// Where a processor stub runs.
    paystub_url: OnceLock<String>,
}

/// What the server in this process shares.
struct Attached {
    directory: Arc<SiteDirectory>,
    sites: Arc<OpenSites>,
    schedule: Arc<Schedule>,
    /// Completes "the server runs …" with the setting that keeps sites out of production and its fix.
    hazard: Option<String>,
}

/// This binary as a sandbox worker.
fn sandbox_worker() -> WorkerCommand {
    WorkerCommand {
        arguments: vec![crate::cli::SANDBOX_WORKER.into()],
        variables: Vec::new(),
    }
}

impl ControlPlane {
    /// Opens what lies in a data directory, making what is missing, and removes the sites whose making was interrupted.
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
        let key_file = storage.master_key_file.clone().unwrap_or_else(|| dir.master_key());
        let has_sites = !sites::store::list(&mut db.read().await?)
            .await
            .map_err(ControlDbError::from)?
            .is_empty();
        if has_sites && !key_file.exists() {
            return Err(OpenError::MasterKeyMissing(key_file));
        }
        let master = MasterKey::open_or_create(&key_file, random.as_ref())?;
        let objects = match &storage.objects {
            Some(address) => Objects::at(address)?,
            None => Objects::local(&dir.objects())?,
        };
        let plane = Arc::new(Self {
            held,
            db,
            objects,
            sandbox: Sandbox::new(sandbox_worker(), SANDBOX_WORKERS),
            clock,
            random,
            master: SharedMaster::new(master),
            key_file,
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
        });
        if let Err(error) = archives::remove_leftovers(plane.dir()) {
            tracing::warn!(%error, "failed to remove what an interrupted backup left");
        }
        sites::clean_half_made(&plane).await?;
        if let Err(error) = keys::wrap_anew(&plane).await {
            // What does not open now did not open before either, and the next start tries again.
            tracing::error!(error = %Causes(&error), "failed to rewrap keys of earlier master keys");
        }
        Ok(plane)
    }

    pub fn dir(&self) -> &DataDir {
        self.held.dir()
    }

    /// The master key in force.
    pub(crate) fn master(&self) -> MasterKey {
        self.master.now()
    }

    pub(crate) fn shared_master(&self) -> &SharedMaster {
        &self.master
    }

    pub(crate) fn key_file(&self) -> &Path {
        &self.key_file
    }

    /// Attaches the server of this process: its directory learns of every change, its open sites are used for reading,
    /// and its hashers take turns with staff's passwords. With a `hazard`, which completes "the server runs …", no site is
    /// created in production.
    pub fn attach(
        &self,
        directory: Arc<SiteDirectory>,
        (sites, schedule): (Arc<OpenSites>, Arc<Schedule>),
        hashers: Hashers,
        hazard: Option<String>,
    ) {
        let _ = self.hashers.set(hashers);
        // A second server in one process would be a mistake; the first stays attached then.
        let _ = self.server.set(Attached {
            directory,
            sites,
            schedule,
            hazard,
        });
    }

    /// Sets the mailer for staff, once.
    pub fn set_mailer(&self, mailer: SharedMailer, origins: &OriginPattern) {
        let _ = self.mail.set((mailer, origins.clone()));
    }

    /// `None` in a command without a server.
    pub(crate) fn mailer(&self) -> Option<&(SharedMailer, OriginPattern)> {
        self.mail.get()
    }

    /// Says under which domain this installation's sites are found, once.
    pub fn lies_under(&self, origins: &OriginPattern) {
        let _ = self.origins.set(origins.clone());
    }

    /// Lets staff of production environments work without a second factor, as a demo does.
    pub(crate) fn exempt_from_second_factors(&self) {
        let _ = self.without_second_factors.set(());
    }

    /// Whether staff of production environments need a second factor.
    pub(crate) fn requires_second_factors(&self) -> bool {
        self.without_second_factors.get().is_none()
    }

    /// Makes the passphrases of archives outside production cheap to hash, as `SUDS_PASSWORD_HASH=fast` asks.
    pub(crate) fn hash_passphrases_fast(&self) {
        let _ = self.has_fast_passphrases.set(());
    }

    /// Cost of hashing an archive's passphrase. Production always has the standard one.
    pub(crate) fn passphrase_cost(&self, is_production: bool) -> Cost {
        if self.has_fast_passphrases.get().is_some() && !is_production {
            Cost::Fast
        } else {
            Cost::Standard
        }
    }

    /// Whether pages are behind TLS.
    pub(crate) fn is_https(&self) -> bool {
        self.origins.get().is_some_and(OriginPattern::is_https)
    }

    /// Sets how custom domains are proven, once.
    pub fn set_domain_proof(&self, proof: DomainProof) {
        let _ = self.domain_proof.set(proof);
    }

    pub(crate) fn domain_proof(&self) -> &DomainProof {
        self.domain_proof.get_or_init(DomainProof::default)
    }

    /// Whether a site needs proof of its custom domain. In production it always does.
    pub(crate) fn requires_domain_proof(&self, is_production: bool) -> bool {
        is_production || self.domain_proof().is_required
    }

    /// Tells where a processor stub runs, once.
    pub fn set_paystub_url(&self, url: &str) {
        let _ = self.paystub_url.set(url.to_owned());
    }

    /// Address of a processor stub, if any.
    pub(crate) fn paystub_url(&self) -> Option<&str> {
        self.paystub_url.get().map(String::as_str)
    }

    /// Where sites are found.
    pub(crate) fn base_domain(&self) -> &str {
        self.origins.get().map_or("localhost", OriginPattern::base_domain)
    }

    /// Address of a site's pages. `None` in a command that wasn't told the installation's origin.
    pub(crate) fn address(&self, subdomain: &Subdomain, custom_domain: Option<&str>) -> Option<String> {
        Some(self.origins.get()?.at(subdomain, custom_domain))
    }

    /// The keys of what belongs to the console and to no site.
    pub(crate) fn console_keys(&self) -> SiteKeys {
        self.master().keys_of_console()
    }

    /// Hashes and checks the passwords of staff.
    pub(crate) fn hasher(&self) -> Hasher {
        self.hashers.get_or_init(|| Hashers::new(Cost::Standard)).of_console()
    }

    /// Why no site may be made in a production environment just now, if so.
    pub(crate) fn production_hazard(&self) -> Option<&str> {
        self.server.get()?.hazard.as_deref()
    }

    /// Lets the server in this process, if there is one, look into the work that waits at a site.
    pub(crate) fn look_into(&self, site: SiteId) {
        if let Some(server) = self.server.get() {
            server.schedule.at(site, self.now());
        }
    }

    /// Tells the server in this process, if there is one, that a site or its build has changed.
    pub fn site_directory_changed(&self) {
        if let Some(server) = self.server.get() {
            server.directory.changed();
        }
    }

    /// Has the server load these sites again, whose names stay.
    pub fn sites_changed(&self, ids: &[SiteId]) {
        if let Some(server) = self.server.get() {
            server.directory.sites_changed(ids);
        }
    }

    /// The server's open sites; without a server, a set of their own for this process.
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

    /// Closes every file, so that each is whole without its log. What is under way must have ended.
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

    /// That `capacity` sites stay open in a process, and for how long.
    pub fn open_sites_config(&self, capacity: u64) -> OpenSitesConfig {
        OpenSitesConfig {
            data_dir: self.dir().root().to_owned(),
            capacity,
            idle: open_sites::IDLE,
            patience: platform::db::PATIENCE,
            cache_bytes: open_sites::RENDERED_BYTES,
        }
    }

    /// The directory entry that `lookup` names, read afresh.
    ///
    /// # Errors
    /// When the control database cannot be read.
    pub async fn directory_entry(&self, lookup: &Lookup) -> Result<Option<Site>, LoadError> {
        fleet::load_directory_entry(&self.db, &self.master, lookup).await
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn new_uuid(&self) -> Uuid {
        uuid::Builder::from_random_bytes(self.random.bytes()).into_uuid()
    }

    /// Writes a row of the audit trail in the transaction of what it tells. `subject`: whose staff may read of it, and what it
    /// happened to.
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
