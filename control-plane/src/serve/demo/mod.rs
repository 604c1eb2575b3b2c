//! `suds serve --demo`: five merchants, a build and a processor stub in an empty data directory, ready within seconds.

mod browser;
mod card;
mod credentials;
mod folders;
mod kiosk;
mod marks;
mod page;
mod past;
mod people;
mod rollout;
mod staff;

pub use page::Page;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use platform::ids::{InvalidSubdomain, Subdomain};
use platform::tenancy::Lookup;
use tenant_runtime::tenant::Tenant;

use super::Server;
use crate::accounts::{self, AccountError};
use crate::builds::{self, PublishError, Republish};
use crate::data_dir::DataDir;
use crate::db::ControlDbError;
use crate::plane::ControlPlane;
use crate::rollouts::RolloutError;
use crate::sites::{self, CreateSite, CreateSiteError, Start};
use crate::staff::StaffError;
use crate::status::print_status;

/// Folders of the declared merchants and the web build.
#[derive(Debug, Clone)]
pub struct DemoSource {
    pub merchants: PathBuf,
    pub web_build: PathBuf,
}

impl DemoSource {
    /// Folders of the repository, relative to its root.
    pub fn of_repository() -> Self {
        Self {
            merchants: PathBuf::from("tenants"),
            web_build: PathBuf::from("web/dist"),
        }
    }
}

/// Environment of all demo sites.
const ENVIRONMENT: &str = crate::environments::DEMO;
/// Actor in the audit log.
const ACTOR: &str = "demo";

