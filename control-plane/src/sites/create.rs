//! Creates a site so that a crash at any point leaves either nothing or a complete site.
//!
//! The row is inserted first (`creating`, invisible), then images and file are written under a temporary name, synced
//! and renamed, then the row becomes `active`. The next start removes rows a crash has left in `creating`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use data_encoding::BASE64;
use platform::db::{DbError, NewFile, SchemaError};
use platform::ids::{SiteId, Subdomain};
use platform::keys::SiteKeys;
use platform::storage::StorageError;
use platform::tenancy::{FIRST_EPOCH, tie};
use serde_json::{Map, Value, json};
use tenant_runtime::provision::{Manifest, ManifestError, ProvisionError, Source, provision};
use tenant_runtime::site::{MigrateError, migrate_schema, schema_versions};
use tenant_runtime::staff::{NewOwner, OwnerError, invite_owner};
use uuid::Uuid;

use super::rules::{SubdomainProblem, may_take};
use super::templates::{self, BasicsError, SiteBasics, Template};
use super::{SiteRecord, SiteState, identity, store};
use crate::accounts;
use crate::data_dir::sync_folder;
use crate::db::ControlDbError;
use crate::environments;
use crate::fleet;
use crate::plane::ControlPlane;

const FILE: &str = "site.sqlite";
const UNFINISHED: &str = "site.sqlite.tmp";

/// Source of a new site's content.
#[derive(Debug, Clone)]
pub enum Start {
    /// A merchant's folder with `site.json` and `images/`: the whole site, open.
    Folder(PathBuf),
    /// A kind of business with examples, closed until its owner opens it.
    Template(Template, SiteBasics),
    /// A site config without products.
    Config(Map<String, Value>),
}

/// New site.
#[derive(Debug, Clone)]
pub struct CreateSite {
    pub account_id: Uuid,
    pub subdomain: Subdomain,
    pub environment: String,
    pub start: Start,
    /// First owner, who is invited and may create more sites for the account.
    pub owner: Option<NewOwner>,
    /// For the audit log.
    pub actor: String,
}

