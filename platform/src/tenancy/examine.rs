//! Inspects a file before it becomes a site's file.

use std::path::Path;

use sqlx::Connection as _;

use super::file::{self, FileProblem, Tie};
use crate::db::{ConnectionKind, Schema, SchemaError, connect, damage, definitions, remove_litestream_tables};
use crate::ids::SiteId;

/// Reason why a file can't become a site's.
#[derive(Debug, thiserror::Error)]
pub enum ExamineError {
    #[error("it's damaged: {0}")]
    Damaged(String),
    #[error(transparent)]
    Schema(#[from] SchemaError),
    #[error(transparent)]
    File(#[from] FileProblem),
    #[error("its tables don't match this program")]
    OtherTables,
    #[error("it can't be read: {0}")]
    Sqlx(#[from] sqlx::Error),
}

/// A file that may become a site's.
#[derive(Clone, Copy, Debug)]
pub struct Examined {
    pub tie: Tie,
    /// Whether its ledger has no seals because it was written before they existed.
    pub predates_seals: bool,
    /// Whether entries of its ledger are still waiting for their seals.
    pub waits_for_seals: bool,
}

/// Verifies that the unused file at `path` is a complete one of `site`, and migrates it to this build's schema. `like`
/// is a file of this build with the expected tables, because an untrusted file may contain triggers. Litestream's tables are removed.
///
/// # Errors
/// See [`ExamineError`].
pub async fn examine(path: &Path, schema: &Schema, site: SiteId, like: &Path) -> Result<Examined, ExamineError> {
    let mut connection = connect(path, ConnectionKind::Writer).await?;
    let looked = async {
        let version = schema.version(&mut connection).await?;
        if let Some(damage) = damage(&mut connection).await? {
            return Err(ExamineError::Damaged(damage));
        }
        let said = file::said(&mut connection, version).await?;
        let said = said.ok_or(FileProblem::Unsigned)?;
        // The caller compares it with the record.
        file::judge(site, Some(&said), None)?;
        let waits = file::waits_for_seals(&mut connection, version).await?;
        Ok((version, said.tie, waits))
    };
    let looked = looked.await;
    connection.close().await?;
    let (version, tie, waits) = looked?;
    schema.upgrade(path, version).await?;
    let mut connection = connect(path, ConnectionKind::Writer).await?;
    let found = definitions(&mut connection).await;
    let removed = remove_litestream_tables(&mut connection).await;
    connection.close().await?;
    let found = found?;
    removed?;
    let mut connection = connect(like, ConnectionKind::Reader).await?;
    let wanted = definitions(&mut connection).await;
    connection.close().await?;
    let wanted = wanted?;
    if found != wanted {
        return Err(ExamineError::OtherTables);
    }
    Ok(Examined {
        tie,
        predates_seals: waits.is_none(),
        waits_for_seals: waits == Some(true),
    })
}