/// Reason why the demo can't start, as one line for people.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error("data directory {} doesn't belong to a demo; choose an empty one for --demo", .0.display())]
    ForeignDirectory(PathBuf),
    #[error("a site in this data directory is in production environment {0:?}; choose an empty directory for --demo")]
    Production(String),
    #[error("can't read {}: {cause}; start the demo from the repository root", .path.display())]
    Merchants { path: PathBuf, cause: std::io::Error },
    #[error("{} isn't a valid site name: {cause}", .path.display())]
    FolderName { path: PathBuf, cause: InvalidSubdomain },
    #[error("can't start the test processor: {0}")]
    Paystub(String),
    #[error("{}: {cause}", .path.display())]
    File { path: PathBuf, cause: std::io::Error },
    #[error(transparent)]
    Publish(#[from] PublishError),
    #[error(transparent)]
    Site(#[from] CreateSiteError),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Rollout(#[from] RolloutError),
    #[error("can't create staff: {0}")]
    Staff(#[from] StaffError),
    #[error("{0}")]
    Database(#[from] ControlDbError),
    #[error("can't create {site}'s team and customers: {problem}")]
    People { site: Subdomain, problem: String },
    #[error("can't set up {site}'s terminal: {problem}")]
    Terminal { site: Subdomain, problem: String },
    #[error("can't open site {site}: {problem}")]
    Open { site: Subdomain, problem: String },
}

impl From<sqlx::Error> for DemoError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Whether a demo can use the directory: it is empty, or was created by a demo.
///
/// # Errors
/// [`DemoError::ForeignDirectory`].
pub(super) fn check_directory(dir: &DataDir) -> Result<(), DemoError> {
    if dir.is_empty() || dir.demo_marker().exists() {
        Ok(())
    } else {
        Err(DemoError::ForeignDirectory(dir.root().to_owned()))
    }
}

/// Writes the mark by which the next start recognizes its directory.
///
/// # Errors
/// The file can't be written.
pub(super) fn mark(dir: &DataDir) -> Result<(), DemoError> {
    let path = dir.demo_marker();
    if path.exists() {
        return Ok(());
    }
    std::fs::write(&path, "Created by `suds serve --demo`. All of it is sample data.\n")
        .map_err(|cause| DemoError::File { path, cause })
}

/// Starts the test processor on a free loopback port. Its log stays in the data directory.
///
/// # Errors
/// No port is free, or the log is damaged.
pub(super) async fn start_paystub(dir: &DataDir) -> Result<paystub::Handle, DemoError> {
    let listener =
        std::net::TcpListener::bind(("127.0.0.1", 0)).map_err(|error| DemoError::Paystub(error.to_string()))?;
    paystub::Stub::start(listener, &dir.paystub_log())
        .await
        .map_err(|error| DemoError::Paystub(format!("{error:#}")))
}

/// Publishes the web build, and creates missing sites and their users.
///
/// # Errors
/// See [`DemoError`].
pub(super) async fn prepare(server: &Server, source: &DemoSource) -> Result<(), DemoError> {
    let plane = &server.plane;
    publish_web_build(plane, &source.web_build).await?;
    let folders = merchant_folders(&source.merchants)?;
    for (folder, subdomain) in &folders {
        if sites::store::find_live(&mut plane.db.read().await?, subdomain)
            .await?
            .is_none()
        {
            let started = Instant::now();
            match make_site(plane, folder, (subdomain, subdomain.clone()), ENVIRONMENT).await {
                Ok(()) => {}
                // Renamed or deleted by someone; leave it.
                Err(DemoError::Site(CreateSiteError::Subdomain(..))) => continue,
                Err(error) => return Err(error),
            }
            print_status(format_args!(
                "created site {subdomain} in {} ms",
                started.elapsed().as_millis()
            ));
        }
        if folders::is_changed(plane.dir(), folder, subdomain)? {
            print_status(format_args!(
                "{} changed after the demo created site {subdomain} from it; the site keeps its data. To recreate it, remove data directory {}.",
                folder.display(),
                plane.dir().root().display()
            ));
        }
        people::ensure(server, folder, subdomain).await?;
        kiosk::ensure(server, subdomain).await?;
        past::ensure(server, subdomain).await?;
    }
    let merchants = folders.iter().map(|(folder, subdomain)| (folder.as_path(), subdomain));
    rollout::ensure(plane, merchants).await?;
    staff::ensure(server).await
}

/// The site `subdomain`, opened.
async fn tenant_of(server: &Server, subdomain: &Subdomain) -> Result<Tenant, DemoError> {
    let failed = |problem: String| DemoError::Open {
        site: subdomain.clone(),
        problem,
    };
    let entry = server.runtime.directory.find(Lookup::Label(subdomain.clone())).await;
    let entry = entry.map_err(|error| failed(error.to_string()))?;
    let entry = entry.ok_or_else(|| failed("it no longer exists".to_owned()))?;
    let opened = Tenant::open(&server.runtime, entry).await;
    opened.map_err(|error| failed(error.to_string()))
}

/// Publishes the folder if it differs from the published build, and switches the demo's sites to it.
async fn publish_web_build(plane: &Arc<ControlPlane>, dir: &Path) -> Result<(), DemoError> {
    if !dir.join("index.html").exists() {
        if builds::store::list(&mut plane.db.read().await?).await?.is_empty() {
            print_status(format_args!(
                "no web build in {}; the API works, pages don't (scripts/run creates one)",
                dir.display()
            ));
        }
        return Ok(());
    }
    let folder = builds::read_folder(dir)?;
    let known = builds::store::find(&mut plane.db.read().await?, &folder.version).await?;
    // An unchanged build may be part of a rollout or rollback.
    if known.is_some_and(|build| build.digest == folder.digest) {
        return Ok(());
    }
    rollout::publish_earlier(plane, &folder).await?;
    let build = builds::publish(plane, &folder, Republish::Replace, ACTOR).await?;
    print_status(format_args!("published web build {}", build.version));
    rollout::run_by_shops(plane, &build.version.to_string()).await
}

/// Merchants' folders by name. The name is the subdomain of the site.
fn merchant_folders(root: &Path) -> Result<Vec<(PathBuf, Subdomain)>, DemoError> {
    let unreadable = |cause| DemoError::Merchants {
        path: root.to_owned(),
        cause,
    };
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(root).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.join("site.json").exists() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let subdomain = name.parse().map_err(|cause| DemoError::FolderName {
                path: path.clone(),
                cause,
            })?;
            folders.push((path, subdomain));
        }
    }
    folders.sort();
    Ok(folders)
}

/// Creates a site for a merchant's account.
async fn make_site(
    plane: &Arc<ControlPlane>,
    folder: &Path,
    (merchant, subdomain): (&Subdomain, Subdomain),
    environment: &str,
) -> Result<(), DemoError> {
    let hs_account_id = format!("demo-{merchant}");
    let known = accounts::store::find_by_hs_account_id(&mut plane.db.read().await?, &hs_account_id).await?;
    let account = match known {
        Some(account) => account,
        None => accounts::create(plane, &company_name(folder, merchant), Some(hs_account_id), ACTOR).await?,
    };
    let request = CreateSite {
        account_id: account.id,
        subdomain,
        environment: environment.to_owned(),
        start: Start::Folder(folder.to_owned()),
        owner: None,
        actor: ACTOR.to_owned(),
    };
    sites::create_site(plane, request).await?;
    Ok(())
}

/// Company name, or the folder's name if the manifest is invalid (site creation then reports the error).
fn company_name(folder: &Path, subdomain: &Subdomain) -> String {
    let manifest = tenant_runtime::provision::Manifest::read(folder).ok();
    let name = manifest.and_then(|manifest| Some(manifest.site_config.get("companyName")?.as_str()?.to_owned()));
    name.unwrap_or_else(|| subdomain.to_string())
}
