//! The command line: its grammar, and how a command reaches the installation.

mod account;
mod archive;
mod build;
pub mod command;
mod environment;
pub mod error;
pub mod execute;
mod help;
mod hold;
mod keys;
mod mail;
mod many;
mod named;
mod passphrase;
mod print;
mod rollout;
pub mod run;
mod site;
mod site_table;
pub mod socket;
mod table;
mod verbs;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform::jobs::JobState;
use tenant_runtime::http::StaffRole;

pub use verbs::{AccountVerb, EnvironmentVerb, KeysVerb, SiteVerb};

use build::BuildVerb;
use rollout::RolloutVerb;

/// Suds: one installation, many car-wash sites.
#[derive(Debug, Parser)]
#[command(name = "suds", version = VERSION, disable_help_subcommand = true, max_term_width = 120)]
pub struct Cli {
    /// Print JSON, for scripts.
    #[arg(long, global = true)]
    pub json: bool,

    /// Directory that holds everything the installation keeps (SUDS_DATA_DIR; default ./data).
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Verb,
}

/// The release, and the commit that it was built of.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("SUDS_COMMIT"), ")");

/// What this binary is started with to become a sandbox worker.
pub const SANDBOX_WORKER: &str = "sandbox-worker";

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Read untrusted input for the process that started this one
    #[command(name = SANDBOX_WORKER, hide = true)]
    SandboxWorker,
    /// Serve every site of the data directory.
    Serve {
        /// Make a demo of an empty data directory: five merchants, a processor stub, mail kept on this machine.
        #[arg(long)]
        demo: bool,
    },
    /// Accounts: the merchants' contracts.
    #[command(subcommand)]
    Account(AccountVerb),
    /// Environments: groups of sites that move to a build together.
    #[command(subcommand)]
    Environment(EnvironmentVerb),
    /// Staff: the provider's people, who work at the console.
    #[command(subcommand)]
    Staff(StaffVerb),
    /// List what was done to the installation and by whom, newest first.
    Audit {
        /// Only what concerns this environment.
        #[arg(long)]
        environment: Option<String>,
        /// Only what one member of the staff did, by their id; `cli` for the command line.
        #[arg(long, value_name = "ID")]
        actor: Option<String>,
        /// Only this act, such as `site.create`.
        #[arg(long, value_name = "ACT")]
        action: Option<String>,
        /// Only what happened to one thing, by its id.
        #[arg(long, value_name = "ID")]
        subject: Option<String>,
        /// Only what was done on this day or later.
        #[arg(long, value_name = "DATE")]
        from: Option<Date>,
        /// Only what was done on this day or earlier.
        #[arg(long, value_name = "DATE")]
        to: Option<Date>,
        /// Where these days begin and end, such as `Europe/Berlin`; UTC by default.
        #[arg(long, value_name = "ZONE", value_parser = time_zone)]
        time_zone: Option<TimeZone>,
        /// How many rows, 200 at most.
        #[arg(long)]
        limit: Option<i64>,
        /// What the page before named as the next.
        #[arg(long)]
        cursor: Option<String>,
    },
    /// Sites: what an account owns.
    #[command(subcommand)]
    Site(SiteVerb),
    /// Jobs: a site's work in the background.
    #[command(subcommand)]
    Jobs(JobVerb),
    /// Terminals: the kiosks of a site.
    #[command(subcommand)]
    Terminal(TerminalVerb),
    /// Mail: what the operator's mail server hands over.
    #[command(subcommand)]
    Mail(MailVerb),
    /// Make up a year of customers and orders at a site, to try the back office with. Refused in production.
    DemoData {
        /// Id or subdomain of the site.
        #[arg(long)]
        site: String,
        /// How many customers.
        #[arg(long, default_value_t = 10_000)]
        customers: usize,
        /// How many orders, those of clubs included.
        #[arg(long, default_value_t = 200_000)]
        orders: usize,
        /// Another seed makes another year.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Builds: published versions of the web bundle.
    #[command(subcommand)]
    Build(BuildVerb),
    /// Rollouts: moving the sites of an environment to another version, in waves.
    #[command(subcommand)]
    Rollout(RolloutVerb),
    /// Keys: what wraps the secrets at rest.
    #[command(subcommand)]
    Keys(KeysVerb),
    /// Print the OpenAPI description.
    Openapi,
    /// Write the generated parts of the documentation
    #[command(hide = true)]
    GenerateDocs {
        /// Folder with the documentation
        folder: PathBuf,
    },
    /// Print what lets a shell complete these commands.
    Completions { shell: Shell },
    /// Explain a command, or the variables (`suds help config`).
    Help {
        /// A command, its words one after the other, or `config`.
        topic: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
pub enum StaffVerb {
    /// Let somebody join an environment, and print their password, which nothing tells again.
    Create {
        /// The environment that they work in.
        #[arg(long)]
        environment: String,
        /// Their address, by which they log in.
        #[arg(long)]
        email: String,
        /// What they may do: `viewer`, `operator` or `owner`.
        #[arg(long, value_parser = staff_role)]
        role: StaffRole,
    },
    /// List staff.
    List {
        /// Only those of this environment.
        #[arg(long)]
        environment: Option<String>,
    },
    /// Show one of them.
    Show {
        #[arg(long)]
        environment: String,
        /// Their id or e-mail address.
        member: String,
    },
    /// Give somebody another role.
    Role {
        #[arg(long)]
        environment: String,
        /// Their id or e-mail address.
        member: String,
        /// What they may do from now on: `viewer`, `operator` or `owner`.
        #[arg(value_parser = staff_role)]
        role: StaffRole,
    },
    /// Make a new password for somebody who has lost theirs, and print it.
    ResetPassword {
        #[arg(long)]
        environment: String,
        /// Their id or e-mail address.
        member: String,
    },
    /// Take the second factors from somebody who has lost theirs: the password alone does again, and their sessions end.
    ResetSecondFactor {
        #[arg(long)]
        environment: String,
        /// Their id or e-mail address.
        member: String,
    },
    /// Let somebody go: their sessions end at once.
    Remove {
        #[arg(long)]
        environment: String,
        /// Their id or e-mail address.
        member: String,
    },
}

fn time_zone(text: &str) -> Result<TimeZone, &'static str> {
    TimeZone::get(text).map_err(|_| "expected a time zone, such as `Europe/Berlin`")
}

fn staff_role(text: &str) -> Result<StaffRole, &'static str> {
    text.parse().map_err(|_| "expected `viewer`, `operator` or `owner`")
}

