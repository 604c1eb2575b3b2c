use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use platform::auth::password::Hashers;
use platform::clock::{Clock as _, TestClock};
use platform::config::OriginPattern;
use platform::db::{ConnectionKind, TenantRead};
use platform::http::Limits;
use platform::ids::SiteId;
use platform::jobs::{JobError, Runner};
use platform::keys::SiteKeys;
use platform::mail::{Capture, Smtp};
use platform::push::PushServices;
use platform::random::{SeededRandom, SharedRandom};
use platform::sandbox::Sandbox;
use platform::storage::Objects;
use platform::tenancy::{Environment, FIRST_EPOCH, Lookup, OpenSitesConfig, Site, SiteDirectory};
use tempfile::TempDir;
use tenant_runtime::catalog::Geocoder;
use tenant_runtime::error::Fault;
use tenant_runtime::http::{RouteEntry, Routes, Staff, StaffRegister};
use tenant_runtime::identity::CaptchaVendors;
use tenant_runtime::payments::Processors;
use tenant_runtime::process;
use tenant_runtime::provision::{Manifest, Source};
use tenant_runtime::runtime::{Parts, Provider, SharedRuntime};

use super::due::{MemoryDueIndex, MemoryFileIndex};
use super::mail_server::{MailServer, Manner};
use super::manifest;
use super::push_service::PushService;
use super::setup::Setup;
use super::site::TestSite;
use super::template::template;

/// When every test begins.
pub(super) const BEGIN: &str = "2026-11-20T15:00:00Z";

/// Everything that a process has, with a clock and a randomness that the test decides.
pub struct Installation {
    pub runtime: SharedRuntime,
    pub clock: TestClock,
    pub table: Vec<RouteEntry>,
    pub address: SocketAddr,
    pub stub: paystub::Handle,
    mail_server: Option<MailServer>,
    push_service: Option<PushService>,
    pub files: Arc<MemoryFileIndex>,
    runner: Arc<Runner>,
    known: Arc<Mutex<HashMap<SiteId, Site>>>,
    random: SharedRandom,
    folder: Arc<TempDir>,
}

/// State that a process leaves behind.
pub struct FilesLeft {
    pub(super) clock: TestClock,
    files: Arc<MemoryFileIndex>,
    known: Arc<Mutex<HashMap<SiteId, Site>>>,
    folder: Arc<TempDir>,
}

/// A site's host knows no staff.
struct NoStaff;

impl StaffRegister for NoStaff {
    fn find<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Option<Staff>, Fault>> {
        std::future::ready(Ok(None)).boxed()
    }

    fn of_session<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Option<Staff>, Fault>> {
        std::future::ready(Ok(None)).boxed()
    }
}

impl Installation {
    /// State that the next process would find.
    pub fn files_left(&self) -> FilesLeft {
        FilesLeft {
            clock: self.clock.clone(),
            files: Arc::clone(&self.files),
            known: Arc::clone(&self.known),
            folder: Arc::clone(&self.folder),
        }
    }

    pub fn push_service(&self) -> &PushService {
        self.push_service.as_ref().unwrap()
    }

