//! Confirmation of commands that replace data. Asked in the terminal's process, before anything is sent to the server.

use std::io::IsTerminal as _;

use anyhow::bail;
use console::Term;

use super::act::act;
use super::archive::{self, ArchiveReply};
use super::command::{Command, Reply};
use super::verbs::{ArchiveVerb, Confirmation, SiteVerb};
use crate::archives::{self, ArchiveError};
use crate::config::Config;
use crate::sites::SiteState;
use crate::status::print_status;

/// The command, once it is confirmed. `--latest` is then the backup that the question names.
///
/// # Errors
/// It isn't confirmed, or there is nothing to restore.
pub(super) async fn confirmed(config: &Config, verb: SiteVerb) -> anyhow::Result<SiteVerb> {
    let SiteVerb::Archive(verb) = verb else {
        return Ok(verb);
    };
    Ok(SiteVerb::Archive(match verb {
        ArchiveVerb::Restore {
            site: Some(ref site),
            at: Some(at),
            ref confirmation,
            ..
        } => {
            print_status(format_args!("restoring {site} to {at}"));
            confirm("Replace the site's data?", confirmation)?;
            verb
        }
        ArchiveVerb::Restore {
            site: Some(site),
            backup,
            confirmation,
            ..
        } => {
            let name = chosen(config, &site, backup).await?;
            confirm("Replace the site's data?", &confirmation)?;
            ArchiveVerb::Restore {
                site: Some(site),
                all: false,
                backup: Some(name),
                latest: false,
                at: None,
                from: None,
                confirmation,
            }
        }
        ArchiveVerb::Restore { ref confirmation, .. } => {
            let count = sites(config).await?;
            let question = format!("Replace the data of {count} sites, each with its latest backup?");
            confirm(&question, confirmation)?;
            verb
        }
        ArchiveVerb::Import {
            ref file,
            ref account,
            ref confirmation,
            ..
        } => {
            let question = format!("Import {} for account {account}?", file.display());
            confirm(&question, confirmation)?;
            verb
        }
        verb => verb,
    }))
}

/// Name of the backup of a restore, which is announced.
async fn chosen(config: &Config, site: &str, backup: Option<String>) -> anyhow::Result<String> {
    let list = ArchiveVerb::Backups { site: site.to_owned() };
    let backups = match act(config, Command::Site(SiteVerb::Archive(list))).await? {
        Reply::Archive(ArchiveReply::Backups(backups)) => backups,
        _ => Vec::new(),
    };
    let chosen = match &backup {
        Some(name) => backups.iter().find(|listed| listed.name == *name),
        None => archives::latest(&backups),
    };
    let Some(chosen) = chosen else {
        bail!(ArchiveError::NoBackup(backup.unwrap_or_else(|| "latest".to_owned())));
    };
    print_status(archive::announcement(site, chosen));
    if let Some(note) = archives::newer_failed(&backups, chosen) {
        print_status(note);
    }
    Ok(chosen.name.clone())
}

/// Number of sites that a restore of all sites replaces.
async fn sites(config: &Config) -> anyhow::Result<usize> {
    Ok(match act(config, Command::Site(SiteVerb::List)).await? {
        Reply::Sites(sites) => {
            let live = |state| matches!(state, SiteState::Active | SiteState::Suspended);
            sites.iter().filter(|site| live(site.state)).count()
        }
        _ => 0,
    })
}

/// Asks on a terminal. Without one, a script has decided.
fn confirm(question: &str, confirmation: &Confirmation) -> anyhow::Result<()> {
    let terminal = Term::stderr();
    if confirmation.yes || !terminal.is_term() || !std::io::stdin().is_terminal() {
        return Ok(());
    }
    terminal.write_str(&format!("{question} [y/N] "))?;
    let answer = terminal.read_line()?;
    if !["y", "yes"].contains(&answer.trim().to_lowercase().as_str()) {
        bail!("canceled; nothing has changed");
    }
    Ok(())
}
