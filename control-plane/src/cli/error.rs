//! Errors of commands.

use crate::accounts::AccountError;
use crate::archives::ArchiveError;
use crate::builds::{CrashLogError, PruneError, PublishError};
use crate::db::ControlDbError;
use crate::environments::EnvironmentError;
use crate::keys::RotateError;
use crate::rollouts::RolloutError;
use crate::sites::bulk::BulkError;
use crate::sites::demo_data::MakeUpError;
use crate::sites::jobs::JobsError;
use crate::sites::mail::ReturnedMailError;
use crate::sites::owners::OwnersError;
use crate::sites::shop::ShopError;
use crate::sites::terminals::TerminalsError;
use crate::sites::{AdoptSiteError, ChangeError, CreateSiteError, ReleaseError};
use crate::staff::StaffError;

/// Reason why a command was rejected or failed, as one line for people.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Staff(#[from] StaffError),
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error(transparent)]
    Keys(#[from] RotateError),
    #[error(transparent)]
    CreateSite(#[from] CreateSiteError),
    #[error(transparent)]
    ChangeSite(#[from] ChangeError),
    #[error(transparent)]
    Owners(#[from] OwnersError),
    #[error(transparent)]
    Shop(#[from] ShopError),
    #[error(transparent)]
    Release(#[from] ReleaseError),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Bulk(#[from] BulkError),
    #[error(transparent)]
    AdoptSite(#[from] AdoptSiteError),
    #[error(transparent)]
    Publish(#[from] PublishError),
    #[error(transparent)]
    Prune(#[from] PruneError),
    #[error(transparent)]
    Rollout(#[from] RolloutError),
    #[error(transparent)]
    CrashLog(#[from] CrashLogError),
    #[error(transparent)]
    Jobs(#[from] JobsError),
    #[error(transparent)]
    Terminals(#[from] TerminalsError),
    #[error(transparent)]
    ReturnedMail(#[from] ReturnedMailError),
    #[error(transparent)]
    DemoData(#[from] MakeUpError),
    #[error("{0}")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for ExecuteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}