/// Reason why a site couldn't be created, in plain text.
#[derive(Debug, thiserror::Error)]
pub enum CreateSiteError {
    #[error("no account {0}; run `suds account list`")]
    NoAccount(Uuid),
    #[error("no environment {0:?}; run `suds environment list`")]
    NoEnvironment(String),
    #[error("{0}: {1}")]
    Subdomain(Subdomain, SubdomainProblem),
    #[error("the test processor isn't allowed in production environment {0:?}; choose another processor")]
    StubInProduction(String),
    #[error("environment {0:?} isn't production; use the processor's test endpoints")]
    ProductionEndpoints(String),
    #[error("the server runs {0} and restart")]
    Hazard(String),
    #[error(transparent)]
    Basics(#[from] BasicsError),
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error(transparent)]
    Provision(#[from] ProvisionError),
    #[error("can't create the site's file: {0}")]
    Schema(#[from] SchemaError),
    #[error("can't write the site's file: {0}")]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("can't fill the site's file: {0}")]
    Fill(#[from] DbError),
    #[error("can't convert the site config to its environment's schema version: {0}")]
    Config(#[from] MigrateError),
    #[error("can't invite the first owner: {0}")]
    Owner(#[from] OwnerError),
    #[error(transparent)]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for CreateSiteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Creates a site. On failure, nothing is left behind.
///
/// # Errors
/// See [`CreateSiteError`].
pub async fn create_site(plane: &Arc<ControlPlane>, request: CreateSite) -> Result<SiteRecord, CreateSiteError> {
    let creation = Creation::reserve(plane, request).await?;
    match creation.finish().await {
        Ok(site) => Ok(site),
        Err(error) => {
            // The next start would do this too. Now the subdomain is free immediately.
            if let Err(cleaning) = remove_half_made(plane, creation.site.id).await {
                tracing::warn!(site.id = %creation.site.id, error = %cleaning, "failed to remove a partially created site");
            }
            Err(error)
        }
    }
}

/// A site being created. The steps are public, and each is durable when it returns, so that tests can stop after any of
/// them.
pub struct Creation {
    plane: Arc<ControlPlane>,
    manifest: Manifest,
    owner: Option<NewOwner>,
    /// Name of the account.
    company: String,
    keys: SiteKeys,
    /// Schema version of its config.
    schema_version: String,
    actor: String,
    pub site: SiteRecord,
}

impl Creation {
    /// Runs all possible checks and inserts the row with state `creating`.
    ///
    /// # Errors
    /// See [`CreateSiteError`].
    pub async fn reserve(plane: &Arc<ControlPlane>, request: CreateSite) -> Result<Self, CreateSiteError> {
        let random = plane.random.as_ref();
        let (id, keys) = (SiteId::generate(random), SiteKeys::generate(random));
        let wrapped = BASE64.encode(&plane.master().wrap(&keys, id));

        let mut db = plane.db.write().await?;
        let account = accounts::store::find(&mut db, request.account_id).await?;
        let account = account.ok_or(CreateSiteError::NoAccount(request.account_id))?;
        let manifest = request.start.manifest(&account.company_name)?;
        let environment = environments::store::find(&mut db, &request.environment)
            .await?
            .ok_or_else(|| CreateSiteError::NoEnvironment(request.environment.clone()))?;
        if environment.production {
            if names_endpoints(&manifest, "stub") {
                return Err(CreateSiteError::StubInProduction(environment.name));
            }
            if let Some(hazard) = plane.production_hazard() {
                return Err(CreateSiteError::Hazard(hazard.to_owned()));
            }
        } else if names_endpoints(&manifest, "production") {
            return Err(CreateSiteError::ProductionEndpoints(environment.name));
        }
        may_take(
            &store::subdomains::subdomain_use(&mut db, &request.subdomain).await?,
            None,
            plane.now(),
        )
        .map_err(|problem| CreateSiteError::Subdomain(request.subdomain.clone(), problem))?;
        let site = SiteRecord {
            id,
            account_id: request.account_id,
            environment: environment.name,
            subdomain: request.subdomain,
            state: SiteState::Creating,
            app_key: random.token(),
            custom_domain: None,
            pinned_build: None,
            created_at: plane.now(),
            delete_after: None,
            epoch: FIRST_EPOCH,
            hold: None,
        };
        store::insert(&mut db, &site, &wrapped).await?;
        db.commit().await?;
        Ok(Self {
            plane: Arc::clone(plane),
            manifest,
            owner: request.owner,
            company: account.company_name,
            keys,
            schema_version: environment.schema_version,
            actor: request.actor,
            site,
        })
    }

    /// All steps after the row.
    async fn finish(&self) -> Result<SiteRecord, CreateSiteError> {
        self.write_file().await?;
        self.move_into_place().await?;
        self.activate().await
    }

    /// Stores the merchant's pictures and writes the site's database under a temporary name, with the whole manifest in
    /// one transaction.
    ///
    /// # Errors
    /// The manifest can't be applied, or the disk fails.
    pub async fn write_file(&self) -> Result<(), CreateSiteError> {
        let template = template(&self.plane).await?;
        let file = unfinished_file(&self.plane, self.site.id);
        std::fs::create_dir_all(self.plane.dir().site(self.site.id))?;
        std::fs::copy(template, &file)?;
        let new = NewFile::at(&file)?;
        let filled = self.fill(&new).await;
        new.close().await;
        filled
    }

    async fn fill(&self, file: &NewFile) -> Result<(), CreateSiteError> {
        let storage = self.plane.objects.tenant(self.site.id);
        let mut db = file.write().await?;
        provision(
            &mut db,
            (&storage, &self.plane.sandbox.of(self.site.id)),
            &self.keys,
            self.plane.now(),
            &self.manifest,
        )
        .await?;
        // This build doesn't know the version, so a newer build must migrate the site.
        if schema_versions().contains(&self.schema_version.as_str()) {
            migrate_schema(&mut db, self.plane.now(), &self.schema_version).await?;
        }
        if let Some(owner) = &self.owner {
            invite_owner(&mut db, self.plane.now(), owner, &self.company).await?;
        }
        // The site is indexed when it is first opened.
        tie(&mut db, self.site.id, self.plane.now()).await?;
        Ok(db.commit().await?)
    }

    /// Makes the file durable and renames it.
    ///
    /// # Errors
    /// The disk fails.
    pub async fn move_into_place(&self) -> Result<(), CreateSiteError> {
        Ok(move_into_place(&self.plane, self.site.id).await?)
    }

    /// Activates the site.
    pub async fn activate(&self) -> Result<SiteRecord, CreateSiteError> {
        let id = self.site.id;
        let mut db = self.plane.db.write().await?;
        store::move_state(&mut db, id, SiteState::Creating, SiteState::Active).await?;
        if let Some(owner) = &self.owner {
            accounts::grant_within(&mut db, &self.plane, self.site.account_id, id, owner.email()).await?;
            // The invitation is waiting in the site's database.
            fleet::store::set_due(&mut db, id, Some(self.plane.now())).await?;
        }
        let details = json!({ "subdomain": self.site.subdomain, "environment": self.site.environment });
        self.plane
            .audit(
                &mut db,
                &self.actor,
                "site.create",
                (Some(&self.site.environment), &id.to_string()),
                details,
            )
            .await?;
        db.commit().await?;
        self.plane.site_directory_changed();
        identity::save(&self.plane, Some(id)).await;
        self.plane.look_into(id);
        Ok(SiteRecord {
            state: SiteState::Active,
            ..self.site.clone()
        })
    }
}

impl Start {
    /// The manifest of a site for the account `company`.
    ///
    /// # Errors
    /// The folder, the answers or the config are invalid.
    pub(super) fn manifest(&self, company: &str) -> Result<Manifest, CreateSiteError> {
        Ok(match self {
            Self::Folder(folder) => Manifest::read(folder)?,
            Self::Template(template, basics) => templates::manifest(*template, &basics.complete(company)?)?,
            Self::Config(config) => Manifest::of_config(config.clone(), Source::default())?,
        })
    }
}

/// Temporary file of a site being created.
pub(crate) fn unfinished_file(plane: &ControlPlane, id: SiteId) -> PathBuf {
    plane.dir().site(id).join(UNFINISHED)
}

/// Makes a new site's file durable and renames it.
///
/// # Errors
/// The disk fails.
pub(crate) async fn move_into_place(plane: &ControlPlane, id: SiteId) -> std::io::Result<()> {
    let (folder, sites) = (plane.dir().site(id), plane.dir().sites());
    tokio::task::spawn_blocking(move || {
        std::fs::File::open(folder.join(UNFINISHED))?.sync_all()?;
        std::fs::rename(folder.join(UNFINISHED), folder.join(FILE))?;
        sync_folder(&folder)?;
        sync_folder(&sites)
    })
    .await
    .map_err(std::io::Error::other)?
}

/// Whether the site would charge through these processor endpoints.
fn names_endpoints(manifest: &Manifest, set: &str) -> bool {
    serde_json::to_value(&manifest.processor).is_ok_and(|processor| processor["endpoints"] == set)
}

/// Removes sites left unfinished by a crash.
///
/// # Errors
/// The control database can't be read or written.
pub async fn clean_half_made(plane: &Arc<ControlPlane>) -> Result<(), ControlDbError> {
    let sites = store::half_made(&mut plane.db.read().await?).await?;
    for site in sites {
        if identity::read(plane.dir(), site.id).is_some() {
            // It was finished, and the control database was replaced by one from its creation. Its files stay, to be adopted.
            forget_half_made(plane, site.id).await?;
            continue;
        }
        match remove_half_made(plane, site.id).await {
            Ok(()) => tracing::info!(site.id = %site.id, "removed a partially created site"),
            // It stays invisible, and the next start tries again.
            Err(error) => tracing::warn!(site.id = %site.id, %error, "failed to remove a partially created site"),
        }
    }
    Ok(())
}

/// Removes everything of a site in state `creating`.
///
/// # Errors
/// The disk, the object store or the control database fails. The next start tries again.
pub(crate) async fn remove_half_made(plane: &Arc<ControlPlane>, id: SiteId) -> Result<(), CreateSiteError> {
    remove_files(plane, id).await?;
    // The row goes last: while it exists, an interrupted removal is repeated.
    Ok(forget_half_made(plane, id).await?)
}

async fn forget_half_made(plane: &ControlPlane, id: SiteId) -> Result<(), ControlDbError> {
    let mut db = plane.db.write().await?;
    store::delete_half_made(&mut db, id).await?;
    db.commit().await
}

/// Removes the files and objects of an unused site.
pub(super) async fn remove_files(plane: &ControlPlane, id: SiteId) -> Result<(), CreateSiteError> {
    match std::fs::remove_dir_all(plane.dir().site(id)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    Ok(plane.objects.delete_under(&format!("sites/{id}")).await?)
}

/// An empty, migrated database with this build's schema.
///
/// # Errors
/// It can't be created.
pub(crate) async fn template(plane: &ControlPlane) -> Result<&PathBuf, CreateSiteError> {
    plane.template.get_or_try_init(|| make_template(plane)).await
}

/// Creates a migrated, empty file with this build's schema. Created by each process, because an old file may have an
/// older schema.
async fn make_template(plane: &ControlPlane) -> Result<PathBuf, CreateSiteError> {
    let path = plane.dir().root().join("template.sqlite");
    remove_database(&path)?;
    tenant_runtime::SCHEMA.create(&path).await?;
    Ok(path)
}

fn remove_database(path: &Path) -> std::io::Result<()> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        match std::fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
