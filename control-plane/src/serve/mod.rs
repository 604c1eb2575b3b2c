//! The server: everything put together, started, and stopped without losing a request.

mod api_reference;
mod application;
mod background;
mod closed;
mod connections;
mod console;
mod demo;
mod description;
mod doors;
mod hazards;
mod health;
mod held;
mod indexing;
mod listener;
mod metrics;
mod pages;
mod parts;
mod reference;
mod reload;
mod rendered;
mod request_paths;
mod service_manager;
mod site_page;
mod slow;
mod tls;
mod web;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use platform::clock::SystemClock;
use platform::config::{ConfigError, ConfigErrors, OriginPattern};
use platform::http::certificates::client_problem;
use platform::random::SystemRandom;
use platform::telemetry::{self, LogFilter};
use tenant_runtime::catalog::Geocoder;
use tenant_runtime::http::{Routes, limits};
use tenant_runtime::identity::CaptchaVendors;
use tenant_runtime::payments;
use tenant_runtime::payments::Processors;
use tenant_runtime::process;
use tenant_runtime::router;
use tenant_runtime::runtime::SharedRuntime;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::builds::page_paths::PathLists;
use crate::builds::{self, AssetCache};
use crate::cli::socket::{self, SocketFile};
use crate::clock_watch;
use crate::config::{Config, forbidden};
use crate::data_dir::{DataDir, DataDirError};
use crate::environments;
use crate::plane::{ControlPlane, OpenError};
use crate::sites;
use crate::status::print_status;
use crate::{accounts, archives, audit, packages, rollouts, staff};
use connections::{Caps, Doors};
use console::ConsoleShell;
use slow::Patience;

pub use demo::{DemoError, DemoSource, Page};
pub use reference::generated_docs;
pub(crate) use web::Web;

/// Memory for files of builds.
const ASSET_BYTES: u64 = 64 * 1024 * 1024;
/// Maximum wait of a shutdown for purchases and refunds in progress: a void that becomes a refund calls the processor
/// twice, and the last response must be saved.
const UNDER_WAY: Duration = Duration::from_secs(2 * payments::LONGEST_CALL.as_secs() + 5);

