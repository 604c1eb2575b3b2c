//! Command line: its grammar, and how a command reaches the installation.

mod account;
mod act;
mod announcement;
mod archive;
mod build;
mod clock;
pub mod command;
mod confirm;
mod doctor;
mod environment;
pub mod error;
pub mod execute;
mod help;
mod hold;
mod keys;
mod litestream;
mod mail;
mod many;
mod named;
mod passphrase;
mod print;
mod recover;
mod restore;
mod rollout;
pub mod run;
mod site;
mod site_table;
pub mod socket;
mod table;
mod upgrade;
mod verbs;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform::jobs::JobState;
use platform::storage::ObjectsAddress;
use tenant_runtime::http::StaffRole;

pub use verbs::{AccountVerb, ClockVerb, EnvironmentVerb, KeysVerb, LitestreamVerb, SiteVerb, UpgradeVerb};

use build::BuildVerb;
use rollout::RolloutVerb;

/// Commerce platform for car washes: one installation, many sites.
#[derive(Debug, Parser)]
#[command(name = "suds", version = VERSION, disable_help_subcommand = true, max_term_width = 120)]
pub struct Cli {
    /// Print JSON for scripts.
    #[arg(long, global = true)]
    pub json: bool,

    /// Data directory of the installation (SUDS_DATA_DIR; default ./data).
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Verb,
}

/// Version and commit of the build.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("SUDS_COMMIT"), ")");

/// Argument that makes this binary a sandbox worker. This crate's tests use one with the same name.
pub const SANDBOX_WORKER: &str = "sandbox_worker";

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Read untrusted input for the process that started this one.
    #[command(name = SANDBOX_WORKER, hide = true)]
    SandboxWorker,
    /// Serve all sites in the data directory.
    Serve {
        /// Set up a demo in an empty data directory: five merchants, a test processor, and emails written to files.
        #[arg(long)]
        demo: bool,
    },
    /// Check the installation: variables, object store, email, keys, files, disk, backups and certificates.
    Doctor {
        /// Skip checks that use the network.
        #[arg(long)]
        offline: bool,
        /// Send a test email to this address.
        #[arg(long, value_name = "ADDRESS", conflicts_with = "offline")]
        send_to: Option<String>,
    },
    /// Manage accounts (merchants' contracts).
    #[command(subcommand)]
    Account(AccountVerb),
    /// Manage environments (groups of sites that run the same build).
    #[command(subcommand)]
    Environment(EnvironmentVerb),
    /// Manage the provider's staff, who use the console.
    #[command(subcommand)]
    Staff(StaffVerb),
    /// List audit log events, newest first.
    Audit {
        /// Only events of this environment.
        #[arg(long)]
        environment: Option<String>,
        /// Only events by this staff member ID, or `cli` for the command line.
        #[arg(long, value_name = "ID")]
        actor: Option<String>,
        /// Only this action, such as `site.create`.
        #[arg(long, value_name = "ACT")]
        action: Option<String>,
        /// Only events about the resource with this ID.
        #[arg(long, value_name = "ID")]
        subject: Option<String>,
        /// Only events on or after this date.
        #[arg(long, value_name = "DATE")]
        from: Option<Date>,
        /// Only events on or before this date.
        #[arg(long, value_name = "DATE")]
        to: Option<Date>,
        /// Time zone of the dates, such as `Europe/Berlin` (default UTC).
        #[arg(long, value_name = "ZONE", value_parser = time_zone)]
        time_zone: Option<TimeZone>,
        /// Maximum number of events (up to 200).
        #[arg(long)]
        limit: Option<i64>,
        /// Cursor printed at the end of the previous page.
        #[arg(long)]
        cursor: Option<String>,
    },
    /// Manage sites.
    #[command(subcommand)]
    Site(SiteVerb),
    /// Recover an installation on an empty machine from the backups in its object store.
    Recover {
        /// Object store of the lost installation, such as `s3://bucket/prefix` (default: SUDS_OBJECTS).
        objects: Option<ObjectsAddress>,
    },
    /// Manage a site's background jobs.
    #[command(subcommand)]
    Jobs(JobVerb),
    /// Manage a site's terminals (kiosks).
    #[command(subcommand)]
    Terminal(TerminalVerb),
    /// Process messages from your email server.
    #[command(subcommand)]
    Mail(MailVerb),
    /// Fill a site with a year of sample customers and orders. Not allowed in production.
    DemoData {
        /// Site ID or subdomain.
        #[arg(long)]
        site: String,
        /// Number of customers.
        #[arg(long, default_value_t = 10_000)]
        customers: usize,
        /// Number of orders, including club renewals.
        #[arg(long, default_value_t = 200_000)]
        orders: usize,
        /// Seed of the random data.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Manage builds (published versions of the web client).
    #[command(subcommand)]
    Build(BuildVerb),
    /// Move an environment's sites to another version, in waves.
    #[command(subcommand)]
    Rollout(RolloutVerb),
    /// Replicate databases continuously with Litestream, to restore them to a point in time.
    #[command(subcommand)]
    Litestream(LitestreamVerb),
    /// Manage encryption keys.
    #[command(subcommand)]
    Keys(KeysVerb),
    /// Compare and confirm the machine's clock.
    #[command(subcommand)]
    Clock(ClockVerb),
    /// Prepare an upgrade.
    #[command(subcommand)]
    Upgrade(UpgradeVerb),
    /// Print the OpenAPI description.
    Openapi,
    /// Write the generated parts of the documentation
    #[command(hide = true)]
    GenerateDocs {
        /// Folder with the documentation
        folder: PathBuf,
    },
    /// Print a completion script for your shell.
    Completions { shell: Shell },
    /// Write a man page for each command to a folder.
    Man {
        /// Folder, which must exist.
        folder: PathBuf,
    },
    /// Print help for a command, or for environment variables (`suds help config`).
    Help {
        /// Command, such as `site create`, or `config`.
        topic: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
pub enum StaffVerb {
    /// Add a staff member to an environment and print their password, which is shown only once.
    Create {
        /// Environment name.
        #[arg(long)]
        environment: String,
        /// Email address for login.
        #[arg(long)]
        email: String,
        /// Role: `viewer`, `operator` or `owner`.
        #[arg(long, value_parser = staff_role)]
        role: StaffRole,
    },
    /// List staff.
    List {
        /// Only this environment.
        #[arg(long)]
        environment: Option<String>,
    },
    /// Show a staff member.
    Show {
        #[arg(long)]
        environment: String,
        /// Staff member ID or email address.
        member: String,
    },
    /// Change a staff member's role.
    Role {
        #[arg(long)]
        environment: String,
        /// Staff member ID or email address.
        member: String,
        /// New role: `viewer`, `operator` or `owner`.
        #[arg(value_parser = staff_role)]
        role: StaffRole,
    },
    /// Replace a staff member's password and print the new one.
    ResetPassword {
        #[arg(long)]
        environment: String,
        /// Staff member ID or email address.
        member: String,
    },
    /// Reset a staff member's two-factor authentication and log them out. Their password is enough until they set it up again.
    ResetSecondFactor {
        #[arg(long)]
        environment: String,
        /// Staff member ID or email address.
        member: String,
    },
    /// Remove a staff member and log them out.
    Remove {
        #[arg(long)]
        environment: String,
        /// Staff member ID or email address.
        member: String,
    },
}

fn time_zone(text: &str) -> Result<TimeZone, &'static str> {
    TimeZone::get(text).map_err(|_| "use a time zone, such as Europe/Berlin")
}

fn staff_role(text: &str) -> Result<StaffRole, &'static str> {
    text.parse().map_err(|_| "use viewer, operator or owner")
}

