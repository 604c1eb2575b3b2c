//! One tenant's SQLite file: a single writer, a few readers, and the types that carry tenancy into every query.

mod connection;
mod holders;
mod new_file;
mod schema;
mod snapshot;
mod transaction;

pub use connection::{ConnectionKind, Manager, PooledConnection, check_sqlite, connect};
pub use holders::unit_of_work;
pub use new_file::NewFile;
pub use schema::{Schema, SchemaError};
pub use snapshot::{Definition, definitions, is_replicated, snapshot};
pub(crate) use snapshot::{damage, remove_litestream_tables};
pub use transaction::{Acting, TenantRead, TenantWrite};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{Pool, PoolError, Timeouts};
use sqlx::Connection as _;

use holders::Holders;

/// Maximum time a request waits for a connection before the server responds 503 `busy`.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// Number of concurrent readers.
const READERS: usize = 2;

/// Most file handles that an open database has: each connection holds the file and its log, and all of them share the index of the
/// log. A file is not held by a second handle for long: it is when it is opened, upgraded or folded.
pub const HANDLES: u64 = 2 * (1 + READERS as u64) + 1;

/// Reason why a database couldn't be read or written.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// Every connection stayed in use for a second, or a new one took more than five to open.
    #[error("no database connection was ready in time")]
    Busy,
    #[error(transparent)]
    Sqlx(#[from] sqlx::Error),
}

impl DbError {
    /// Whether the same may succeed a moment later: connections, or the file's only writer, were in use.
    pub fn is_busy(&self) -> bool {
        // SQLITE_BUSY, in the low byte of the extended codes.
        const SQLITE_BUSY: i32 = 5;
        match self {
            Self::Busy => true,
            Self::Sqlx(sqlx::Error::Database(error)) => error
                .code()
                .and_then(|code| code.parse::<i32>().ok())
                .is_some_and(|code| code & 0xff == SQLITE_BUSY),
            Self::Sqlx(_) => false,
        }
    }
}

impl From<PoolError<sqlx::Error>> for DbError {
    fn from(error: PoolError<sqlx::Error>) -> Self {
        match error {
            PoolError::Timeout(_) => Self::Busy,
            PoolError::Backend(error) => Self::Sqlx(error),
            other => Self::Sqlx(sqlx::Error::Configuration(other.to_string().into())),
        }
    }
}

/// The connections of one open tenant database. Connections open on first use: a site that is only read has no writer.
pub struct Database {
    path: PathBuf,
    writer: Pool<Manager>,
    readers: Pool<Manager>,
    holders: Arc<Holders>,
    pub(crate) effects: Arc<Effects>,
}

/// Effects of a commit on the rest of the process.
pub(crate) struct Effects {
    /// Version of the public data. Unique in the process, so that a reopened site never matches an old cache entry.
    public_version: AtomicU64,
    /// Called with the time (ms) when newly committed jobs are due.
    on_job: Box<dyn Fn(i64) + Send + Sync>,
}

static NEXT_PUBLIC_VERSION: AtomicU64 = AtomicU64::new(1);

impl Effects {
    fn bump_public_version(&self) {
        self.public_version
            .store(NEXT_PUBLIC_VERSION.fetch_add(1, Ordering::Relaxed), Ordering::Release);
    }
}

impl Database {
    /// Prepares the pools for the file at `path` without opening it. A connection is awaited for up to `patience`.
    /// After each commit that enqueued jobs, `on_job` is called with the time when they are due, in milliseconds.
    ///
    /// # Errors
    /// A pool can't be built.
    pub fn new(path: &Path, patience: Duration, on_job: impl Fn(i64) + Send + Sync + 'static) -> Result<Self, DbError> {
        let effects = Arc::new(Effects {
            public_version: AtomicU64::new(NEXT_PUBLIC_VERSION.fetch_add(1, Ordering::Relaxed)),
            on_job: Box::new(on_job),
        });
        Ok(Self {
            path: path.to_owned(),
            writer: pool(path, ConnectionKind::Writer, 1, patience)?,
            readers: pool(path, ConnectionKind::Reader, READERS, patience)?,
            holders: Arc::default(),
            effects,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Version of the publicly visible data, for keys of rendered caches. Changes with the commit that changes such data.
    pub fn public_version(&self) -> u64 {
        self.effects.public_version.load(Ordering::Acquire)
    }

    pub(crate) async fn read(&self) -> Result<TenantRead, DbError> {
        if self.holders.is_holding() {
            return Ok(TenantRead::detached(connect(&self.path, ConnectionKind::Reader).await?));
        }
        let connection = self.readers.get().await?;
        Ok(TenantRead::new(connection, self.holders.enter()))
    }

    pub(crate) async fn write(&self) -> Result<TenantWrite, DbError> {
        // Reads never wait in a unit that holds a connection, so waiting for the writer can end.
        self.holders.is_holding();
        let connection = self.writer.get().await?;
        TenantWrite::begin(connection, self.holders.enter(), Arc::clone(&self.effects)).await
    }

    /// Whether the caller holds a connection, and so must not wait for what others load with theirs.
    pub(crate) fn is_held_by_caller(&self) -> bool {
        self.holders.is_holding()
    }

    /// Checkpoints and empties the WAL, so that deleted data is nowhere on the disk. Returns false if a reader kept
    /// part of it. A database that Litestream replicates is only checkpointed.
    pub(crate) async fn empty_wal(&self) -> Result<bool, DbError> {
        let mut connection = self.writer.get().await?;
        if is_replicated(&mut connection.inner).await? {
            // Litestream always reads, so that waiting for readers would only block writers. It overwrites the WAL itself.
            sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
                .execute(&mut connection.inner)
                .await?;
            return Ok(true);
        }
        let busy: i64 = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut connection.inner)
            .await?;
        Ok(busy == 0)
    }

    /// Closes idle connections and rejects new ones. A writer closes last, because only a writer can fold the WAL into
    /// the file and remove it.
    pub(crate) async fn close(&self) {
        for pool in [&self.readers, &self.writer] {
            for connection in pool.retain(|_, _| false).removed {
                if let Err(error) = connection.close().await {
                    tracing::warn!(%error, "a database connection didn't close cleanly");
                }
            }
            pool.close();
        }
        fold_log(&self.path).await;
    }
}

/// Folds the WAL of the file at `path` into it if a reader closed it last.
pub async fn fold_log(path: &Path) {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if !Path::new(&log).exists() {
        return;
    }
    let folded = async { connect(path, ConnectionKind::Writer).await?.close().await };
    if let Err(error) = folded.await {
        tracing::warn!(%error, "a database's WAL file was left behind");
    }
}

fn pool(path: &Path, kind: ConnectionKind, size: usize, patience: Duration) -> Result<Pool<Manager>, DbError> {
    Pool::builder(Manager::new(path, kind))
        .max_size(size)
        .runtime(Runtime::Tokio1)
        .timeouts(Timeouts {
            wait: Some(patience),
            create: Some(patience * 5),
            recycle: Some(patience * 5),
        })
        .build()
        .map_err(|error| DbError::Sqlx(sqlx::Error::Configuration(error.to_string().into())))
}
