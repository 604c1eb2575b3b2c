//! Whose a file is. A site's file says it itself, and the index of files has it on record: one that was put in another's place,
//! or that began anew, is not served.

mod rules;
mod store;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::sqlite::SqliteConnection;

pub use rules::FileProblem;
pub(super) use rules::{Adoption, Verdict, adoption, judge};

use crate::db::TenantWrite;
use crate::ids::SiteId;

/// How a file became a site's: the schema version that it had then, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    pub first_migration: i64,
    pub at: Timestamp,
}

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) site: String,
    pub(super) tie: Tie,
}

/// Why the index of files could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the index of sites' files cannot be used: {0}")]
pub struct FileIndexError(pub String);

/// Which file each site began with, kept outside of the files. Asked when a site is opened.
pub trait FileIndex: Send + Sync {
    /// What is on record; `None`: nothing yet, as of files that were made before there was a record.
    fn find(&self, site: SiteId) -> BoxFuture<'_, Result<Option<Tie>, FileIndexError>>;

    /// Puts it on record, once.
    fn record(&self, site: SiteId, tie: Tie) -> BoxFuture<'_, Result<(), FileIndexError>>;

    /// Puts it on record in place of what was.
    fn replace(&self, site: SiteId, tie: Tie) -> BoxFuture<'_, Result<(), FileIndexError>>;
}

/// What the file behind `connection`, which has schema version `version`, says of itself; nothing, if it was made before files
/// did.
pub(super) async fn said(connection: &mut SqliteConnection, version: i64) -> Result<Option<Said>, sqlx::Error> {
    if version < store::FIRST_VERSION {
        return Ok(None);
    }
    store::said(connection).await
}

/// Writes into a file whose it is, within the transaction that makes it or takes it over.
///
/// # Errors
/// When the database refuses, or the file says it already.
pub async fn tie(db: &mut TenantWrite, site: SiteId, now: Timestamp) -> Result<Tie, sqlx::Error> {
    store::tie(db, site, now).await
}