#[derive(Debug, Subcommand)]
pub enum JobVerb {
    /// List jobs.
    List {
        /// Site ID or subdomain.
        #[arg(long)]
        site: String,
        /// Only jobs in this state: `waiting` or `dead` (failed permanently).
        #[arg(long, value_parser = job_state)]
        state: Option<JobState>,
    },
    /// Show a job and its full error.
    Show {
        /// Site ID or subdomain.
        #[arg(long)]
        site: String,
        /// Job ID.
        job: i64,
    },
    /// Retry failed jobs after you have fixed the cause.
    Retry {
        /// Site ID or subdomain.
        #[arg(long, required_unless_present = "all_sites", conflicts_with = "all_sites")]
        site: Option<String>,
        /// Job ID.
        #[arg(required_unless_present_any = ["all", "all_sites"], conflicts_with_all = ["all", "all_sites"])]
        job: Option<i64>,
        /// Retry all failed jobs of the site.
        #[arg(long)]
        all: bool,
        /// Retry all failed jobs of all sites.
        #[arg(long, conflicts_with = "all")]
        all_sites: bool,
    },
    /// Remove a failed job that is no longer needed.
    Discard {
        /// Site ID or subdomain.
        #[arg(long)]
        site: String,
        /// Job ID.
        job: i64,
    },
}

#[derive(Debug, Subcommand)]
pub enum MailVerb {
    /// Record a bounced email from a delivery report (RFC 3464) on standard input.
    Bounced,
}

#[derive(Debug, Subcommand)]
pub enum TerminalVerb {
    /// Add or re-pair a terminal and print its pairing code: 8 digits, valid once for 10 minutes.
    Pair {
        /// Site ID or subdomain.
        #[arg(long)]
        site: String,
        /// Location ID of a new terminal.
        #[arg(
            long,
            value_name = "ID",
            requires = "label",
            required_unless_present = "terminal",
            conflicts_with = "terminal"
        )]
        location: Option<i64>,
        /// Label of a new terminal.
        #[arg(long, value_name = "TEXT", requires = "location")]
        label: Option<String>,
        /// ID of an existing terminal to pair again.
        #[arg(long, value_name = "ID")]
        terminal: Option<String>,
    },
    /// List terminals.
    List {
        /// Site ID or subdomain.
        #[arg(long)]
        site: String,
    },
    /// Remove a terminal. Its key stops working immediately.
    Remove {
        /// Site ID or subdomain.
        #[arg(long)]
        site: String,
        /// Terminal ID.
        #[arg(long, value_name = "ID")]
        terminal: String,
    },
}

fn job_state(text: &str) -> Result<JobState, &'static str> {
    text.parse().map_err(|_| "use waiting or dead")
}

/// The path as another process with a different working directory finds it.
fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("invalid path {}", path.display()))
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
