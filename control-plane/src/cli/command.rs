//! Commands as values, whether they run in this process or are sent to the one that holds the data directory.

use std::path::PathBuf;

use platform::jobs::{JobReport, JobState};
use serde::{Deserialize, Serialize};
use tenant_runtime::demo_data::{Made, Wanted};
use tenant_runtime::http::StaffRole;
use tenant_runtime::notifications::bounces::Returned;
use tenant_runtime::terminal::{PairingCode, TerminalEntry};
use uuid::Uuid;

use super::archive::ArchiveReply;
use super::hold::HeldReport;
use super::verbs::{AccountVerb, ClockVerb, EnvironmentVerb, KeysVerb, LitestreamVerb, SiteVerb};
use crate::accounts::{Account, Grant};
use crate::audit::{Asked, AuditPage};
use crate::builds::{Build, LoggedCrash, Version};
use crate::checks::{self, Check};
use crate::clock_watch::ClockReport;
use crate::environments::Environment;
use crate::keys::Rotated;
use crate::litestream::ReplicatedDatabase;
use crate::rollouts::{Act, MoveState, NewRollout, Rollout, RolloutPage, RolloutSite, RolloutState, WantedRollouts};
use crate::sites::bulk::BulkReport;
use crate::sites::jobs::RetriedJobs;
use crate::sites::owners::OwnedSite;
use crate::sites::release_all::ReleaseRun;
use crate::sites::shop::SiteShop;
use crate::sites::{SiteDomain, SiteRecord, SiteReport};
use crate::staff::{Issued, StaffMember};

/// One request. Paths are absolute, because the process that holds the lock has another working directory.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    Account(AccountVerb),
    StaffCreate {
        environment: String,
        email: String,
        role: StaffRole,
    },
    /// `environment`: `None` for all.
    StaffList {
        environment: Option<String>,
    },
    /// `member` is an ID or an email address, here and below.
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
    StaffResetSecondFactor {
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
    Environment(EnvironmentVerb),
    Site(SiteVerb),
    /// `state`: `None` for all.
    JobList {
        site: String,
        state: Option<JobState>,
    },
    JobShow {
        site: String,
        job: i64,
    },
    /// `job`: `None` for all failed jobs.
    JobRetry {
        site: String,
        job: Option<i64>,
    },
    /// Retries all failed jobs of all sites.
    JobRetryAllSites,
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
    /// An email of a site has bounced.
    MailBounced {
        returned: Returned,
    },
    DemoData {
        site: String,
        wanted: Wanted,
    },
    BuildPublish {
        dir: PathBuf,
    },
    BuildList,
    BuildShow {
        version: Version,
    },
    BuildPrune,
    /// `build`: `None` for all.
    BuildCrashes {
        log: PathBuf,
        build: Option<Version>,
    },
    /// Checks the installation. `offline`: without the object store.
    Doctor {
        offline: bool,
    },
    Keys(KeysVerb),
    Litestream(LitestreamVerb),
    Clock(ClockVerb),
    RolloutStart {
        new: NewRollout,
    },
    RolloutList {
        wanted: WantedRollouts,
    },
    /// `rollout` is an ID, here and below.
    RolloutShow {
        rollout: Uuid,
    },
    /// `state`: `None` for all.
    RolloutSites {
        rollout: Uuid,
        state: Option<MoveState>,
    },
    RolloutAct {
        rollout: Uuid,
        act: Act,
    },
    /// Runs the rollout, or waits while the server does, until it stops.
    RolloutFollow {
        rollout: Uuid,
    },
}

/// Terminal to pair.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairTerminal {
    New { location: i64, label: String },
    Known { id: String },
}

/// Response to a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    Account(Account),
    Accounts(Vec<Account>),
    Grants(Vec<Grant>),
    StaffMember(StaffMember),
    Staff(Vec<StaffMember>),
    /// Staff member with a new password.
    StaffIssued(Issued),
    Audit(AuditPage),
    Environment(Environment),
    Environments(Vec<Environment>),
    Site(SiteRecord),
    OwnedSite(Box<OwnedSite>),
    Shop(Box<SiteShop>),
    Sites(Vec<SiteRecord>),
    SiteDomain(Box<SiteDomain>),
    Archive(ArchiveReply),
    Hold(HeldReport),
    ReleasedSites(ReleaseRun),
    Bulk(BulkReport),
    Checked(Vec<SiteReport>),
    Job(JobReport),
    Jobs(Vec<JobReport>),
    Rotated(Rotated),
    Litestream(Vec<ReplicatedDatabase>),
    Clock(ClockReport),
    PairingCode(PairingCode),
    Terminals(Vec<TerminalEntry>),
    /// Recorded bounce.
    ReturnedMail(Returned),
    MadeUp(Made),
    Build(Build),
    Builds(Vec<Build>),
    Rollout(Rollout),
    Rollouts(RolloutPage),
    RolloutSites(Vec<RolloutSite>),
    Crashes(Vec<LoggedCrash>),
    Checks(Vec<Check>),
    RetriedJobs(RetriedJobs),
}

impl Reply {
    /// Whether the exit code is 0. A check that found something ran, but still fails.
    pub fn is_good(&self) -> bool {
        match self {
            Self::Checked(reports) => reports.iter().all(|report| report.problems.is_empty()),
            Self::Archive(reply) => reply.is_good(),
            Self::Checks(checks) => checks::passed(checks),
            Self::RetriedJobs(run) => run.failed.is_empty(),
            Self::Bulk(report) => report.failed.is_empty(),
            Self::ReleasedSites(run) => run.is_good(),
            // Finished or in progress; one that was stopped needs attention.
            Self::Rollout(rollout) => rollout.state != RolloutState::Held,
            _ => true,
        }
    }
}
