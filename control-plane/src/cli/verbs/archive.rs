//! The words by which a site is taken away, brought in, backed up and restored.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};

use crate::archives::Passphrase;
use crate::cli::absolute;
use crate::cli::passphrase::passphrase;

/// Part of the verbs of `suds site`.
#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveVerb {
    /// Export a site into one new file: database, pictures, settings, and its keys, wrapped by a passphrase.
    Export {
        /// Its id or subdomain.
        site: String,
        /// The file, which may not exist.
        file: PathBuf,
        /// Suspend and hold the site here, because another installation is to run it.
        #[arg(long = "move")]
        is_move: bool,
        #[command(flatten)]
        passphrase: PassphraseFile,
    },
    /// Import a site from such a file, or from a backup of this installation. It keeps its ID and is held until you release it.
    Import {
        /// The file.
        file: PathBuf,
        /// Id of the account that is to own it, or its id in the customer system.
        #[arg(long)]
        account: String,
        /// First label of its address, if not the one that it had.
        #[arg(long)]
        subdomain: Option<String>,
        /// Environment that it is to belong to, if not the one that it had.
        #[arg(long)]
        environment: Option<String>,
        #[command(flatten)]
        passphrase: PassphraseFile,
    },
    /// Put an archive of a site into the object store.
    Backup {
        /// Its id or subdomain.
        #[arg(required_unless_present = "all")]
        site: Option<String>,
        /// Of every site.
        #[arg(long, conflicts_with = "site")]
        all: bool,
        /// How many backups of a site stay, the new one among them; without it all do.
        #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
        keep: Option<u32>,
    },
    /// List the backups of a site, the newest first.
    Backups {
        /// Its id or subdomain.
        site: String,
    },
    /// Restore a backup of a site. Changes made since then are lost, and the site is held until you release it.
    Restore {
        /// Its id or subdomain.
        site: String,
        /// Name of the backup.
        #[arg(long, value_name = "NAME", required_unless_present = "latest")]
        backup: Option<String>,
        /// The newest one.
        #[arg(long, conflicts_with = "backup")]
        latest: bool,
    },
}

/// Where a passphrase comes from, and then the passphrase.
#[derive(Debug, Clone, Serialize, Deserialize, Args)]
pub struct PassphraseFile {
    /// File whose first line is the passphrase; without it SUDS_PASSPHRASE, else it is asked for.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub passphrase_file: Option<PathBuf>,
    #[arg(skip)]
    pub passphrase: Option<Passphrase>,
}

impl ArchiveVerb {
    /// Makes it good for a process with another working directory and no terminal. `variable`: the passphrase, if one is set.
    ///
    /// # Errors
    /// When a path is none, or there is no passphrase to be had.
    pub(in crate::cli) fn locate(&mut self, variable: Option<&str>) -> anyhow::Result<()> {
        match self {
            Self::Export { file, passphrase, .. } => {
                *file = absolute(file)?;
                passphrase.obtain(variable, true)?;
                if passphrase.passphrase.is_none() {
                    bail!("Give a passphrase: --passphrase-file or SUDS_PASSPHRASE.");
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
