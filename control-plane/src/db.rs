//! Control database: its pool, and the types every control query needs. SQLite specifics are in this file; the stores
//! use SQL that PostgreSQL also supports.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{self, Metrics, Object, Pool, PoolError, RecycleError, RecycleResult, Timeouts};
use platform::db::{ConnectionKind, connect, fold_log};
use platform::http::ApiError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tenant_runtime::error::Fault;

static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Timeout for a connection.
const WAIT: Duration = Duration::from_secs(2);
/// Read connections next to the single writer: for directory misses and the console. Frequent requests don't use them.
const READERS: usize = 4;

/// Reason why the control database couldn't be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ControlDbError {
    #[error("the control database is busy")]
    Busy,
    #[error("control database error: {0}")]
    Sqlx(#[from] sqlx::Error),
    /// A newer build wrote it. This one could lose data.
    #[error(
        "the control database has schema version {found}, newer than this build's {latest}; install the newer version of suds, or restore the control database from before the upgrade (docs/UPGRADE.md#roll-back-the-server)"
    )]
    TooNew { found: i64, latest: i64 },
    #[error("can't migrate the control database to this build's schema: {0}")]
    Migrate(#[from] MigrateError),
}

impl From<PoolError<sqlx::Error>> for ControlDbError {
    fn from(error: PoolError<sqlx::Error>) -> Self {
        match error {
            PoolError::Timeout(_) => Self::Busy,
            PoolError::Backend(error) => Self::Sqlx(error),
            other => Self::Sqlx(sqlx::Error::Configuration(other.to_string().into())),
        }
    }
}

impl From<ControlDbError> for Fault {
    fn from(error: ControlDbError) -> Self {
        match error {
            ControlDbError::Busy => Self::Busy,
            ControlDbError::Sqlx(error) => error.into(),
            error @ (ControlDbError::TooNew { .. } | ControlDbError::Migrate(_)) => Self::internal(error),
        }
    }
}

impl From<ControlDbError> for ApiError {
    fn from(error: ControlDbError) -> Self {
        Fault::from(error).into()
    }
}

/// The control database.
pub struct ControlDb {
    path: PathBuf,
    writer: Pool<Manager>,
    readers: Pool<Manager>,
}

impl ControlDb {
    /// Opens the database at `path`. Creates and migrates it if necessary. Only the process that holds the data
    /// directory may do this.
    ///
    /// # Errors
    /// The file can't be created or read, or a migration fails.
    pub async fn open(path: &Path) -> Result<Self, ControlDbError> {
        platform::db::check_sqlite().await?;
        let mut connection = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .foreign_keys(true)
            .disable_statement_logging()
            .connect()
            .await?;
        check_version(&mut connection).await?;
        MIGRATOR.run(&mut connection).await?;
        connection.close().await?;
        Ok(Self {
            path: path.to_owned(),
            writer: pool(path, ConnectionKind::Writer, 1)?,
            readers: pool(path, ConnectionKind::Reader, READERS)?,
        })
    }

    /// Schema version of this build.
    pub fn latest_schema() -> i64 {
        MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0)
    }

    /// A read connection.
    ///
    /// # Errors
    /// None became free in time, or the file can't be opened.
    pub async fn read(&self) -> Result<ControlConn, ControlDbError> {
        Ok(ControlConn {
            pooled: self.readers.get().await?,
        })
    }

    /// A write transaction. There is one at a time.
    ///
    /// # Errors
    /// The previous one took too long, or the file can't be written.
    pub async fn write(&self) -> Result<ControlWrite, ControlDbError> {
        let mut pooled = self.writer.get().await?;
        pooled.in_transaction = true;
        pooled.inner.execute("BEGIN IMMEDIATE").await?;
        Ok(ControlWrite {
            conn: ControlConn { pooled },
        })
    }

    /// Closes idle connections and refuses new ones. The last one to close checkpoints the WAL.
    pub async fn close(&self) {
        for pool in [&self.readers, &self.writer] {
            for connection in pool.retain(|_, _| false).removed {
                if let Err(error) = connection.inner.close().await {
                    tracing::warn!(%error, "a control database connection didn't close cleanly");
                }
            }
            pool.close();
        }
        fold_log(&self.path).await;
    }
}

