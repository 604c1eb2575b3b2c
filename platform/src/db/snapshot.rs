//! Copies a database in use, and inspects one from elsewhere.

use std::path::Path;

use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;

use super::{ConnectionKind, connect};

/// Writes a snapshot of the database at `path` to a new, complete file on disk, without blocking writers.
///
/// # Errors
/// The database can't be read, or `into` exists or can't be written.
pub async fn snapshot(path: &Path, into: &Path) -> Result<(), sqlx::Error> {
    let name = into.to_str().ok_or_else(|| invalid("its path isn't valid UTF-8"))?;
    // This only reads, but a read-only connection couldn't make the copy either.
    let mut connection = connect(path, ConnectionKind::Writer).await?;
    let copied = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut connection).await;
    connection.close().await?;
    copied?;
    // SQLite leaves that to the caller.
    let into = into.to_owned();
    let synced = tokio::task::spawn_blocking(move || std::fs::File::open(into)?.sync_all()).await;
    Ok(synced.map_err(std::io::Error::other)??)
}

/// Damage of a database, if any: pages, indexes and references between rows.
///
/// # Errors
/// It can't be examined.
pub(crate) async fn damage(connection: &mut SqliteConnection) -> Result<Option<String>, sqlx::Error> {
    sqlx::query("PRAGMA cell_size_check = ON")
        .execute(&mut *connection)
        .await?;
    let found: String = sqlx::query_scalar("PRAGMA integrity_check(1)")
        .fetch_one(&mut *connection)
        .await?;
    if found != "ok" {
        return Ok(Some(found));
    }
    let dangling = sqlx::query("PRAGMA foreign_key_check")
        .fetch_optional(&mut *connection)
        .await?;
    Ok(dangling.map(|_| "a row references a missing row".to_owned()))
}

/// Definition of a table, index, trigger or view.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct Definition {
    /// `table`, `index`, `trigger` or `view`.
    #[sqlx(rename = "type")]
    pub kind: String,
    pub name: String,
    /// For indexes and triggers, their table. For tables, their own name.
    #[sqlx(rename = "tbl_name")]
    pub table: String,
    /// `None` for the index of a `UNIQUE` constraint.
    pub sql: Option<String>,
}

/// Tables, indexes, triggers and views of a database, as they were created. SQLite's own and the list of applied migrations are left
/// out.
///
/// # Errors
/// They can't be read.
pub async fn definitions(connection: &mut SqliteConnection) -> Result<Vec<Definition>, sqlx::Error> {
    sqlx::query_as(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema
         WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlx_migrations' ORDER BY type, name",
    )
    .fetch_all(connection)
    .await
}

fn invalid(problem: &'static str) -> sqlx::Error {
    sqlx::Error::Configuration(problem.into())
}
