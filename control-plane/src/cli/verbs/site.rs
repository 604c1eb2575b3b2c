//! Arguments of `suds site`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use platform::ids::SiteId;
use serde::{Deserialize, Serialize};

use super::archive::ArchiveVerb;
use super::many::Many;
use crate::builds::Version;
use crate::cli::absolute;
use crate::sites::{GRACE_DAYS, LONGEST_GRACE_DAYS, SiteBasics, Template};

/// Merchant details for a site created from a template.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Args)]
pub struct Basics {
    /// Company name (default: the account's).
    #[arg(long, value_name = "NAME", conflicts_with_all = ["from", "from_csv", "from_dir"])]
    pub company: Option<String>,
    /// Two-letter country code (default: US).
    #[arg(long, value_name = "CODE", conflicts_with_all = ["from", "from_csv", "from_dir"])]
    pub country: Option<String>,
    /// IANA time zone, such as America/Phoenix (default: that of the country's largest city).
    #[arg(long, value_name = "ZONE", conflicts_with_all = ["from", "from_csv", "from_dir"])]
    pub time_zone: Option<String>,
    /// Currency code, such as USD (default: the country's).
    #[arg(long, value_name = "CODE", conflicts_with_all = ["from", "from_csv", "from_dir"])]
    pub currency: Option<String>,
}

