//! Restores of many sites, and their output.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use platform::ids::Subdomain;
use serde::{Deserialize, Serialize};
use tenant_runtime::demo_data::Progress;

use super::site_table::site_table;
use super::table::second;
use crate::archives::{self, ArchiveError, Restored};
use crate::audit;
use crate::db::ControlDbError;
use crate::plane::ControlPlane;
use crate::sites::{self, SiteRecord, SiteState};

/// A restored site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoredSite {
    #[serde(flatten)]
    pub site: SiteRecord,
    #[serde(flatten)]
    pub restored: Restored,
}

/// Result of a restore of many sites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoreRun {
    pub sites: Vec<SiteOutcome>,
    /// Time it took.
    pub milliseconds: u64,
}

/// Result for one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteOutcome {
    pub subdomain: Subdomain,
    /// The backup that was restored.
    pub backup: Option<String>,
    /// Time up to which the data is complete.
    pub made_at: Option<Timestamp>,
    /// Name under which the replaced file is kept.
    pub replaced: Option<String>,
    /// Reason why newer backups weren't restored.
    pub note: Option<String>,
    pub milliseconds: u64,
    /// Reason for the failure.
    pub problem: Option<String>,
}

impl RestoreRun {
    /// Whether every site was restored.
    pub(super) fn is_good(&self) -> bool {
        self.sites.iter().all(|site| site.problem.is_none())
    }
}

/// Restores every site with a file from its latest backup. A site that fails doesn't keep the others from being restored.
///
/// # Errors
/// The control database can't be read.
pub(super) async fn restore_all(plane: &Arc<ControlPlane>, told: &Progress<'_>) -> Result<RestoreRun, ControlDbError> {
    let started = Instant::now();
    let mut all = sites::store::list(&mut plane.db.read().await?).await?;
    all.retain(|site| matches!(site.state, SiteState::Active | SiteState::Suspended));
    let mut done = Vec::new();
    for site in &all {
        done.push(restore_latest(plane, site).await);
        told(done.len(), all.len());
    }
    Ok(RestoreRun {
        sites: done,
        milliseconds: milliseconds(started.elapsed()),
    })
}

async fn restore_latest(plane: &Arc<ControlPlane>, site: &SiteRecord) -> SiteOutcome {
    let started = Instant::now();
    let result = latest_usable(plane, site);
    let mut outcome = SiteOutcome {
        subdomain: site.subdomain.clone(),
        backup: None,
        made_at: None,
        replaced: None,
        note: None,
        milliseconds: 0,
        problem: None,
    };
    match result.await {
        Ok((restored, note)) => {
            outcome.backup = Some(restored.backup);
            outcome.made_at = Some(restored.made_at);
            outcome.replaced = restored.replaced;
            outcome.note = note;
        }
        Err(error) => outcome.problem = Some(error.to_string()),
    }
    outcome.milliseconds = milliseconds(started.elapsed());
    outcome
}

/// Restores the latest backup that this build can read. After a rollback of the server, newer ones have a newer schema.
async fn latest_usable(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
) -> Result<(Restored, Option<String>), ArchiveError> {
    let backups = archives::list(plane, site.id).await?;
    let mut chosen = archives::latest(&backups).ok_or_else(|| ArchiveError::NoBackup("latest".to_owned()))?;
    let mut note = archives::newer_failed(&backups, chosen);
    loop {
        let restored = archives::restore(plane, site, &chosen.name, audit::CLI, &|_, _| ()).await;
        let at = backups.iter().position(|backup| backup.name == chosen.name);
        let older = archives::latest(&backups[at.map_or(backups.len(), |at| at + 1)..]);
        match (restored, older) {
            (Err(ArchiveError::TooNew { .. }), Some(older)) => {
                chosen = older;
                note = Some("newer backups have a newer schema".to_owned());
            }
            (restored, _) => return Ok((restored?, note)),
        }
    }
}

/// A restored site as text: the site, what was done, and how to undo it.
pub(super) fn text(done: &RestoredSite) -> String {
    let RestoredSite { site, restored } = done;
    let mut out = site_table(std::slice::from_ref(site));
    let (backup, made_at) = (&restored.backup, second(restored.made_at));
    out.push_str(&format!(
        "\nRestored from {backup}. The data is complete until {made_at}.\n"
    ));
    if let Some(replaced) = &restored.replaced {
        out.push_str(&format!(
            "The replaced file is kept. To restore it: `suds site restore {} --backup {replaced}`\n",
            site.subdomain
        ));
    }
    let release = format!("suds site release {} --dry-run", site.subdomain);
    out.push_str(&format!("The site is held. Review it with `{release}`.\n"));
    out
}

/// One line per site with its time, then the total and the sites that failed.
pub(super) fn run_text(run: &RestoreRun) -> String {
    let mut out: String = run.sites.iter().map(line).collect();
    let failed: Vec<&str> = run
        .sites
        .iter()
        .filter(|site| site.problem.is_some())
        .map(|site| site.subdomain.as_str())
        .collect();
    let restored = run.sites.len() - failed.len();
    let (all, time) = (run.sites.len(), seconds(run.milliseconds));
    out.push_str(&format!("Restored {restored} of {all} sites in {time}\n"));
    if restored > 0 {
        out.push_str("The sites are held. Review each with `suds site release SITE --dry-run`, then release it.\n");
    }
    if !failed.is_empty() {
        out.push_str(&format!("Not restored: {}\n", failed.join(", ")));
    }
    out
}

fn line(site: &SiteOutcome) -> String {
    let time = seconds(site.milliseconds);
    let done = match (&site.backup, &site.problem) {
        (Some(backup), _) => format!("restored from {backup}"),
        (None, problem) => problem.clone().unwrap_or_default(),
    };
    let note = site.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    format!("{}: {done} in {time}{note}\n", site.subdomain)
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn seconds(milliseconds: u64) -> String {
    format!("{:.1} s", Duration::from_millis(milliseconds).as_secs_f64())
}
