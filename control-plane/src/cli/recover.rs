//! `suds recover`: an installation whose machine was lost, from its object store and its master key.

use std::sync::Arc;

use anyhow::{bail, ensure};
use platform::clock::SystemClock;
use platform::ids::Subdomain;
use platform::keys::MasterKey;
use platform::random::SystemRandom;
use platform::storage::{Objects, ObjectsAddress};
use serde::Serialize;

use crate::archives::{self, ArchiveError};
use crate::audit;
use crate::config::Config;
use crate::data_dir::DataDir;
use crate::plane::ControlPlane;
use crate::sites::{self, SiteRecord, SiteState};
use crate::status::print_status;

/// Result of a recovery.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Recovered {
    /// Backup of the control database.
    pub(super) control: String,
    pub(super) sites: Vec<RecoveredSite>,
}

/// Result for one site.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveredSite {
    pub(super) subdomain: Subdomain,
    /// The backup that was restored.
    pub(super) backup: Option<String>,
    /// Reason for the failure.
    pub(super) problem: Option<String>,
}

/// Restores the control database and then each site from its latest backup. The sites are held until they are released. A site that
/// fails doesn't keep the others from being restored.
///
/// # Errors
/// The data directory has an installation, the master key or the object store is missing, or the control database can't be restored.
pub(super) async fn recover(mut config: Config, objects: Option<ObjectsAddress>) -> anyhow::Result<Recovered> {
    if objects.is_some() {
        config.storage.objects = objects;
    }
    let dir = DataDir::at(&config.storage.data_dir);
    let Some(address) = &config.storage.objects else {
        bail!("no object store; pass the lost installation's, such as `suds recover s3://bucket`");
    };
    ensure!(
        !dir.control_database().exists(),
        "data directory {} already has an installation; recover into an empty one",
        dir.root().display()
    );
    let key_file = config
        .storage
        .master_key_file
        .clone()
        .unwrap_or_else(|| dir.master_key());
    ensure!(
        key_file.exists(),
        "no master key; copy the lost installation's key to {}",
        key_file.display()
    );
    let held = dir.hold()?;
    let (clock, random) = (Arc::new(SystemClock), Arc::new(SystemRandom));
    let master = MasterKey::open_or_create(&key_file, random.as_ref())?;
    let control = archives::recover_control(&Objects::at(address, &config.storage.aws)?, master, &dir).await?;
    print_status(format_args!("restored the control database from backup {control}"));

    let plane = ControlPlane::open(held, &config.storage, clock, random).await?;
    let mut lost = sites::store::list(&mut plane.db.read().await?).await?;
    lost.retain(|site| matches!(site.state, SiteState::Active | SiteState::Suspended));
    let mut done = Vec::new();
    for site in lost {
        let restored = restore(&plane, &site).await;
        done.push(match restored {
            Ok(backup) => RecoveredSite {
                subdomain: site.subdomain,
                backup: Some(backup),
                problem: None,
            },
            Err(error) => RecoveredSite {
                subdomain: site.subdomain,
                backup: None,
                problem: Some(error.to_string()),
            },
        });
    }
    plane.close().await;
    Ok(Recovered { control, sites: done })
}

/// Returns the name of the backup.
async fn restore(plane: &Arc<ControlPlane>, site: &SiteRecord) -> Result<String, ArchiveError> {
    let backups = archives::list(plane, site.id).await?;
    let latest = archives::latest(&backups).ok_or_else(|| ArchiveError::NoBackup("latest".to_owned()))?;
    archives::restore(plane, site, &latest.name, audit::CLI, &|_, _| ()).await?;
    Ok(latest.name.clone())
}

/// As text.
pub(super) fn text(result: &Recovered) -> String {
    let mut text = String::new();
    for site in &result.sites {
        let line = match (&site.backup, &site.problem) {
            (Some(backup), _) => format!("{}: {backup}\n", site.subdomain),
            (None, problem) => format!("{}: {}\n", site.subdomain, problem.as_deref().unwrap_or("no backup")),
        };
        text.push_str(&line);
    }
    text.push_str("The sites are held. Review each with `suds site release SITE --dry-run`, then release it.\n");
    text
}
