//! Inspects a file before it becomes a site's file.

use std::path::Path;

use sqlx::Connection as _;

use super::file::{self, FileProblem, Tie};
use crate::db::{ConnectionKind, Definition, Schema, SchemaError, connect, damage, definitions};
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
}

/// Verifies that the unused file at `path` is a complete one of `site`, and migrates it to this build's schema. `like`
/// is a file of this build with the expected tables, because an untrusted file may contain triggers.
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
        Ok((version, said.tie, waits.is_none()))
    };
    let looked = looked.await;
    connection.close().await?;
    let (version, tie, predates_seals) = looked?;
    schema.upgrade(path, version).await?;
    let found = definitions_of(path, ConnectionKind::Writer).await?;
    let wanted = definitions_of(like, ConnectionKind::Reader).await?;
    if found != wanted {
        return Err(ExamineError::OtherTables);
    }
    Ok(Examined { tie, predates_seals })
}

async fn definitions_of(path: &Path, kind: ConnectionKind) -> Result<Vec<Definition>, sqlx::Error> {
    let mut connection = connect(path, kind).await?;
    let found = definitions(&mut connection).await;
    connection.close().await?;
    found
}
