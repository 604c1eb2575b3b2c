//! `suds site adopt --id`: adds a site whose file is here and whose row isn't, because the control database is older than the site.

use std::path::Path;
use std::sync::Arc;

use data_encoding::BASE64;
use platform::db::{ConnectionKind, DbError, TenantRead, connect};
use platform::ids::{SiteId, Subdomain};
use platform::keys::SiteKeys;
use platform::tenancy::{Hold, Unavailable, examine};
use serde_json::json;
use tenant_runtime::payments;
use uuid::Uuid;

use super::backup::stored;
use super::pack::blocking;
use super::restore::download;
use super::rules::latest;
use super::unpack;
use super::work_files::{FILE, RESTORED_ARCHIVE, WorkFile};
use super::{ArchiveError, epochs};
use crate::db::ControlWrite;
use crate::plane::ControlPlane;
use crate::sites::identity::{self, Identity};
use crate::sites::rules::may_take;
use crate::sites::{self, CreateSiteError, HoldReason, SiteRecord, SiteState};
use crate::{accounts, environments, fleet};

/// Site to add again.
#[derive(Debug)]
pub struct StrayAdoption {
    pub id: SiteId,
    /// `None`: the site's.
    pub account_id: Option<Uuid>,
    /// `None`: the site's.
    pub subdomain: Option<Subdomain>,
    /// `None`: the site's.
    pub environment: Option<String>,
    /// For the audit log.
    pub actor: String,
}

/// Adds the row of a site from the identity next to its file, or from its newest backup. The site is held.
///
/// # Errors
/// See [`ArchiveError`]. The control database is then unchanged, and the file stays.
pub async fn adopt_stray(plane: &Arc<ControlPlane>, adoption: StrayAdoption) -> Result<SiteRecord, ArchiveError> {
    let id = adoption.id;
    let file = plane.dir().site(id).join(FILE);
    if !file.is_file() {
        return Err(ArchiveError::NoStray(id));
    }
    let identity = match identity::read(plane.dir(), id) {
        Some(identity) => identity,
        None => of_newest_backup(plane, id).await?.ok_or(ArchiveError::NoIdentity(id))?,
    };
    let wrapped = BASE64.decode(identity.wrapped_key.as_bytes());
    let wrapped = wrapped.map_err(|_| ArchiveError::NoIdentity(id))?;
    let keys = plane.master().unwrap(id, &wrapped);
    let keys = keys.map_err(|_| ArchiveError::StrayKey(id))?;
    let like = sites::template(plane).await?;
    let tie = examine(&file, &tenant_runtime::SCHEMA, id, like).await?.tie;
    if !is_sealed_with(&file, &keys).await? {
        return Err(ArchiveError::NotItsOwn(id));
    }
    let epoch = epochs::raise(&file, 0).await?;

    let wrapped = BASE64.encode(&plane.master().wrap(&keys, id));
    let mut db = plane.db.write().await?;
    let site = row_of(plane, &mut db, &adoption, &identity, epoch).await?;
    // The row of a deleted site stays for the audit log.
    if !sites::store::take_in_again(&mut db, &site, &wrapped).await? {
        sites::store::insert(&mut db, &site, &wrapped).await?;
    }
    sites::store::subdomains::take_back_subdomain(&mut db, &site.subdomain).await?;
    fleet::store::forget_tie(&mut db, id).await?;
    fleet::store::record_tie(&mut db, id, tie).await?;
    fleet::store::set_due(&mut db, id, Some(plane.now())).await?;
    let hold = Hold {
        at: plane.now(),
        complete_until: None,
    };
    sites::store::holds::hold(&mut db, id, HoldReason::Adopted, hold).await?;
    let subject = (Some(&*site.environment), &*id.to_string());
    let details = json!({ "firstMigration": tie.first_migration, "tiedAt": tie.at, "epoch": epoch });
    plane
        .audit(&mut db, &adoption.actor, "site.adopt", subject, details)
        .await?;
    let adopted = sites::store::find(&mut db, id).await?.ok_or(ArchiveError::Gone)?;
    db.commit().await?;
    plane.site_directory_changed();
    identity::save(plane, Some(id)).await;
    Ok(adopted)
}

