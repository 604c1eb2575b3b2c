//! Commands to export, import, back up and restore a site.

use std::sync::Arc;

use platform::ids::Subdomain;
use platform::storage::ObjectsAddress;
use serde::{Deserialize, Serialize};
use tenant_runtime::demo_data::Progress;

use super::error::ExecuteError;
use super::named::{account as find_account, parsed_subdomain, site as find_site};
use super::restore::{self, RestoreRun, RestoredSite};
use super::site_table::site_table;
use super::table::{pretty, second, table};
use super::verbs::ArchiveVerb;
use crate::archives::{self, ArchiveError, Backup, BackupKind, Exported, Import, Purpose, Retention};
use crate::audit;
use crate::plane::ControlPlane;
use crate::sites::{self, SiteRecord, SiteState};

/// Result of the commands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveReply {
    Exported(Exported),
    Imported(Box<SiteRecord>),
    Restored(Box<RestoredSite>),
    RestoredAll(RestoreRun),
    BackedUp(Vec<BackedUp>),
    Backups(Vec<Backup>),
}

/// Result of one site's backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackedUp {
    pub subdomain: Subdomain,
    pub backup: Option<Backup>,
    /// Reason for the failure.
    pub problem: Option<String>,
}

impl ArchiveReply {
    /// Whether everything succeeded.
    pub fn is_good(&self) -> bool {
        match self {
            Self::BackedUp(sites) => sites.iter().all(|site| site.problem.is_none()),
            Self::RestoredAll(run) => run.is_good(),
            _ => true,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// It is rejected or fails.
pub(super) async fn execute(
    plane: &Arc<ControlPlane>,
    verb: ArchiveVerb,
    told: &Progress<'_>,
) -> Result<ArchiveReply, ExecuteError> {
    Ok(match verb {
        ArchiveVerb::Export {
            site,
            file,
            is_move,
            passphrase,
        } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            let passphrase = passphrase.passphrase.ok_or(ArchiveError::PassphraseWanted)?;
            let purpose = if is_move { Purpose::Move } else { Purpose::Copy };
            let sealing = (&passphrase, purpose);
            ArchiveReply::Exported(archives::export(plane, &site, &file, sealing, audit::CLI, told).await?)
        }
        ArchiveVerb::Import {
            file,
            account,
            subdomain,
            environment,
            passphrase,
            ..
        } => {
            let account = find_account(&mut plane.db.read().await?, &account).await?;
            let import = Import {
                file,
                account_id: account.id,
                subdomain: subdomain.as_deref().map(parsed_subdomain).transpose()?,
                environment,
                passphrase: passphrase.passphrase,
                actor: audit::CLI.to_owned(),
            };
            ArchiveReply::Imported(Box::new(archives::import(plane, import, told).await?))
        }
        ArchiveVerb::Backup {
            site: Some(site), keep, ..
        } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            let keep = keep.retention();
            let backup = archives::back_up(plane, &site, keep, audit::CLI, told).await?;
            archives::back_up_control(plane, keep).await?;
            ArchiveReply::BackedUp(vec![BackedUp {
                subdomain: site.subdomain,
                backup: Some(backup),
                problem: None,
            }])
        }
        ArchiveVerb::Backup { site: None, keep, .. } => {
            let keep = keep.retention();
            let sites = back_up_all(plane, keep, told).await?;
            archives::back_up_control(plane, keep).await?;
            ArchiveReply::BackedUp(sites)
        }
        ArchiveVerb::Backups { site } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            ArchiveReply::Backups(archives::list(plane, site.id).await?)
        }
        ArchiveVerb::Restore {
            site: Some(site),
            at: Some(moment),
            from,
            ..
        } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            let from = from.as_deref().map(address).transpose()?;
            let restored = archives::restore_to(plane, &site, moment, from.as_ref(), audit::CLI).await?;
            let site = find_site(&mut plane.db.read().await?, &site.id.to_string()).await?;
            ArchiveReply::Restored(Box::new(RestoredSite { site, restored }))
        }
        ArchiveVerb::Restore {
            site: Some(site),
            backup,
            ..
        } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            let name = match backup {
                Some(name) => name,
                None => {
                    let backups = archives::list(plane, site.id).await?;
                    let latest =
                        archives::latest(&backups).ok_or_else(|| ArchiveError::NoBackup("latest".to_owned()))?;
                    latest.name.clone()
                }
            };
            let restored = archives::restore(plane, &site, &name, audit::CLI, told).await?;
            let site = find_site(&mut plane.db.read().await?, &site.id.to_string()).await?;
            ArchiveReply::Restored(Box::new(RestoredSite { site, restored }))
        }
        // Clap requires `--all` if no site is given.
        ArchiveVerb::Restore { site: None, .. } => ArchiveReply::RestoredAll(restore::restore_all(plane, told).await?),
    })
}