/// Rejects the database at `path`, which isn't in use, if a newer build wrote it.
///
/// # Errors
/// It is newer ([`ControlDbError::TooNew`]), or can't be read.
pub(crate) async fn refuse_newer(path: &Path) -> Result<(), ControlDbError> {
    let mut connection = connect(path, ConnectionKind::Reader).await?;
    check_version(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Damage of the database at `path`, which isn't in use.
///
/// # Errors
/// It can't be read.
pub(crate) async fn damage(path: &Path) -> Result<Option<String>, ControlDbError> {
    let mut connection = connect(path, ConnectionKind::Reader).await?;
    let found: String = sqlx::query_scalar("PRAGMA integrity_check(1)")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(Some(found).filter(|found| found != "ok"))
}

async fn check_version(connection: &mut SqliteConnection) -> Result<(), ControlDbError> {
    let is_new = "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations')";
    if sqlx::query_scalar(is_new).fetch_one(&mut *connection).await? {
        return Ok(());
    }
    let found: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await?;
    let latest = ControlDb::latest_schema();
    if found > latest {
        return Err(ControlDbError::TooNew { found, latest });
    }
    Ok(())
}

/// A read connection to the control database. No other type can run its queries.
pub struct ControlConn {
    pooled: Object<Manager>,
}

impl ControlConn {
    /// The connection, for query macros in `store.rs` files.
    pub(crate) fn conn(&mut self) -> &mut SqliteConnection {
        &mut self.pooled.inner
    }
}

/// A write transaction on the control database. It is rolled back if dropped without [`ControlWrite::commit`].
pub struct ControlWrite {
    conn: ControlConn,
}

impl ControlWrite {
    /// Makes the changes durable.
    ///
    /// # Errors
    /// The disk fails. Nothing is then changed.
    pub async fn commit(mut self) -> Result<(), ControlDbError> {
        self.conn.pooled.inner.execute("COMMIT").await?;
        self.conn.pooled.in_transaction = false;
        Ok(())
    }
}

impl Deref for ControlWrite {
    type Target = ControlConn;

    fn deref(&self) -> &ControlConn {
        &self.conn
    }
}

impl DerefMut for ControlWrite {
    fn deref_mut(&mut self) -> &mut ControlConn {
        &mut self.conn
    }
}

struct Pooled {
    inner: SqliteConnection,
    /// Set while a transaction may be open. A cancelled request leaves it open, and the next user rolls it back.
    in_transaction: bool,
}

struct Manager {
    path: PathBuf,
    kind: ConnectionKind,
}

impl managed::Manager for Manager {
    type Type = Pooled;
    type Error = sqlx::Error;

    async fn create(&self) -> Result<Pooled, sqlx::Error> {
        Ok(Pooled {
            inner: connect(&self.path, self.kind).await?,
            in_transaction: false,
        })
    }

    async fn recycle(&self, pooled: &mut Pooled, _: &Metrics) -> RecycleResult<sqlx::Error> {
        if pooled.in_transaction {
            // "no transaction is active": the commit succeeded after all.
            if let Err(error) = pooled.inner.execute("ROLLBACK").await
                && !error.to_string().contains("no transaction is active")
            {
                return Err(RecycleError::Backend(error));
            }
            pooled.in_transaction = false;
        }
        Ok(())
    }
}

fn pool(path: &Path, kind: ConnectionKind, size: usize) -> Result<Pool<Manager>, ControlDbError> {
    Pool::builder(Manager {
        path: path.to_owned(),
        kind,
    })
    .max_size(size)
    .runtime(Runtime::Tokio1)
    .timeouts(Timeouts {
        wait: Some(WAIT),
        create: Some(WAIT),
        recycle: Some(WAIT),
    })
    .build()
    .map_err(|error| ControlDbError::Sqlx(sqlx::Error::Configuration(error.to_string().into())))
}
