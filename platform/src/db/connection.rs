//! Opens connections and returns them to their pool. The pragmas were measured with thousands of small databases per
//! process.

use std::path::{Path, PathBuf};
use std::time::Duration;

use deadpool::managed::{self, Metrics, RecycleError, RecycleResult};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection as _, Executor};

/// Permissions of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionKind {
    /// Reads and writes. One per file.
    Writer,
    /// Opened read-only.
    Reader,
}

/// A connection and whether it may have an open transaction. A cancelled request leaves one behind, and the next user
/// of the connection rolls it back.
pub struct PooledConnection {
    pub(super) inner: SqliteConnection,
    pub(super) in_transaction: bool,
}

impl PooledConnection {
    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        self.inner.close().await
    }
}

/// Opens the file at `path`, which must exist.
///
/// # Errors
/// The file can't be opened or is not a database.
pub async fn connect(path: &Path, kind: ConnectionKind) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .busy_timeout(Duration::from_secs(5))
        .foreign_keys(true)
        .pragma("trusted_schema", "OFF")
        .pragma("temp_store", "MEMORY")
        .pragma("mmap_size", "0")
        .disable_statement_logging();
    let options = match kind {
        // FULL: acknowledged writes survive a power failure.
        ConnectionKind::Writer => options
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("cache_size", "-1024")
            .pragma("journal_size_limit", "4194304")
            .pragma("secure_delete", "ON")
            // A purchase repeats about 30 statements; a smaller cache would prepare each of them again.
            .statement_cache_capacity(48),
        ConnectionKind::Reader => options
            .read_only(true)
            .pragma("query_only", "ON")
            .pragma("cache_size", "-384")
            .statement_cache_capacity(24),
    };
    options.connect().await
}

/// First SQLite without the WAL-reset corruption bug, which a checkpoint during a write can trigger.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

/// Refuses to work with an SQLite that can damage files.
///
/// # Errors
/// The linked SQLite is older than 3.51.3, or does not run at all.
pub async fn check_sqlite() -> Result<(), sqlx::Error> {
    let mut connection = SqliteConnectOptions::new().in_memory(true).connect().await?;
    let version: String = sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    let parts: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    if parts.as_slice() < OLDEST_SQLITE.as_slice() {
        return Err(sqlx::Error::Configuration(
            format!("SQLite {version} is too old; use 3.51.3 or later").into(),
        ));
    }
    Ok(())
}

/// Creates and recycles a file's connections for deadpool.
pub struct Manager {
    path: PathBuf,
    kind: ConnectionKind,
}

impl Manager {
    pub(super) fn new(path: &Path, kind: ConnectionKind) -> Self {
        Self {
            path: path.to_owned(),
            kind,
        }
    }
}

impl managed::Manager for Manager {
    type Type = PooledConnection;
    type Error = sqlx::Error;

    async fn create(&self) -> Result<PooledConnection, sqlx::Error> {
        Ok(PooledConnection {
            inner: connect(&self.path, self.kind).await?,
            in_transaction: false,
        })
    }

    async fn recycle(&self, connection: &mut PooledConnection, _: &Metrics) -> RecycleResult<sqlx::Error> {
        if connection.in_transaction {
            // "no transaction is active" means that the commit succeeded after all, so there is nothing to roll back.
            if let Err(error) = connection.inner.execute("ROLLBACK").await
                && !error.to_string().contains("no transaction is active")
            {
                return Err(RecycleError::Backend(error));
            }
            connection.in_transaction = false;
        }
        Ok(())
    }
}
