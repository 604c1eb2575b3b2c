//! The words of `suds site create` of many sites.

use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::cli::absolute;

/// Which sites, if not a single one.
#[derive(Debug, Clone, Serialize, Deserialize, Args)]
pub struct Many {
    /// Make every site of a CSV file with the columns account, subdomain, environment, template (a folder, from where the file
    /// lies) and owner. What is there already is left alone.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["subdomain", "from", "owner"])]
    pub from_csv: Option<PathBuf>,
    /// Make a site of every folder in this one that has a site.json; the folder's name is the subdomain.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["subdomain", "from", "owner", "from_csv"])]
    pub from_dir: Option<PathBuf>,
    /// Only say what would be made.
    #[arg(long, conflicts_with_all = ["subdomain", "from"])]
    pub dry_run: bool,
}

impl Many {
    /// Whether a list or a folder was named.
    pub(in crate::cli) fn is_named(&self) -> bool {
        self.from_csv.is_some() || self.from_dir.is_some()
    }

    /// Makes it good for a process with another working directory.
    ///
    /// # Errors
    /// When a path is none.
    pub(in crate::cli) fn locate(&mut self) -> anyhow::Result<()> {
        for path in [&mut self.from_csv, &mut self.from_dir].into_iter().flatten() {
            *path = absolute(path)?;
        }
        Ok(())
    }
}