/// Backs up every site with a file. Failures are reported, and the others continue.
async fn back_up_all(
    plane: &Arc<ControlPlane>,
    keep: Retention,
    told: &Progress<'_>,
) -> Result<Vec<BackedUp>, ExecuteError> {
    let mut all = sites::store::list(&mut plane.db.read().await?).await?;
    all.retain(|site| matches!(site.state, SiteState::Active | SiteState::Suspended));
    let total = all.len();
    let mut done = Vec::new();
    for site in all {
        let result = archives::back_up(plane, &site, keep, audit::CLI, &|_, _| ()).await;
        let (backup, problem) = match result {
            Ok(backup) => (Some(backup), None),
            Err(error) => (None, Some(error.to_string())),
        };
        done.push(BackedUp {
            subdomain: site.subdomain,
            backup,
            problem,
        });
        told(done.len(), total);
    }
    Ok(done)
}

/// Place of Litestream's copies.
pub(super) fn address(text: &str) -> Result<ObjectsAddress, ExecuteError> {
    text.parse()
        .map_err(|error| ExecuteError::Refused(format!("invalid location {text:?}: {error}")))
}

/// The backup that a restore would use, in words.
pub(super) fn announcement(site: &str, backup: &Backup) -> String {
    let made_at = backup
        .made_at()
        .map(|at| format!(", created at {at}"))
        .unwrap_or_default();
    let note = match backup.kind {
        BackupKind::Failed => "; it failed its check",
        _ if backup.is_from_future => "; it is dated in the future because the clock was wrong when it was created",
        _ => "",
    };
    format!("restoring {site} from {}{made_at}{note}", backup.name)
}

/// Result of these commands as JSON.
pub(super) fn json(reply: &ArchiveReply) -> String {
    match reply {
        ArchiveReply::Exported(exported) => pretty(exported),
        ArchiveReply::Imported(site) => pretty(site),
        ArchiveReply::Restored(done) => pretty(done),
        ArchiveReply::RestoredAll(run) => pretty(run),
        ArchiveReply::BackedUp(sites) => pretty(sites),
        ArchiveReply::Backups(backups) => pretty(backups),
    }
}

/// Result of these commands as text.
pub(super) fn text(reply: &ArchiveReply) -> String {
    match reply {
        ArchiveReply::Exported(exported) => format!("{} ({} bytes)\n", exported.file, exported.bytes),
        ArchiveReply::Imported(site) => imported_lines(site),
        ArchiveReply::Restored(done) => restore::text(done),
        ArchiveReply::RestoredAll(run) => restore::run_text(run),
        ArchiveReply::BackedUp(sites) => sites.iter().map(backed_up_line).collect(),
        ArchiveReply::Backups(backups) => {
            let note = |backup: &Backup| match (backup.kind, backup.is_from_future) {
                (BackupKind::Failed, _) => "failed its check",
                (BackupKind::Replaced, _) => "replaced by a restore, on this disk",
                (BackupKind::Passed, true) => "in the future",
                (BackupKind::Passed, false) => "",
            };
            let row = |backup: &Backup| {
                let made_at = backup.made_at().map(|at| at.to_string()).unwrap_or_default();
                vec![
                    backup.name.clone(),
                    made_at,
                    backup.bytes.to_string(),
                    note(backup).to_owned(),
                ]
            };
            table(&["NAME", "CREATED", "BYTES", "NOTE"], backups.iter().map(row))
        }
    }
}

fn imported_lines(site: &SiteRecord) -> String {
    let mut out = site_table(std::slice::from_ref(site));
    if let Some(made_at) = site.hold.and_then(|hold| hold.complete_until) {
        let made_at = second(made_at);
        out.push_str(&format!("\nImported. The data is complete until {made_at}.\n"));
    }
    let release = format!("suds site release {} --dry-run", site.subdomain);
    out.push_str(&format!("The site is held. Review it with `{release}`.\n"));
    out
}

fn backed_up_line(site: &BackedUp) -> String {
    match (&site.backup, &site.problem) {
        (Some(backup), _) => format!("{}: {} ({} bytes)\n", site.subdomain, backup.name, backup.bytes),
        (None, problem) => format!("{}: {}\n", site.subdomain, problem.as_deref().unwrap_or("no backup")),
    }
}