impl From<Basics> for SiteBasics {
    fn from(entered: Basics) -> Self {
        Self {
            company_name: entered.company,
            country: entered.country,
            time_zone: entered.time_zone,
            currency: entered.currency,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum SiteVerb {
    /// Create a site from a template or a merchant's folder.
    ///
    /// A site created from a template has example content and stays closed until its owner opens it. A site created from
    /// a merchant's folder is complete and open.
    Create {
        /// Account ID or CRM ID of the owner.
        #[arg(long, required_unless_present = "from_csv")]
        account: Option<String>,
        /// Subdomain.
        #[arg(long, required_unless_present_any = ["from_csv", "from_dir"])]
        subdomain: Option<String>,
        /// Environment name.
        #[arg(long, default_value = "dev")]
        environment: String,
        /// Merchant's folder, with site.json and images.
        #[arg(long, value_name = "DIR")]
        from: Option<PathBuf>,
        /// Kind of business.
        #[arg(long, value_enum, value_name = "NAME", default_value = "blank", conflicts_with_all = ["from", "from_csv", "from_dir"])]
        #[serde(default)]
        template: Template,
        #[command(flatten)]
        #[serde(default)]
        basics: Basics,
        /// Email address of the first owner, who receives an invitation.
        #[arg(long, value_name = "EMAIL")]
        owner: Option<String>,
        #[command(flatten)]
        many: Many,
    },
    #[command(flatten)]
    Archive(ArchiveVerb),
    /// List sites.
    List,
    /// Show a site with its owners.
    Show {
        /// Site ID or subdomain.
        site: String,
    },
    /// Invite an owner of a site, or resend their invitation.
    Invite {
        /// Site ID or subdomain.
        site: String,
        /// Email address.
        email: String,
        /// Email address of the open invitation to replace.
        #[arg(long, value_name = "EMAIL")]
        replace: Option<String>,
    },
    /// Reset the two-factor authentication of someone who lost their login methods. Their password alone is then enough.
    ResetSecondFactor {
        /// Site ID or subdomain.
        site: String,
        /// Email address of the account.
        email: String,
    },
    /// Change a site's subdomain. The old one redirects for 180 days.
    Rename {
        /// Site ID or subdomain.
        site: String,
        /// New subdomain.
        subdomain: String,
    },
    /// Open a site's shop to the public, even if something is missing.
    Open {
        /// Site ID or subdomain.
        site: String,
    },
    /// Close a site's shop to the public. Its team keeps access.
    Close {
        /// Site ID or subdomain.
        site: String,
        /// Message to customers, such as "Back in May".
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        text: String,
    },
    /// Suspend a site. It returns 503 until you resume it.
    Suspend {
        /// Site ID or subdomain.
        site: String,
    },
    /// Resume a suspended site.
    Resume {
        /// Site ID or subdomain.
        site: String,
    },
    /// Release held sites so that billing, emails and redemptions resume. Acknowledge each difference first.
    Release {
        /// Site ID or subdomain.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        site: Option<String>,
        /// Release all held sites, except exported ones, which another installation may run.
        #[arg(long)]
        all: bool,
        /// Number of sites to release with --all, as printed by --dry-run.
        #[arg(long, value_name = "NUMBER", requires = "all")]
        confirm: Option<usize>,
        /// Show the differences without releasing any site.
        #[arg(long, conflicts_with_all = ["acknowledge", "acknowledge_all", "confirm"])]
        dry_run: bool,
        /// Acknowledge a difference by ID; repeatable.
        #[arg(long, value_name = "ID", conflicts_with = "all")]
        acknowledge: Vec<String>,
        /// Acknowledge all differences.
        #[arg(long, conflicts_with = "acknowledge")]
        acknowledge_all: bool,
    },
    /// Delete a site. It goes offline immediately and is removed after the grace period. Export it first.
    Delete {
        /// Site ID or subdomain.
        site: String,
        /// The site's subdomain again, as confirmation.
        #[arg(long, value_name = "SUBDOMAIN")]
        confirm: String,
        /// Grace period in which you can undo the deletion.
        #[arg(long, value_name = "DAYS", default_value_t = GRACE_DAYS, value_parser = clap::value_parser!(u16).range(..=i64::from(LONGEST_GRACE_DAYS)))]
        grace: u16,
    },
    /// Undo a site's deletion during its grace period.
    Undelete {
        /// Site ID or subdomain.
        site: String,
    },
    /// Show, set or remove a site's custom domain. A DNS record proves its ownership.
    Domain {
        /// Site ID or subdomain.
        site: String,
        /// Host name, such as www.example.com.
        #[arg(conflicts_with_all = ["remove", "check"])]
        domain: Option<String>,
        /// Look up the DNS record. If it exists, the site uses the domain.
        #[arg(long)]
        check: bool,
        /// Remove the custom domain.
        #[arg(long, conflicts_with = "check")]
        remove: bool,
    },
    /// Pin a site to a build, or unpin it.
    Pin {
        /// Site ID or subdomain.
        site: String,
        /// Published build version.
        #[arg(required_unless_present = "remove", conflicts_with = "remove")]
        build: Option<Version>,
        /// Unpin the site.
        #[arg(long)]
        remove: bool,
    },
    /// Adopt the database file in a site's folder, such as an old backup without a site ID.
    ///
    /// With `--id`, add a site whose file is here but that the control database doesn't know, because it is older than the site.
    /// `suds site check --all` lists such files. The site is held until you release it.
    Adopt {
        /// Site ID or subdomain.
        #[arg(required_unless_present = "id", conflicts_with = "id")]
        site: Option<String>,
        /// ID of a site that the control database doesn't know: the name of its folder in `sites`.
        #[arg(long, value_name = "ID")]
        id: Option<SiteId>,
        /// Account ID or CRM ID of the owner (default: the site's account).
        #[arg(long, requires = "id")]
        account: Option<String>,
        /// Subdomain (default: the site's).
        #[arg(long, requires = "id")]
        subdomain: Option<String>,
        /// Environment (default: the site's).
        #[arg(long, requires = "id")]
        environment: Option<String>,
    },
    /// Migrate a site's database to the current schema. `suds serve` does this automatically.
    Migrate {
        /// Site ID or subdomain.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        site: Option<String>,
        /// Migrate all sites; an interrupted run continues where it stopped.
        #[arg(long)]
        all: bool,
    },
    /// Check a site's data: ledgers, balances, uses and charges. With --all, also look for site files that no site owns.
    Check {
        /// Site ID or subdomain.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        site: Option<String>,
        /// Check all sites.
        #[arg(long)]
        all: bool,
    },
}

impl SiteVerb {
    /// Site whose address this changes.
    pub(in crate::cli) fn moved_site(&self) -> Option<&str> {
        match self {
            Self::Rename { site, .. } => Some(site),
            Self::Domain {
                site,
                domain,
                check,
                remove,
            } if domain.is_some() || *check || *remove => Some(site),
            _ => None,
        }
    }

    /// The same for a process with another working directory. `passphrase`: the variable's value.
    ///
    /// # Errors
    /// A path is invalid.
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