    pub(super) async fn of(setup: Setup) -> Arc<Self> {
        let (folder, known, files) = match setup.left {
            Some(left) => (left.folder, left.known, left.files),
            None => (Arc::new(tempfile::tempdir().unwrap()), Arc::default(), Arc::default()),
        };
        let (clock, stand_in) = match setup.stand_in {
            Some((clock, processor)) => (clock, Some(processor)),
            None => (TestClock::at(BEGIN.parse().unwrap()), None),
        };
        let random: SharedRandom = Arc::new(SeededRandom::new(setup.seed));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stub = paystub::Stub::start_instant(listener, &folder.path().join("paystub.log"))
            .await
            .unwrap();
        // Time-outs are simulated without waiting: the stub hangs up at once and settles at once.
        stub.set_manners(|manners| {
            manners.hold = Duration::ZERO;
            manners.settle_after = Duration::ZERO;
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mail_server = if setup.mail_server {
            Some(MailServer::start(folder.path().join("mail")).await)
        } else {
            None
        };
        let parts = Parts {
            clock: clock.shared(),
            random: Arc::clone(&random),
            directory: Arc::new(directory(Arc::clone(&known))),
            sites: OpenSitesConfig {
                data_dir: folder.path().to_owned(),
                capacity: 16,
                idle: Duration::from_secs(600),
                patience: setup.patience,
                cache_bytes: 8 << 20,
            },
            objects: Objects::local(&folder.path().join("objects")).unwrap(),
            due: Arc::new(MemoryDueIndex::default()),
            files: files.clone(),
            hashers: Hashers::new(setup.cost),
            sandbox: Sandbox::new(crate::sandbox::worker_command(), 2),
            captcha: setup.captcha,
            mailer: match &mail_server {
                Some(server) => Arc::new(Smtp::new(&server.url.parse().unwrap(), "localhost", clock.shared()).unwrap()),
                None => Arc::new(Capture::new(folder.path().join("mail"), clock.shared())),
            },
            provider: Provider {
                name: "Wash Tech".to_owned(),
                support_email: Some("help@washtech.example".to_owned()),
            },
            origins: OriginPattern::local(address.port()),
            limits: Limits::new(setup.limits),
            proxies: "127.0.0.1".parse().unwrap(),
            metrics_token: None,
        };
        let (push_service, push_services) = if setup.push_service {
            let service = PushService::start().await;
            let services = PushServices::stand_in(service.url.parse().unwrap()).unwrap();
            (Some(service), services)
        } else {
            (None, PushServices::none())
        };
        let processors = Processors::new(Some(stub.url().to_owned()), stand_in).unwrap();
        let captcha_vendors = CaptchaVendors::new(Some(stub.url().to_owned())).unwrap();
        let geocoder = Geocoder::new(setup.geocoder).unwrap();
        let runtime = process::start(parts, processors, captcha_vendors, push_services, geocoder);
        let staff: Arc<dyn StaffRegister> = Arc::new(NoStaff);
        let mounted = tenant_runtime::router::mount(&runtime, Routes::default(), &staff);
        let service = mounted.router.with_state(Arc::clone(&runtime));
        tokio::spawn(async move {
            axum::serve(listener, service.into_make_service_with_connect_info::<SocketAddr>()).await
        });
        let runner = process::runner(&runtime);
        Arc::new(Self {
            runner,
            runtime,
            clock,
            table: mounted.table,
            address,
            stub,
            mail_server,
            push_service,
            files,
            known,
            random,
            folder,
        })
    }

    /// A new site called `sparkle`.
    pub async fn site(self: &Arc<Self>) -> TestSite {
        self.site_called("sparkle").await
    }

    /// A new site whose public texts all contain its name.
    pub async fn site_called(self: &Arc<Self>, label: &str) -> TestSite {
        self.site_from(label, Path::new("."), &manifest::of(label)).await
    }

    /// Creates a site from a merchant's folder.
    pub async fn site_from(self: &Arc<Self>, label: &str, from: &Path, manifest: &Manifest) -> TestSite {
        let site = Site {
            id: SiteId::generate(&*self.random),
            subdomain: label.parse().unwrap(),
            is_suspended: false,
            environment: Environment {
                name: "dev".to_owned(),
                production: false,
            },
            build: None,
            app_key: self.random.string("0123456789abcdef", 32),
            keys: SiteKeys::generate(&*self.random),
            custom_domain: None,
            epoch: FIRST_EPOCH,
            hold: None,
        };
        let folder = self.folder.path().join("sites").join(site.id.to_string());
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::copy(template().await, folder.join("site.sqlite")).unwrap();
        self.set(site.clone());
        let open = self.runtime.sites.open(&site).await.unwrap();
        let mut db = open.write().await.unwrap();
        let now = self.runtime.clock.now();
        let mut manifest = manifest.clone();
        manifest.source = Source::Folder(from.to_owned());
        tenant_runtime::provision::provision(
            &mut db,
            (open.storage(), &self.runtime.sandbox.of(site.id)),
            &site.keys,
            now,
            &manifest,
        )
        .await
        .unwrap();
        db.commit().await.unwrap();
        TestSite {
            installation: Arc::clone(self),
            site: Arc::new(site),
        }
    }

    /// Changes what the directory says of a site.
    pub fn set(&self, site: Site) {
        self.known.lock().unwrap().insert(site.id, site);
        self.runtime.directory.changed();
    }

    /// Takes a site out of the directory.
    pub fn forget(&self, id: SiteId) {
        self.known.lock().unwrap().remove(&id);
        self.runtime.directory.changed();
    }

    /// Runs every job of `site` that is due by the test clock.
    pub async fn run_jobs(&self, site: &Arc<Site>) -> usize {
        self.try_jobs(site).await.unwrap()
    }

    /// The same where the site's file may refuse to be written.
    ///
    /// # Errors
    /// It can't be written.
    pub async fn try_jobs(&self, site: &Arc<Site>) -> Result<usize, JobError> {
        self.runner.run_due(site).await
    }

    /// Says how the mail server treats mail from now on.
    pub fn mail_server(&self, manner: Manner) {
        self.mail_server.as_ref().unwrap().set(manner);
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn site_file(&self, id: SiteId) -> PathBuf {
        self.folder
            .path()
            .join("sites")
            .join(id.to_string())
            .join("site.sqlite")
    }
}

impl Drop for Installation {
    /// Every test ends with `suds site check` on each of its sites, which also finds dead jobs.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let files: Vec<_> = self
            .known
            .lock()
            .unwrap()
            .iter()
            .map(|(id, site)| (self.site_file(*id), site.keys.clone(), self.files.has_sealed(*id)))
            .collect();
        let now = self.clock.now();
        let check = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let mut found = Vec::new();
                for (file, keys, is_sealed) in files {
                    let connection = platform::db::connect(&file, ConnectionKind::Reader).await.unwrap();
                    let mut db = TenantRead::detached(connection);
                    found.extend(
                        tenant_runtime::check::violations(
                            tenant_runtime::domains::DOMAINS,
                            (&keys, is_sealed),
                            now,
                            &mut db,
                        )
                        .await
                        .unwrap(),
                    );
                }
                found
            })
        });
        let violations = check.join().unwrap();
        assert!(violations.is_empty(), "site check: {violations:#?}");
    }
}

fn directory(known: Arc<Mutex<HashMap<SiteId, Site>>>) -> SiteDirectory {
    SiteDirectory::new(vec!["localhost".to_owned()], move |lookup| {
        let known = known.lock().unwrap();
        let found = match lookup {
            Lookup::Id(id) => known.get(&id).cloned(),
            Lookup::Label(label) => known.values().find(|site| site.subdomain == label).cloned(),
            Lookup::Domain(name) => known
                .values()
                .find(|site| site.custom_domain.as_deref() == Some(name.as_str()))
                .cloned(),
        };
        Box::pin(async { Ok(found) })
    })
}
