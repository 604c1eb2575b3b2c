//! Ownership of files. A site's file records its site, and so does the index of files: a file put in another's place,
//! or one that was recreated, isn't served.

mod rules;
mod store;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::sqlite::SqliteConnection;

pub use rules::FileProblem;
pub(super) use rules::{Adoption, Verdict, adoption, judge};

use crate::db::{TenantRead, TenantWrite};
use crate::ids::SiteId;

/// The epoch of a new site.
pub const FIRST_EPOCH: i64 = 1;

/// Origin of a site's file: its schema version and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    pub first_migration: i64,
    pub at: Timestamp,
}

/// Identity stored in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) site: String,
    pub(super) tie: Tie,
}

/// Reason why the index of files couldn't be read or written.
#[derive(Debug, thiserror::Error)]
#[error("can't use the index of site files: {0}")]
pub struct FileIndexError(pub String);

/// Origin of each site's file, stored outside the files and queried when a site is opened.
pub trait FileIndex: Send + Sync {
    /// Recorded origin; `None` for files created before it was recorded.
    fn find(&self, site: SiteId) -> BoxFuture<'_, Result<Option<Tie>, FileIndexError>>;

    /// Puts it on record, once.
    fn record(&self, site: SiteId, tie: Tie) -> BoxFuture<'_, Result<(), FileIndexError>>;

    /// Replaces the record.
    fn replace(&self, site: SiteId, tie: Tie) -> BoxFuture<'_, Result<(), FileIndexError>>;

    /// Holds a site whose file has another epoch than the newest record. A held site stays unchanged.
    fn hold(&self, site: SiteId) -> BoxFuture<'_, Result<(), FileIndexError>>;

    /// Whether the site's ledger has been sealed.
    fn is_sealed(&self, site: SiteId) -> BoxFuture<'_, Result<bool, FileIndexError>>;

    /// Records whether the site's ledger has been sealed.
    fn set_sealed(&self, site: SiteId, is_sealed: bool) -> BoxFuture<'_, Result<(), FileIndexError>>;
}

/// Identity of the file behind `connection` with schema version `version`; none if the file is older than that.
pub(super) async fn said(connection: &mut SqliteConnection, version: i64) -> Result<Option<Said>, sqlx::Error> {
    if version < store::FIRST_VERSION {
        return Ok(None);
    }
    store::said(connection).await
}

/// The epoch of the file behind `connection`, which has schema version `version`. Files from before there were epochs are of the first.
pub(super) async fn epoch_in(connection: &mut SqliteConnection, version: i64) -> Result<i64, sqlx::Error> {
    if version < store::FIRST_WITH_EPOCH {
        return Ok(FIRST_EPOCH);
    }
    store::epoch(connection).await
}

/// Whether the ledger of the file behind `connection` with schema version `version` is waiting for its seals. `None`: the file
/// predates them.
pub(super) async fn waits_for_seals(
    connection: &mut SqliteConnection,
    version: i64,
) -> Result<Option<bool>, sqlx::Error> {
    // A version that was changed by hand isn't enough.
    if version < store::FIRST_WITH_SEALS && !store::has_seals(connection).await? {
        return Ok(None);
    }
    store::waits_for_seals(connection).await.map(Some)
}

/// Writes a site's identity into its file, in the transaction that creates or adopts it.
///
/// # Errors
/// The file already has one.
pub async fn tie(db: &mut TenantWrite, site: SiteId, now: Timestamp) -> Result<Tie, sqlx::Error> {
    store::tie(db, site, now).await
}

/// Epoch of a file.
pub async fn epoch_of(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    store::epoch(db.conn()).await
}

/// Sets the epoch of a file, which never decreases.
pub async fn set_epoch(db: &mut TenantWrite, epoch: i64) -> Result<(), sqlx::Error> {
    store::set_epoch(db, epoch).await
}
