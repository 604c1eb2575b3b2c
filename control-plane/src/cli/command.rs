//! What the command line can ask of an installation, as values: the same whether they are carried out in this process or
//! sent to the one that holds the data directory.

use std::path::PathBuf;

use platform::jobs::{JobReport, JobState};
use serde::{Deserialize, Serialize};
use tenant_runtime::demo_data::{Made, Wanted};
use tenant_runtime::http::StaffRole;
use tenant_runtime::terminal::{PairingCode, TerminalEntry};

use crate::accounts::Account;
use crate::audit::{Asked, AuditPage};
use crate::builds::{Build, LoggedCrash, Version};
use crate::environments::Environment;
use crate::sites::{SiteRecord, SiteReport};
use crate::staff::{Issued, StaffMember};

/// One request. Paths are absolute, since the holder has another working directory.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    AccountCreate {
        company_name: String,
        hs_account_id: Option<String>,
    },
    AccountList,
    AccountShow {
        account: String,
    },
    StaffCreate {
        environment: String,
        email: String,
        role: StaffRole,
    },
    /// `environment`: `None` for all.
    StaffList {
        environment: Option<String>,
    },
    /// `member` is an id or an e-mail address, here and below.
    StaffShow {
        environment: String,
        member: String,
    },
    StaffRole {
        environment: String,
        member: String,
        role: StaffRole,
    },
    StaffResetPassword {
        environment: String,
        member: String,
    },
    StaffRemove {
        environment: String,
        member: String,
    },
    /// `environment`: `None` for all.
    AuditList {
        environment: Option<String>,
        asked: Asked,
    },
    EnvironmentList,
    EnvironmentRun {
        environment: String,
        version: Version,
    },
    SiteCreate {
        account: String,
        subdomain: String,
        environment: String,
        from: PathBuf,
    },
    SiteList,
    /// `site` is an id or a subdomain.
    SiteShow {
        site: String,
    },
    SiteAdopt {
        site: String,
    },
    /// `None`: every site.
    SiteCheck {
        site: Option<String>,
    },
    /// `state`: `None` for all.
    JobList {
        site: String,
        state: Option<JobState>,
    },
    /// `job`: `None` for every dead one.
    JobRetry {
        site: String,
        job: Option<i64>,
    },
    JobDiscard {
        site: String,
        job: i64,
    },
    TerminalPair {
        site: String,
        terminal: PairTerminal,
    },
    TerminalList {
        site: String,
    },
    TerminalRemove {
        site: String,
        terminal: String,
    },
    DemoData {
        site: String,
        wanted: Wanted,
    },
    BuildPublish {
        dir: PathBuf,
    },
    BuildList,
    /// `build`: `None` for all.
    BuildCrashes {
        log: PathBuf,
        build: Option<Version>,
    },
}

/// Which terminal is paired.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairTerminal {
    New { location: i64, label: String },
    Known { id: String },
}

/// What a request answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    Account(Account),
    Accounts(Vec<Account>),
    StaffMember(StaffMember),
    Staff(Vec<StaffMember>),
    /// Somebody with a password that was just made.
    StaffIssued(Issued),
    Audit(AuditPage),
    Environments(Vec<Environment>),
    Site(SiteRecord),
    Sites(Vec<SiteRecord>),
    Checked(Vec<SiteReport>),
    Jobs(Vec<JobReport>),
    PairingCode(PairingCode),
    Terminals(Vec<TerminalEntry>),
    MadeUp(Made),
    Build(Build),
    Builds(Vec<Build>),
    Crashes(Vec<LoggedCrash>),
}

impl Reply {
    /// Whether the process ends with 0: a check that found something has been carried out and still fails.
    pub fn is_good(&self) -> bool {
        match self {
            Self::Checked(reports) => reports.iter().all(|report| report.problems.is_empty()),
            _ => true,
        }
    }
}