/// The row of the site, if its account, environment and subdomain are available.
async fn row_of(
    plane: &ControlPlane,
    db: &mut ControlWrite,
    adoption: &StrayAdoption,
    identity: &Identity,
    epoch: i64,
) -> Result<SiteRecord, ArchiveError> {
    let id = adoption.id;
    let known = sites::store::find(db, id).await?;
    if known.is_some_and(|known| known.state != SiteState::Deleted) {
        return Err(ArchiveError::SiteExists(id.to_string()));
    }
    let name = adoption.environment.as_deref().unwrap_or(&identity.environment);
    let environment = environments::store::find(db, name).await?;
    let environment = environment.ok_or_else(|| CreateSiteError::NoEnvironment(name.to_owned()))?;
    if environment.production {
        // It may use the test processor.
        if !identity.production {
            return Err(ArchiveError::NotOfProduction(environment.name));
        }
        if let Some(hazard) = plane.production_hazard() {
            return Err(CreateSiteError::Hazard(hazard.to_owned()).into());
        }
    }
    let company = identity.company.as_deref().unwrap_or("unknown company");
    let account = adoption.account_id.or(identity.account);
    let account = account.ok_or_else(|| ArchiveError::StrayAccount("the site's account is unknown".to_owned()))?;
    if accounts::store::find(db, account).await?.is_none() {
        let problem = format!("account {account} ({company}) doesn't exist here");
        return Err(ArchiveError::StrayAccount(problem));
    }
    let subdomain = match &adoption.subdomain {
        Some(subdomain) => subdomain.clone(),
        None => identity.subdomain.parse().map_err(|_| ArchiveError::NoIdentity(id))?,
    };
    let in_use = sites::store::subdomains::subdomain_use(db, &subdomain).await?;
    may_take(&in_use, Some(id), plane.now())
        .map_err(|problem| CreateSiteError::Subdomain(subdomain.clone(), problem))?;
    Ok(SiteRecord {
        id,
        account_id: account,
        environment: environment.name,
        subdomain,
        state: SiteState::Active,
        app_key: identity.app_key.clone(),
        custom_domain: None,
        pinned_build: None,
        created_at: identity.created_at.unwrap_or_else(|| plane.now()),
        delete_after: None,
        epoch,
        hold: None,
    })
}

/// Identity in the newest backup of a site; `None` without a backup.
async fn of_newest_backup(plane: &ControlPlane, id: SiteId) -> Result<Option<Identity>, ArchiveError> {
    let (backups, keys): (Vec<_>, Vec<_>) = stored(plane, id).await?.into_iter().unzip();
    let Some(newest) = latest(&backups).or(backups.first()) else {
        return Ok(None);
    };
    let Some(at) = backups.iter().position(|backup| backup == newest) else {
        return Ok(None);
    };
    let archive = WorkFile::at(plane.dir().site(id).join(RESTORED_ARCHIVE))?;
    download(plane, &keys[at], archive.path()).await?;
    let (from, master) = (archive.path().to_owned(), plane.master());
    let opened = blocking(move || unpack::open(&from, None, &master)).await?;
    let manifest = opened.manifest;
    Ok(Some(Identity {
        site: id,
        subdomain: manifest.subdomain,
        environment: manifest.environment,
        production: manifest.production,
        account: None,
        company: None,
        app_key: manifest.app_key,
        wrapped_key: BASE64.encode(&plane.master().wrap(&opened.keys, id)),
        created_at: None,
    }))
}

async fn is_sealed_with(file: &Path, keys: &SiteKeys) -> Result<bool, ArchiveError> {
    let connection = connect(file, ConnectionKind::Reader).await;
    let connection = connection.map_err(|error| Unavailable::from(DbError::from(error)))?;
    Ok(payments::are_sealed_with(&mut TenantRead::detached(connection), keys).await)
}
