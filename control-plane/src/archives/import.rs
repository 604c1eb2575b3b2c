//! `suds site import`: imports a site from an archive of this or another installation. It keeps its ID, and with it
//! everything sealed for that ID.

use std::path::PathBuf;
use std::sync::Arc;

use data_encoding::BASE64;
use platform::ids::Subdomain;
use platform::tenancy::{FIRST_EPOCH, Hold, examine};
use serde_json::json;
use tenant_runtime::demo_data::Progress;
use uuid::Uuid;

use super::pack::blocking;
use super::unpack::{self, Opened};
use super::work_files::FILE;
use super::{ArchiveError, Passphrase, epochs, ledger_seals};
use crate::plane::ControlPlane;
use crate::sites::rules::may_take;
use crate::sites::{self, CreateSiteError, HoldReason, SiteRecord, SiteState};
use crate::{accounts, environments, packages};

/// Site to import.
#[derive(Debug)]
pub struct Import {
    pub file: PathBuf,
    pub account_id: Uuid,
    /// `None`: the one in the archive.
    pub subdomain: Option<Subdomain>,
    /// `None`: the one in the archive.
    pub environment: Option<String>,
    pub passphrase: Option<Passphrase>,
    /// For the audit log.
    pub actor: String,
}

/// Imports a site without its previous host names and pinned build. It is held, because another installation may still
/// run it; an operator must release it here.
///
/// # Errors
/// See [`ArchiveError`]. Nothing is left behind.
pub async fn import(
    plane: &Arc<ControlPlane>,
    import: Import,
    told: &Progress<'_>,
) -> Result<SiteRecord, ArchiveError> {
    let (file, master, passphrase) = (import.file.clone(), plane.master(), import.passphrase.clone());
    let opened = blocking(move || unpack::open(&file, passphrase.as_ref(), &master)).await?;
    let site = reserve(plane, &import, &opened).await?;
    match fill(plane, &site, &import, opened, told).await {
        Ok(site) => Ok(site),
        Err(error) => {
            if let Err(cleaning) = sites::remove_half_made(plane, site.id).await {
                tracing::warn!(site.id = %site.id, error = %cleaning, "failed to remove a partially imported site");
            }
            Err(error)
        }
    }
}

/// Runs the checks that are possible now and inserts the row with state `creating`. After a crash, the next start
/// removes what is left of it.
async fn reserve(plane: &ControlPlane, import: &Import, opened: &Opened) -> Result<SiteRecord, ArchiveError> {
    let manifest = &opened.manifest;
    let had = || {
        ArchiveError::Damaged(format!(
            "it used {:?}, which isn't a valid subdomain",
            manifest.subdomain
        ))
    };
    let subdomain = match &import.subdomain {
        Some(subdomain) => subdomain.clone(),
        None => manifest.subdomain.parse().map_err(|_| had())?,
    };
    let environment = import.environment.as_deref().unwrap_or(&manifest.environment);
    let wrapped = BASE64.encode(&plane.master().wrap(&opened.keys, manifest.site));
    let mut db = plane.db.write().await?;
    let environment = environments::store::find(&mut db, environment)
        .await?
        .ok_or_else(|| CreateSiteError::NoEnvironment(environment.to_owned()))?;
    if environment.production {
        // It may use the test processor.
        if !manifest.production {
            return Err(ArchiveError::NotOfProduction(environment.name));
        }
        if let Some(hazard) = plane.production_hazard() {
            return Err(CreateSiteError::Hazard(hazard.to_owned()).into());
        }
    }
    if accounts::store::find(&mut db, import.account_id).await?.is_none() {
        return Err(ArchiveError::NoAccount(import.account_id.to_string()));
    }
    let known = sites::store::find(&mut db, manifest.site).await?;
    if known.as_ref().is_some_and(|known| known.state != SiteState::Deleted) {
        return Err(ArchiveError::SiteExists(manifest.site.to_string()));
    }
    // Possibly newer than the archive, if the control database is older than the site.
    if plane.dir().site(manifest.site).join(FILE).exists() {
        return Err(ArchiveError::StrayFile(manifest.site));
    }
    may_take(
        &sites::store::subdomains::subdomain_use(&mut db, &subdomain).await?,
        Some(manifest.site),
        plane.now(),
    )
    .map_err(|problem| CreateSiteError::Subdomain(subdomain.clone(), problem))?;
    let site = SiteRecord {
        id: manifest.site,
        account_id: import.account_id,
        environment: environment.name,
        subdomain,
        state: SiteState::Creating,
        app_key: manifest.app_key.clone(),
        custom_domain: None,
        pinned_build: None,
        created_at: plane.now(),
        delete_after: None,
        epoch: known.map_or(FIRST_EPOCH, |known| known.epoch),
        hold: None,
    };
    // The site must be deleted permanently, or never have been here.
    if !sites::store::take_in_again(&mut db, &site, &wrapped).await? {
        sites::store::insert(&mut db, &site, &wrapped).await?;
    }
    db.commit().await?;
    Ok(site)
}

async fn fill(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    import: &Import,
    mut opened: Opened,
    told: &Progress<'_>,
) -> Result<SiteRecord, ArchiveError> {
    let unfinished = sites::unfinished_file(plane, site.id);
    let (mut opened, file) = blocking(move || {
        if let Some(folder) = unfinished.parent() {
            std::fs::create_dir_all(folder)?;
        }
        opened.database(&unfinished)?;
        Ok((opened, unfinished))
    })
    .await?;
    let like = sites::template(plane).await?;
    let examined = examine(&file, &tenant_runtime::SCHEMA, site.id, like).await?;
    ledger_seals::record(plane, site.id, opened.manifest.ledger_sealed, examined.predates_seals).await?;
    let epoch = epochs::raise(&file, site.epoch.max(opened.manifest.epoch)).await?;

    let storage = plane.objects.tenant(site.id);
    let objects = opened.manifest.objects.clone();
    let total = objects.len() + 1;
    for (done, object) in objects.iter().enumerate() {
        let content = tokio::task::block_in_place(|| opened.object(object))?;
        storage.put(&object.key, content).await?;
        told(done + 1, total);
    }
    sites::move_into_place(plane, site.id).await?;

    let mut db = plane.db.write().await?;
    if let Some((ids, signers)) = &opened.manifest.packages {
        packages::store::save(&mut db, site.id, ids, signers, plane.now()).await?;
    }
    sites::store::move_state(&mut db, site.id, SiteState::Creating, SiteState::Active).await?;
    sites::store::subdomains::take_back_subdomain(&mut db, &site.subdomain).await?;
    let hold = Hold {
        at: plane.now(),
        complete_until: Some(opened.manifest.made_at),
    };
    sites::store::holds::hold(&mut db, site.id, HoldReason::Imported, hold).await?;
    sites::store::holds::set_epoch(&mut db, site.id, epoch).await?;
    let subject = (Some(&*site.environment), &*site.id.to_string());
    let details = json!({
        "subdomain": site.subdomain, "environment": site.environment, "epoch": epoch, "exportedAt": opened.manifest.made_at,
    });
    plane
        .audit(&mut db, &import.actor, "site.import", subject, details)
        .await?;
    let imported = sites::store::find(&mut db, site.id).await?.ok_or(ArchiveError::Gone)?;
    db.commit().await?;
    plane.site_directory_changed();
    sites::identity::save(plane, Some(site.id)).await;
    told(total, total);
    Ok(imported)
}