#[derive(Debug, Subcommand)]
pub enum JobVerb {
    /// List a site's jobs.
    List {
        /// Id or subdomain of the site.
        #[arg(long)]
        site: String,
        /// Only those that are `waiting`, or only those that were given up: `dead`.
        #[arg(long, value_parser = job_state)]
        state: Option<JobState>,
    },
    /// Show one job of a site: with all of why it failed.
    Show {
        /// Id or subdomain of the site.
        #[arg(long)]
        site: String,
        /// Id of the job.
        job: i64,
    },
    /// Let jobs that were given up be tried anew, once their cause is mended.
    Retry {
        /// Id or subdomain of the site.
        #[arg(long)]
        site: String,
        /// Id of the job.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        job: Option<i64>,
        /// Every dead job of the site.
        #[arg(long)]
        all: bool,
    },
    /// Remove a job that was given up, its work being done by hand or wanted no more.
    Discard {
        /// Id or subdomain of the site.
        #[arg(long)]
        site: String,
        /// Id of the job.
        job: i64,
    },
}

#[derive(Debug, Subcommand)]
pub enum MailVerb {
    /// Write down that a mail came back: reads the report on its delivery (RFC 3464) from standard input.
    Bounced,
}

#[derive(Debug, Subcommand)]
pub enum TerminalVerb {
    /// Add a terminal, or take up one again, and print the code that pairs it: eight digits, good once and for ten minutes.
    Pair {
        /// Id or subdomain of the site.
        #[arg(long)]
        site: String,
        /// Id of the location where a new terminal stands.
        #[arg(
            long,
            value_name = "ID",
            requires = "label",
            required_unless_present = "terminal",
            conflicts_with = "terminal"
        )]
        location: Option<i64>,
        /// What a new terminal is called.
        #[arg(long, value_name = "TEXT", requires = "location")]
        label: Option<String>,
        /// Id of a terminal that another kiosk takes the place of.
        #[arg(long, value_name = "ID")]
        terminal: Option<String>,
    },
    /// List a site's terminals.
    List {
        /// Id or subdomain of the site.
        #[arg(long)]
        site: String,
    },
    /// Remove a terminal: its key stops working at once, for good.
    Remove {
        /// Id or subdomain of the site.
        #[arg(long)]
        site: String,
        /// Id of the terminal.
        #[arg(long, value_name = "ID")]
        terminal: String,
    },
}

fn job_state(text: &str) -> Result<JobState, &'static str> {
    text.parse().map_err(|_| "expected `waiting` or `dead`")
}

/// The path as a process with another working directory finds it.
fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("{} is no path", path.display()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn verify_cli() {
        Cli::command().debug_assert();
    }
}
