//! Arguments of the commands to export, import, back up and restore a site.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};

use crate::archives::{Moment, Passphrase, Retention};
use crate::cli::absolute;
use crate::cli::passphrase::passphrase;

/// Subcommands of `suds site` for exports and backups.
#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveVerb {
    /// Export a site to a file: database, images, settings and keys, encrypted with a passphrase.
    Export {
        /// Site ID or subdomain.
        site: String,
        /// New file.
        file: PathBuf,
        /// Suspend and hold the site so that another installation can run it.
        #[arg(long = "move")]
        is_move: bool,
        #[command(flatten)]
        passphrase: PassphraseFile,
    },
    /// Import a site from an export or a backup. It keeps its ID and is held until you release it.
    Import {
        /// Archive file.
        file: PathBuf,
        /// Account ID or CRM ID of the new owner.
        #[arg(long)]
        account: String,
        /// Subdomain (default: the one in the archive).
        #[arg(long)]
        subdomain: Option<String>,
        /// Environment (default: the one in the archive).
        #[arg(long)]
        environment: Option<String>,
        #[command(flatten)]
        passphrase: PassphraseFile,
        #[command(flatten)]
        #[serde(skip)]
        confirmation: Confirmation,
    },
    /// Back up a site, and the list of all accounts and sites, to the object store.
    Backup {
        /// Site ID or subdomain.
        #[arg(required_unless_present = "all")]
        site: Option<String>,
        /// Back up all sites.
        #[arg(long, conflicts_with = "site")]
        all: bool,
        #[command(flatten)]
        keep: Keep,
    },
    /// List a site's backups, newest first.
    Backups {
        /// Site ID or subdomain.
        site: String,
    },
    /// Restore a site from a backup, or to a point in time. Later changes are lost, and the site is held until you release it.
    ///
    /// The replaced file is kept. `suds site backups` lists it, and you can restore it by its name.
    Restore {
        /// Site ID or subdomain.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        site: Option<String>,
        /// Restore all sites. If one fails, the others continue.
        #[arg(long, requires = "latest")]
        all: bool,
        /// Name of a backup or of a replaced file.
        #[arg(long, value_name = "NAME", required_unless_present_any = ["latest", "at"], conflicts_with = "all")]
        backup: Option<String>,
        /// Use the newest backup that passed its check and isn't dated in the future.
        #[arg(long, conflicts_with = "backup")]
        latest: bool,
        /// Use Litestream's copy of this time, such as 2026-11-23T14:00 in the site's time zone, or 2026-11-23T14:00:00Z.
        #[arg(long, value_name = "TIME", conflicts_with_all = ["backup", "latest", "all"])]
        #[serde(default)]
        at: Option<Moment>,
        /// Location of Litestream's copies (default: `litestream/` in SUDS_OBJECTS).
        #[arg(long, value_name = "URL", requires = "at")]
        #[serde(default)]
        from: Option<String>,
        #[command(flatten)]
        #[serde(skip)]
        confirmation: Confirmation,
    },
}

/// Confirmation of a change that replaces data.
#[derive(Debug, Clone, Default, Args)]
pub struct Confirmation {
    /// Don't ask for confirmation. Without a terminal, nothing is asked.
    #[arg(long, short = 'y')]
    pub yes: bool,
}

/// Backups to keep per site, including the new one. Without an argument, all are kept.
#[derive(Debug, Clone, Serialize, Deserialize, Args)]
pub struct Keep {
    /// Number of backups to keep per site, including the new one (default: all).
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
    /// Keep the newest backup of each of the last COUNT hours that have one (UTC).
    #[arg(long, value_name = "COUNT", conflicts_with = "keep")]
    pub keep_hourly: Option<u32>,
    /// Keep the newest backup of each of the last COUNT days that have one.
    #[arg(long, value_name = "COUNT", conflicts_with = "keep")]
    pub keep_daily: Option<u32>,
    /// Keep the newest backup of each of the last COUNT weeks that have one. Weeks start on Monday.
    #[arg(long, value_name = "COUNT", conflicts_with = "keep")]
    pub keep_weekly: Option<u32>,
}

impl Keep {
    pub(in crate::cli) fn retention(&self) -> Retention {
        match (self.keep, self.keep_hourly, self.keep_daily, self.keep_weekly) {
            (Some(count), ..) => Retention::Newest(count),
            (None, None, None, None) => Retention::All,
            (None, hourly, daily, weekly) => Retention::Periods {
                hourly: hourly.unwrap_or_default(),
                daily: daily.unwrap_or_default(),
                weekly: weekly.unwrap_or_default(),
            },
        }
    }
}

/// Passphrase and its source.
#[derive(Debug, Clone, Serialize, Deserialize, Args)]
pub struct PassphraseFile {
    /// File with the passphrase in its first line (default: SUDS_PASSPHRASE, otherwise a prompt).
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub passphrase_file: Option<PathBuf>,
    #[arg(skip)]
    pub passphrase: Option<Passphrase>,
}

impl ArchiveVerb {
    /// Resolves paths and the passphrase for a process with another working directory and no terminal. `variable`:
    /// passphrase from the environment.
    ///
    /// # Errors
    /// A path is invalid, or no passphrase is available.
    pub(in crate::cli) fn locate(&mut self, variable: Option<&str>) -> anyhow::Result<()> {
        match self {
            Self::Export { file, passphrase, .. } => {
                *file = absolute(file)?;
                passphrase.obtain(variable, true)?;
                if passphrase.passphrase.is_none() {
                    bail!("no passphrase; use --passphrase-file or SUDS_PASSPHRASE");
                }
            }
            Self::Import { file, passphrase, .. } => {
                *file = absolute(file)?;
                passphrase.obtain(variable, false)?;
            }
            Self::Backup { .. } | Self::Backups { .. } | Self::Restore { .. } => {}
        }
        Ok(())
    }
}

impl PassphraseFile {
    fn obtain(&mut self, variable: Option<&str>, is_new: bool) -> anyhow::Result<()> {
        self.passphrase = passphrase(self.passphrase_file.as_deref(), variable, is_new)?;
        Ok(())
    }
}
