//! The words of `suds site`.

use std::path::PathBuf;

use clap::Subcommand;
use serde::{Deserialize, Serialize};

use super::archive::ArchiveVerb;
use super::many::Many;
use crate::builds::Version;
use crate::cli::absolute;
use crate::sites::{GRACE_DAYS, LONGEST_GRACE_DAYS};

#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum SiteVerb {
    /// Make a site from a folder.
    Create {
        /// Id of the account that owns it, or its id in the customer system.
        #[arg(long, required_unless_present = "from_csv")]
        account: Option<String>,
        /// First label of its address.
        #[arg(long, required_unless_present_any = ["from_csv", "from_dir"])]
        subdomain: Option<String>,
        /// Environment that it belongs to.
        #[arg(long, default_value = "dev")]
        environment: String,
        /// Folder with site.json and images.
        #[arg(long, value_name = "DIR", required_unless_present_any = ["from_csv", "from_dir"])]
        from: Option<PathBuf>,
        /// E-mail address of its first owner, who is invited by mail.
        #[arg(long, value_name = "EMAIL")]
        owner: Option<String>,
        #[command(flatten)]
        many: Many,
    },
    #[command(flatten)]
    Archive(ArchiveVerb),
    /// List all sites.
    List,
    /// Show one site.
    Show {
        /// Its id or subdomain.
        site: String,
    },
    /// Give a site another subdomain. Pages at the old one lead to the new one for 180 days; the site may go back to it.
    Rename {
        /// Its id or subdomain.
        site: String,
        /// The new subdomain.
        subdomain: String,
    },
    /// Pause a site: it answers 503 until it is resumed.
    Suspend {
        /// Its id or subdomain.
        site: String,
    },
    /// End a site's pause.
    Resume {
        /// Its id or subdomain.
        site: String,
    },
    /// Release held sites, so that billing, emails and redemptions resume. Each difference has to be acknowledged.
    Release {
        /// Its id or subdomain.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        site: Option<String>,
        /// Release every held site, except those that were exported: another installation may run them.
        #[arg(long)]
        all: bool,
        /// Number of sites that --all releases, as --dry-run lists them.
        #[arg(long, value_name = "NUMBER", requires = "all")]
        confirm: Option<usize>,
        /// Show what a site's file doesn't know, and release nothing.
        #[arg(long, conflicts_with_all = ["acknowledge", "acknowledge_all", "confirm"])]
        dry_run: bool,
        /// Acknowledge a difference by its ID; repeat it for each.
        #[arg(long, value_name = "ID", conflicts_with = "all")]
        acknowledge: Vec<String>,
        /// Acknowledge all differences.
        #[arg(long, conflicts_with = "acknowledge")]
        acknowledge_all: bool,
    },
    /// Delete a site: it stops answering at once, and is removed for good when the grace is over. Export it first.
    Delete {
        /// Its id or subdomain.
        site: String,
        /// Its subdomain again, so that no other is deleted.
        #[arg(long, value_name = "SUBDOMAIN")]
        confirm: String,
        /// For how many days that can be taken back.
        #[arg(long, value_name = "DAYS", default_value_t = GRACE_DAYS, value_parser = clap::value_parser!(u16).range(..=i64::from(LONGEST_GRACE_DAYS)))]
        grace: u16,
    },
    /// Take a deletion back, while its grace lasts.
    Undelete {
        /// Its id or subdomain.
        site: String,
    },
    /// Give a site a host name of its own, or take it away.
    Domain {
        /// Its id or subdomain.
        site: String,
        /// The full host name, such as www.example.com.
        #[arg(required_unless_present = "remove", conflicts_with = "remove")]
        domain: Option<String>,
        /// Let none lead to it.
        #[arg(long)]
        remove: bool,
    },
    /// Keep a site on a build whatever its environment is to run, or let it go with the others again.
    Pin {
        /// Its id or subdomain.
        site: String,
        /// Version of a published build.
        #[arg(required_unless_present = "remove", conflicts_with = "remove")]
        build: Option<Version>,
        /// Keep it on none.
        #[arg(long)]
        remove: bool,
    },
    /// Take over the file that lies in a site's place, such as a backup from before files said whose they are.
    Adopt {
        /// Its id or subdomain.
        site: String,
    },
    /// Bring a site's database to this program's schema; serving it does the same.
    Migrate {
        /// Its id or subdomain.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        site: Option<String>,
        /// Every site; what an interrupted run has done is not done again.
        #[arg(long)]
        all: bool,
    },
    /// Check a site's books: ledgers, balances, uses, charges.
    Check {
        /// Its id or subdomain.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        site: Option<String>,
        /// Check every site.
        #[arg(long)]
        all: bool,
    },
}

impl SiteVerb {
    /// The same for a process with another working directory. `passphrase`: the one of the variable.
    ///
    /// # Errors
    /// When a path is none.
    pub(in crate::cli) fn located(mut self, passphrase: Option<&str>) -> anyhow::Result<Self> {
        match &mut self {
            Self::Create { from, many, .. } => {
                if let Some(from) = from {
                    *from = absolute(from)?;
                }
                many.locate()?;
            }
            Self::Archive(verb) => verb.locate(passphrase)?,
            _ => {}
        }
        Ok(self)
    }
}
