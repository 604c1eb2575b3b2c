use std::io;
use std::sync::Arc;

use platform::db::SchemaError;
use platform::http::ApiError;
use platform::keys::NoKey;
use platform::storage::StorageError;
use platform::tenancy::{DrainError, ExamineError, LoadError, Unavailable};
use tenant_runtime::fields::invalid_field;
use zip::result::ZipError;

use super::SHORTEST_PASSPHRASE;
use crate::db::ControlDbError;
use crate::sites::{CreateSiteError, OpenSiteError};

/// Why an archive was not made or not taken. The texts are one line for a person.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("The site is gone.")]
    Gone,
    #[error("A passphrase has {SHORTEST_PASSPHRASE} characters at least.")]
    ShortPassphrase,
    #[error("The archive is sealed with a passphrase; give it.")]
    PassphraseWanted,
    #[error("The passphrase does not open this archive.")]
    WrongPassphrase,
    #[error("The archive was not made with this installation's master key.")]
    AnotherInstallation,
    #[error("There is a file {0} already.")]
    Exists(String),
    /// What is wrong with the archive.
    #[error("This is no archive of a site that can be taken: {0}.")]
    Damaged(String),
    #[error("The archive is of format {0}, which this build does not know.")]
    Format(u32),
    #[error("The archive is of a newer build: its schema is {found}, this build's {latest}.")]
    TooNew { found: i64, latest: i64 },
    #[error("The archive is of another site, {0}.")]
    OtherSite(String),
    #[error("This installation has the site {0} already; `suds site restore` replaces what a site holds.")]
    SiteExists(String),
    #[error("The file in the archive began otherwise than the site's file that is on record.")]
    AnotherBeginning,
    #[error("A site of an environment without customers is not taken into the production environment {0:?}.")]
    NotOfProduction(String),
    #[error("There is no backup {0:?} of this site; see `suds site backups`.")]
    NoBackup(String),
    #[error("There is no account {0:?}.")]
    NoAccount(String),
    #[error("The site's file cannot be replaced now: {0}.")]
    InUse(#[from] DrainError),
    #[error("The file in the archive cannot be taken: {0}.")]
    File(#[from] ExamineError),
    #[error("The site was not made: {0}")]
    Create(#[from] CreateSiteError),
    #[error("The site cannot be opened: {0}.")]
    Open(#[from] OpenSiteError),
    #[error("The site's file cannot be read: {0}.")]
    Unavailable(#[from] Unavailable),
    #[error("{0}.")]
    Directory(#[from] LoadError),
    #[error("{0}.")]
    Schema(#[from] SchemaError),
    #[error("{0}.")]
    Storage(#[from] StorageError),
    #[error("{0}.")]
    Key(#[from] NoKey),
    #[error("The archive cannot be read or written: {0}.")]
    Io(#[from] io::Error),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for ArchiveError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<Arc<Unavailable>> for ArchiveError {
    fn from(error: Arc<Unavailable>) -> Self {
        Self::Open(error.into())
    }
}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => Self::Io(error),
            error => Self::Damaged(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for ArchiveError {
    fn from(error: serde_json::Error) -> Self {
        Self::Damaged(format!("its manifest cannot be read ({error})"))
    }
}

impl From<ArchiveError> for ApiError {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::Gone => Self::not_found(),
            ArchiveError::ShortPassphrase => invalid_field("passphrase", "Please enter at least 12 characters."),
            ArchiveError::Unavailable(cause) => Arc::new(cause).into(),
            ArchiveError::Database(error) => error.into(),
            error => Self::internal(error),
        }
    }
}
