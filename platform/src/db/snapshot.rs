//! Copies a database in use, and inspects one from elsewhere.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{ConnectionKind, connect};

/// Writes a snapshot of the database at `path` to a new, complete file on disk, without blocking writers. It lacks Litestream's tables.
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
    // Without the settings of a database in use: it would become one with a WAL.
    let options = SqliteConnectOptions::new().filename(into).create_if_missing(false);
    let mut copy = options.disable_statement_logging().connect().await?;
    let removed = remove_litestream_tables(&mut copy).await;
    copy.close().await?;
    removed?;
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

/// Whether Litestream replicates the database, or did: it has tables in it.
///
/// # Errors
/// The database can't be read.
pub async fn is_replicated(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema
                        WHERE type = 'table' AND name IN ('_litestream_seq', '_litestream_lock'))",
    )
    .fetch_one(connection)
    .await
}

/// Removes the tables that Litestream adds to a database it replicates. It creates them again when needed.
pub(crate) async fn remove_litestream_tables(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    if is_replicated(connection).await? {
        for statement in [
            "DROP TABLE IF EXISTS _litestream_seq",
            "DROP TABLE IF EXISTS _litestream_lock",
        ] {
            sqlx::query(statement).execute(&mut *connection).await?;
        }
    }
    Ok(())
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

/// Tables, indexes, triggers and views of a database, as they were created. SQLite's own, Litestream's and the list of
/// applied migrations are left out.
///
/// # Errors
/// They can't be read.
pub async fn definitions(connection: &mut SqliteConnection) -> Result<Vec<Definition>, sqlx::Error> {
    sqlx::query_as(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema
         WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlx_migrations'
           AND NOT (type = 'table' AND name IN ('_litestream_seq', '_litestream_lock'))
         ORDER BY type, name",
    )
    .fetch_all(connection)
    .await
}

fn invalid(problem: &'static str) -> sqlx::Error {
    sqlx::Error::Configuration(problem.into())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::db::Database;

    /// A database with a row in its WAL and Litestream's tables.
    async fn replicated(path: &Path) {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        sqlx::raw_sql(
            "CREATE TABLE washes (id INTEGER PRIMARY KEY);
             CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
             CREATE TABLE _litestream_lock (id INTEGER)",
        )
        .execute(&mut connection)
        .await
        .unwrap();
        connection.close().await.unwrap();
    }

    #[tokio::test]
    async fn snapshot_lacks_litestreams_tables() {
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("site.sqlite"), folder.path().join("copy.sqlite"));
        replicated(&path).await;
        snapshot(&path, &copy).await.unwrap();
        let mut original = connect(&path, ConnectionKind::Reader).await.unwrap();
        assert!(is_replicated(&mut original).await.unwrap());
        let listed = definitions(&mut original).await.unwrap();
        assert_eq!(listed.iter().map(|one| &*one.name).collect::<Vec<_>>(), ["washes"]);
        let mut copied = connect(&copy, ConnectionKind::Reader).await.unwrap();
        assert!(!is_replicated(&mut copied).await.unwrap());
        assert_eq!(definitions(&mut copied).await.unwrap(), listed);
    }

    /// Litestream reads all the time, so that the WAL can't be emptied.
    #[tokio::test]
    async fn replicated_wal_counts_as_emptied_while_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site.sqlite");
        replicated(&path).await;
        let database = Database::new(&path, Duration::from_secs(1), |_| ()).unwrap();
        database.empty_wal().await.unwrap();
        let mut litestream = connect(&path, ConnectionKind::Reader).await.unwrap();
        sqlx::raw_sql("BEGIN; SELECT COUNT(*) FROM _litestream_seq")
            .execute(&mut litestream)
            .await
            .unwrap();
        let mut writer = connect(&path, ConnectionKind::Writer).await.unwrap();
        sqlx::raw_sql("INSERT INTO washes VALUES (1)")
            .execute(&mut writer)
            .await
            .unwrap();
        assert!(database.empty_wal().await.unwrap());
    }
}
