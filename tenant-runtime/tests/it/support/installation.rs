use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use platform::auth::password::{Cost, Hasher};
use platform::clock::TestClock;
use platform::db::{ConnectionKind, TenantRead};
use platform::http::{Limits, TrustedProxies};
use platform::ids::SiteId;
use platform::jobs::Runner;
use platform::keys::SiteKeys;
use platform::mail::Capture;
use platform::random::{SeededRandom, SharedRandom};
use platform::storage::Objects;
use platform::tenancy::{Environment, Lookup, OpenSitesConfig, Site, SiteDirectory, SiteState};
use tempfile::TempDir;
use tenant_runtime::SCHEMA;
use tenant_runtime::http::{RouteEntry, Routes};
use tenant_runtime::runtime::{Origins, Parts, Runtime, SharedRuntime};
use tenant_runtime::site::Manifest;

use super::due::MemoryDueIndex;
use super::manifest;
use super::site::TestSite;

/// Everything that a process has, with a clock and a randomness that the test decides.
pub struct Installation {
    pub runtime: SharedRuntime,
    pub clock: TestClock,
    pub table: Vec<RouteEntry>,
    pub address: SocketAddr,
    pub stub: paystub::Handle,
    runner: Arc<Runner>,
    known: Arc<Mutex<HashMap<SiteId, Site>>>,
    random: SharedRandom,
    folder: TempDir,
}

impl Installation {
    /// With a seed that every test shares.
    pub async fn new() -> Arc<Self> {
        Self::seeded(7).await
    }

    pub async fn seeded(seed: u64) -> Arc<Self> {
        Self::start(seed, None, Cost::Fast).await
    }

    /// With captchas that take little work.
    pub async fn with_captcha() -> Arc<Self> {
        Self::start(7, Some(10), Cost::Fast).await
    }

    /// With passwords that are hashed as in production.
    pub async fn with_slow_hashes() -> Arc<Self> {
        Self::start(7, None, Cost::Standard).await
    }

    async fn start(seed: u64, captcha: Option<u32>, cost: Cost) -> Arc<Self> {
        let folder = tempfile::tempdir().unwrap();
        let clock = TestClock::at("2026-11-20T15:00:00Z".parse().unwrap());
        let random: SharedRandom = Arc::new(SeededRandom::new(seed));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stub = paystub::Stub::start_instant(listener, &folder.path().join("paystub.log"))
            .await
            .unwrap();
        // Time-outs are simulated without waiting: the stub hangs up at once and settles at once.
        stub.set_manners(|manners| {
            manners.hold = Duration::ZERO;
            manners.settle_after = Duration::ZERO;
        });
        let known: Arc<Mutex<HashMap<SiteId, Site>>> = Arc::default();
        SCHEMA.create(&folder.path().join("template.sqlite")).await.unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let runtime = Runtime::new(Parts {
            clock: clock.shared(),
            random: Arc::clone(&random),
            directory: Arc::new(directory(Arc::clone(&known))),
            sites: OpenSitesConfig {
                data_dir: folder.path().to_owned(),
                capacity: 16,
                idle: Duration::from_secs(600),
                cache_bytes: 8 << 20,
            },
            objects: Objects::local(&folder.path().join("objects")).unwrap(),
            due: Arc::new(MemoryDueIndex::default()),
            hasher: Hasher::new(cost),
            captcha,
            mailer: Arc::new(Capture::new(folder.path().join("mail"), clock.shared())),
            origins: Origins::new(format!("http://{{site}}.localhost:{}", address.port())),
            limits: Limits::new(1000),
            proxies: TrustedProxies::default(),
            paystub_url: Some(stub.url().to_owned()),
            metrics_token: None,
        })
        .unwrap();
        let mounted = tenant_runtime::router::mount(&runtime, Routes::default());
        let service = mounted.router.with_state(Arc::clone(&runtime));
        tokio::spawn(async move {
            axum::serve(listener, service.into_make_service_with_connect_info::<SocketAddr>()).await
        });
        let runner = runtime.runner();
        Arc::new(Self {
            runner,
            runtime,
            clock,
            table: mounted.table,
            address,
            stub,
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

    /// A new site made of a merchant's folder.
    pub async fn site_from(self: &Arc<Self>, label: &str, from: &Path, manifest: &Manifest) -> TestSite {
        let site = Site {
            id: SiteId::generate(&*self.random),
            subdomain: label.parse().unwrap(),
            state: SiteState::Active,
            environment: Environment {
                name: "dev".to_owned(),
                production: false,
            },
            build: None,
            app_key: self.random.string("0123456789abcdef", 32),
            keys: SiteKeys::generate(&*self.random),
            custom_domain: None,
        };
        let folder = self.folder.path().join("sites").join(site.id.to_string());
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::copy(self.folder.path().join("template.sqlite"), folder.join("site.sqlite")).unwrap();
        self.set(site.clone());
        let open = self.runtime.sites.open(&site).await.unwrap();
        let mut db = open.write().await.unwrap();
        let now = self.runtime.clock.now();
        tenant_runtime::site::provision(&mut db, open.storage(), &site.keys, now, from, manifest)
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

    /// Runs every job of `site` that is due by the test clock.
    pub async fn run_jobs(&self, site: &Arc<Site>) -> usize {
        self.runner.run_due(site).await.unwrap()
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
    /// Every test ends with `suds site check` on each of its sites.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let files: Vec<_> = self
            .known
            .lock()
            .unwrap()
            .keys()
            .map(|id| self.site_file(*id))
            .collect();
        let check = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let mut found = Vec::new();
                for file in files {
                    let connection = platform::db::connect(&file, ConnectionKind::Reader).await.unwrap();
                    let mut db = TenantRead::detached(connection);
                    found.extend(tenant_runtime::check::violations(&mut db).await.unwrap());
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
