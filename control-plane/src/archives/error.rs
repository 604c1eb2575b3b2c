use std::io;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::DateTime;
use platform::causes::json_reason;
use platform::db::SchemaError;
use platform::http::ApiError;
use platform::ids::SiteId;
use platform::keys::NoKey;
use platform::storage::StorageError;
use platform::tenancy::{DrainError, ExamineError, LoadError, Unavailable};
use tenant_runtime::fields::invalid_field;
use zip::result::ZipError;

use super::SHORTEST_PASSPHRASE;
use crate::db::ControlDbError;
use crate::litestream::LitestreamError;
use crate::sites::{CreateSiteError, OpenSiteError};

/// Reason why an archive can't be written or read, as one line for people.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("the site no longer exists; run `suds site list`")]
    Gone,
    #[error("the passphrase is too short; use at least {SHORTEST_PASSPHRASE} characters")]
    ShortPassphrase,
    #[error("the archive needs a passphrase; use --passphrase-file or SUDS_PASSPHRASE")]
    PassphraseWanted,
    #[error("wrong passphrase for this archive; check it and try again")]
    WrongPassphrase,
    #[error("another installation's master key sealed this archive; export the site with a passphrase instead")]
    AnotherInstallation,
    #[error("{0} already exists; choose another file name")]
    Exists(String),
    /// The archive is damaged, with the reason.
    #[error("not a valid site archive: {0}")]
    Damaged(String),
    #[error("unsupported archive format {0}; update suds")]
    Format(u32),
    #[error(
        "the archive has schema version {found}, but this build supports up to {latest}; update suds, or choose an older backup"
    )]
    TooNew { found: i64, latest: i64 },
    #[error("the archive belongs to another site, {0}; choose one of this site's backups")]
    OtherSite(String),
    #[error("site {0} already exists in this installation; use `suds site restore` to replace its data")]
    SiteExists(String),
    #[error(
        "this data directory has a file of site {0} that the control database doesn't know, and it may be newer than the archive; run `suds site adopt --id {0}`, or move sites/{0} away"
    )]
    StrayFile(SiteId),
    #[error("there is no file sites/{0}/site.sqlite to adopt; restore or import a backup instead")]
    NoStray(SiteId),
    #[error(
        "the key of site {0} is lost: sites/{0} has no site.json, and the object store has no backup of the site; restore a newer control database"
    )]
    NoIdentity(SiteId),
    #[error("the master key doesn't open the key of site {0}; restore the master key file with its earlier keys")]
    StrayKey(SiteId),
    #[error("sites/{0}/site.sqlite is encrypted with another site's key; move it away")]
    NotItsOwn(SiteId),
    #[error("{0}; create the account with `suds account create`, then use --account")]
    StrayAccount(String),
    #[error("the archive's database isn't a copy of this site's database; choose another archive")]
    AnotherBeginning,
    #[error("can't import a test site into production environment {0:?}; choose another one with --environment")]
    NotOfProduction(String),
    #[error("no backup {0:?} of this site; run `suds site backups` to list them")]
    NoBackup(String),
    /// A new backup's name and the problems found.
    #[error(
        "the new backup failed its check: {1}. It is kept as {0} but doesn't count as the latest, and earlier backups stay; run `suds site check`"
    )]
    FailedCheck(String, String),
    #[error(
        "the object store has no backup of the control database; check the address, or run `suds site backup --all` where the installation runs"
    )]
    NoControlBackup,
    #[error(
        "another master key sealed the backup of the control database; use the master key of the lost installation"
    )]
    ControlOfAnotherKey,
    #[error("the new backup of the control database is damaged: {0}; restore an earlier one, or restart and try again")]
    ControlDamaged(String),
    #[error("{0} is in the future; choose an earlier time")]
    InFuture(Timestamp),
    #[error("can't read the site's time zone; use a time with an offset, such as 2026-11-23T14:00:00Z")]
    NoTimeZone,
    #[error(
        "{0} doesn't exist or exists twice in the site's time zone, because its clocks change; use a time with an offset, such as 2026-11-23T14:00:00Z"
    )]
    NotOneTime(DateTime),
    /// The name of the process.
    #[error("{0} has the site's file open; stop it, restore the site, and start it again")]
    OpenElsewhere(String),
    #[error(transparent)]
    Litestream(#[from] LitestreamError),
    #[error("no account {0:?}; run `suds account list`")]
    NoAccount(String),
    #[error("can't replace the site's file right now: {0}")]
    InUse(#[from] DrainError),
    #[error("can't use the database in the archive: {0}")]
    File(#[from] ExamineError),
    #[error("the site wasn't created: {0}")]
    Create(#[from] CreateSiteError),
    #[error("can't open the site: {0}")]
    Open(#[from] OpenSiteError),
    #[error("can't read the site's file: {0}")]
    Unavailable(#[from] Unavailable),
    #[error("{0}.")]
    Directory(#[from] LoadError),
    #[error("{0}.")]
    Schema(#[from] SchemaError),
    #[error("{0}.")]
    Storage(#[from] StorageError),
    #[error("{0}.")]
    Key(#[from] NoKey),
    #[error("can't read or write the archive: {0}")]
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
            ZipError::Io(error) => match error.kind() {
                // A sealed part that doesn't open, or an end in the middle.
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                    Self::Damaged("it was changed or is incomplete".to_owned())
                }
                _ => Self::Io(error),
            },
            error => Self::Damaged(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for ArchiveError {
    fn from(error: serde_json::Error) -> Self {
        Self::Damaged(format!("unreadable manifest ({})", json_reason(&error)))
    }
}

impl From<ArchiveError> for ApiError {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::Gone => Self::not_found(),
            ArchiveError::ShortPassphrase => invalid_field("passphrase", "Enter at least 12 characters."),
            ArchiveError::Unavailable(cause) => Arc::new(cause).into(),
            ArchiveError::Database(error) => error.into(),
            error => Self::internal(error),
        }
    }
}