/// Error of a server that can't start. Each text is one line.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("{0}")]
    Config(#[from] ConfigErrors),
    #[error("{0}")]
    DataDir(#[from] DataDirError),
    #[error("{0}")]
    Open(#[from] OpenError),
    #[error("can't listen on {address}: {cause}; stop the other process or set SUDS_LISTEN")]
    Listen { address: SocketAddr, cause: std::io::Error },
    #[error("can't open command-line socket {path}: {cause}")]
    Socket { path: String, cause: std::io::Error },
    #[error("{0}")]
    Demo(#[from] DemoError),
    #[error("{0}")]
    Other(String),
}

impl From<ConfigError> for ServeError {
    fn from(error: ConfigError) -> Self {
        Self::Config(error.into())
    }
}

/// Source of the served installation.
#[derive(Debug, Clone)]
pub enum Mode {
    /// The data directory's installation.
    Installation,
    /// A demo, created from these folders.
    Demo(DemoSource),
}

/// OpenAPI description. Needs no data directory, variables or server.
///
/// # Errors
/// It can't be serialized, which would be a bug.
pub fn openapi_json() -> Result<String, serde_json::Error> {
    router::routes()
        .and(routes())
        .describe(router::description())
        .to_pretty_json()
}

/// The control plane's own endpoints, on a site's host and in the console.
pub fn routes() -> Routes {
    builds::system_routes()
        .and(builds::crash_routes())
        .and(web::routes())
        .and(indexing::routes())
        .and(staff::routes())
        .and(audit::routes())
        .and(clock_watch::routes())
        .and(environments::routes())
        .and(builds::provider_routes())
        .and(accounts::routes())
        .and(sites::routes())
        .and(sites::lifecycle_routes())
        .and(sites::owner_routes())
        .and(sites::shop_routes())
        .and(archives::routes())
        .and(sites::merchant_routes())
        .and(sites::subdomain_routes())
        .and(sites::view_routes())
        .and(sites::release_routes())
        .and(sites::template_routes())
        .and(packages::routes())
        .and(rollouts::routes())
}

/// `suds serve`: runs until SIGTERM or SIGINT.
///
/// # Errors
/// See [`ServeError`].
pub async fn run(config: Config, mode: Mode) -> Result<(), ServeError> {
    let (traces, log) = telemetry::start(&config.log.filter, config.log.collector.as_ref())
        .map_err(|error| ServeError::Other(error.to_string()))?;
    let served = serve(config, mode, &log).await;
    traces.stop().await;
    served
}

async fn serve(config: Config, mode: Mode, log: &LogFilter) -> Result<(), ServeError> {
    // Before the start, which takes a while: a log rotation that reloads services would end the process.
    let mut hang_ups =
        parts::hang_ups().map_err(|error| ServeError::Other(format!("can't receive signals: {error}")))?;
    let server = Server::start(config, mode).await?;
    // Before the server is reported as ready, because a signal can arrive immediately after that.
    let stopped = parts::stop_signal().map_err(|error| ServeError::Other(format!("can't receive signals: {error}")))?;
    announce(&server);
    service_manager::ready(&server.origin);
    tokio::pin!(stopped);
    loop {
        tokio::select! {
            () = &mut stopped => break,
            _ = hang_ups.recv() => reload::reload(&server, log).await,
        }
    }
    print_status("stopping");
    service_manager::stopping();
    if !server.stop().await {
        tracing::warn!("requests were cut off");
    }
    Ok(())
}

fn announce(server: &Server) {
    print_status(format_args!("ready on {}", server.address));
    if server.demo {
        print_status(format_args!("open {} in a browser", server.origin.base()));
    } else {
        print_status(format_args!("sites are at {}", server.origin));
    }
}

/// A running server.
pub struct Server {
    pub address: SocketAddr,
    pub origin: OriginPattern,
    pub demo: bool,
    pub plane: Arc<ControlPlane>,
    pub runtime: SharedRuntime,
    mailer: Arc<reload::ReplaceableMailer>,
    ready: Arc<AtomicBool>,
    stop_listening: CancellationToken,
    stop_working: CancellationToken,
    listening: tokio::task::JoinHandle<bool>,
    working: TaskTracker,
    /// This process's test processor. Lives as long as the server.
    paystub: Option<paystub::Handle>,
    /// URL of a test processor, in this process or elsewhere.
    paystub_url: Option<String>,
    socket: SocketFile,
}

impl Server {
    /// Locks the data directory, starts everything and returns when it is ready.
    ///
    /// # Errors
    /// See [`ServeError`].
    pub async fn start(config: Config, mode: Mode) -> Result<Self, ServeError> {
        let demo = matches!(mode, Mode::Demo(_));
        let dir = DataDir::at(&config.storage.data_dir);
        if demo {
            demo::check_directory(&dir)?;
        }
        let held = dir.hold()?;
        if demo {
            demo::mark(&dir)?;
        }
        // Bound before anything slow, so that a taken port is reported immediately. No connection is accepted yet.
        let address = config.server.listen;
        let bound = TcpListener::bind(address)
            .await
            .map_err(|cause| ServeError::Listen { address, cause })?;
        let address = bound
            .local_addr()
            .map_err(|cause| ServeError::Listen { address, cause })?;
        let origin = config
            .server
            .origin
            .clone()
            .unwrap_or_else(|| OriginPattern::local(address.port()));

        let plane = ControlPlane::open(held, &config.storage, Arc::new(SystemClock), Arc::new(SystemRandom)).await?;
        if let Err(error) = plane.objects.remove_unfinished() {
            tracing::warn!(%error, "failed to remove files of interrupted uploads");
        }
        hazards::refuse(&plane, &config, demo).await?;
        let (paystub, paystub_url) = match &config.paystub_url {
            Some(url) => (None, Some(url.clone())),
            None if demo => {
                let stub = demo::start_paystub(&dir).await?;
                let url = stub.url().to_owned();
                (Some(stub), Some(url))
            }
            None => (None, None),
        };
        let no_client = |error: reqwest::Error| ServeError::Other(client_problem(&error));
        let processors = Processors::new(paystub_url.clone(), None).map_err(no_client)?;
        let captcha_vendors = CaptchaVendors::new(paystub_url.clone()).map_err(no_client)?;
        let geocoder = Geocoder::new(config.geocoder_url.clone()).map_err(no_client)?;
        let scale = parts::limits_scale(&config, demo);
        let caps = Caps::of_this_process(scale);
        let mailer = parts::mailer(&plane, &config, &origin, demo)?;
        let parts = parts::runtime_parts(&plane, &config, &origin, Arc::clone(&mailer), scale, caps.open_sites)?;
        let push_services = parts::push_services(&config, demo)?;
        let runtime = process::start(parts, processors, captcha_vendors, push_services, geocoder);
        let hazard = if demo {
            Some(forbidden("--demo"))
        } else {
            config.hazard()
        };
        plane.lies_under(&origin);
        plane.set_mailer(Arc::clone(&runtime.mailer), &origin);
        if demo {
            plane.exempt_from_second_factors();
        }
        plane.set_domain_proof(config.proof_of_domains(demo));
        plane.set_proxies(&runtime.proxies);
        if let Some(url) = &paystub_url {
            plane.set_paystub_url(url);
        }
        let open = (Arc::clone(&runtime.sites), Arc::clone(&runtime.schedule));
        plane.attach(Arc::clone(&runtime.directory), open, runtime.hashers.clone(), hazard);

        tracing::info!(
            file_handles = caps.files,
            connections = caps.in_all,
            connections_of_an_address = caps.of_an_address,
            open_sites = caps.open_sites,
            "accepting connections"
        );
        sites::look_over(&plane).await;
        let doors = Doors::new(caps, runtime.proxies.clone());
        builds::local_copies::prepare(&plane).await;
        let mut server = Self::serve(plane, (runtime, mailer), (bound, doors), address, origin, &config, demo)?;
        server.paystub = paystub;
        server.paystub_url = paystub_url;
        if let Mode::Demo(source) = &mode {
            demo::prepare(&server, source).await?;
        }
        server.ready.store(true, Ordering::Release);
        Ok(server)
    }

    fn serve(
        plane: Arc<ControlPlane>,
        (runtime, mailer): (SharedRuntime, Arc<reload::ReplaceableMailer>),
        (bound, doors): (TcpListener, Doors),
        address: SocketAddr,
        origin: OriginPattern,
        config: &Config,
        demo: bool,
    ) -> Result<Self, ServeError> {
        let metrics = telemetry::collect_metrics().map_err(|error| ServeError::Other(error.to_string()))?;
        metrics::describe();
        let ready = Arc::new(AtomicBool::new(false));
        let health = health::Health {
            plane: Arc::clone(&plane),
            runtime: Arc::clone(&runtime),
            ready: Arc::clone(&ready),
            metrics: metrics.clone(),
            metrics_token: config.server.metrics_token.clone(),
            probes: runtime.limits.limiter(health::PROBES),
            proxies: runtime.proxies.clone(),
        };
        let health = health::router(health.clone()).merge(tls::router(health));
        let web = Arc::new(Web {
            pages: runtime.limits.limiter(limits::READ),
            files: runtime.limits.limiter(limits::ASSET),
            plane: Arc::clone(&plane),
            runtime: Arc::clone(&runtime),
            assets: AssetCache::new(
                (plane.objects.clone(), Arc::clone(&plane.local_builds)),
                ASSET_BYTES,
                Arc::clone(&runtime.directory),
            ),
            demo,
            development_gate: config.security.development_gate,
            maps: config.maps.clone(),
            paths: PathLists::default(),
            console: ConsoleShell::new().map_err(|error| ServeError::Other(error.to_string()))?,
        });
        let path = plane.dir().socket();
        let (door, socket) = socket::listen(&path).map_err(|cause| ServeError::Socket {
            path: path.display().to_string(),
            cause,
        })?;

        let (stop_listening, stop_working, working) =
            (CancellationToken::new(), CancellationToken::new(), TaskTracker::new());
        working.spawn(socket::serve(door, Arc::clone(&plane), stop_working.clone()));
        background::trust_clock(&plane, demo)?;
        background::spawn(&working, &plane, &runtime, metrics, &stop_working);
        let listening = tokio::spawn(listener::serve(
            bound,
            application::application(web, health),
            doors,
            Patience::default(),
            listener::StandingHeaders::new(&origin),
            stop_listening.clone(),
        ));
        Ok(Self {
            address,
            origin,
            demo,
            plane,
            runtime,
            mailer,
            ready,
            stop_listening,
            stop_working,
            listening,
            working,
            paystub: None,
            paystub_url: None,
            socket,
        })
    }

    /// Stops: accepts no new connections, finishes requests, then purchases whose customers disconnected, then
    /// background jobs, and closes the databases. Returns whether all of them finished in time.
    pub async fn stop(self) -> bool {
        self.ready.store(false, Ordering::Release);
        self.plane.stopping.cancel();
        self.stop_listening.cancel();
        let finished = self.listening.await.unwrap_or(false);
        self.runtime.under_way.close();
        let settled = tokio::time::timeout(UNDER_WAY, self.runtime.under_way.wait())
            .await
            .is_ok();
        if !settled {
            tracing::error!("purchases were cut off at shutdown; check their last log lines");
        }
        self.stop_working.cancel();
        self.working.close();
        self.working.wait().await;
        if let Some(stub) = self.paystub {
            stub.stop().await;
        }
        self.plane.close().await;
        self.socket.remove();
        finished && settled
    }
}
