//! Arguments of `suds site create` for many sites.

use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::cli::absolute;

/// Source of a list of sites.
#[derive(Debug, Clone, Serialize, Deserialize, Args)]
pub struct Many {
    /// Create the sites in a CSV file with the columns account, subdomain, environment, template (a kind of
    /// business, or a folder relative to the file), company, country, timeZone, currency and owner. Existing sites don't change.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["subdomain", "from", "owner"])]
    pub from_csv: Option<PathBuf>,
    /// Create a site from each subfolder with a site.json; the subfolder's name is the subdomain.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["subdomain", "from", "owner", "from_csv"])]
    pub from_dir: Option<PathBuf>,
    /// Print the sites to create without creating them.
    #[arg(long, conflicts_with_all = ["subdomain", "from"])]
    pub dry_run: bool,
}

impl Many {
    /// Whether a list or a folder was given.
    pub(in crate::cli) fn is_named(&self) -> bool {
        self.from_csv.is_some() || self.from_dir.is_some()
    }

    /// Resolves paths for a process with another working directory.
    ///
    /// # Errors
    /// A path is invalid.
    pub(in crate::cli) fn locate(&mut self) -> anyhow::Result<()> {
        for path in [&mut self.from_csv, &mut self.from_dir].into_iter().flatten() {
            *path = absolute(path)?;
        }
        Ok(())
    }
}
