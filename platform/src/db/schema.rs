//! Migrates a tenant's file to the schema of this build.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection as _};

use super::snapshot::{Definition, definitions};
use super::{ConnectionKind, connect};

/// Reason why a file couldn't be migrated to this build's schema.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// A newer build wrote this file. An older one could lose data.
    #[error("the database has schema version {found}, newer than this build's {latest}; update suds")]
    TooNew { found: i64, latest: i64 },
    /// Nothing was ever written to it, or everything is gone.
    #[error("the file is empty")]
    Empty,
    #[error(transparent)]
    Migrate(#[from] sqlx::migrate::MigrateError),
    #[error(transparent)]
    Sqlx(#[from] sqlx::Error),
}

/// Append-only migrations of tenant files. Each ends with `PRAGMA user_version = <its number>` in its own transaction,
/// so that one cheap read shows whether a file is current.
pub struct Schema {
    migrator: &'static Migrator,
}

impl Schema {
    pub const fn new(migrator: &'static Migrator) -> Self {
        Self { migrator }
    }

    /// Schema version of this build.
    pub fn latest(&self) -> i64 {
        self.migrator
            .iter()
            .map(|migration| migration.version)
            .max()
            .unwrap_or(0)
    }

    /// Creates a new, migrated file at `path`: the template that new sites are copied from.
    ///
    /// # Errors
    /// The file exists already or can't be written.
    pub async fn create(&self, path: &Path) -> Result<(), SchemaError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        self.migrate(&mut connection).await?;
        connection.close().await?;
        Ok(())
    }

    /// The schema version of the file behind `connection`.
    ///
    /// # Errors
    /// The file is damaged, empty or newer than this build.
    pub async fn version(&self, connection: &mut SqliteConnection) -> Result<i64, SchemaError> {
        let found: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await?;
        let latest = self.latest();
        match found {
            0 => Err(SchemaError::Empty),
            found if found > latest => Err(SchemaError::TooNew { found, latest }),
            found => Ok(found),
        }
    }

    /// Migrates the file at `path` from the version `found` to this build's schema.
    ///
    /// # Errors
    /// A migration fails. The file then stays unchanged.
    pub async fn upgrade(&self, path: &Path, found: i64) -> Result<(), SchemaError> {
        if found < self.latest() {
            let mut connection = connect(path, ConnectionKind::Writer).await?;
            self.migrate(&mut connection).await?;
            connection.close().await?;
        }
        Ok(())
    }

    /// Tables, indexes, triggers and views of a freshly migrated database.
    ///
    /// # Errors
    /// A migration fails.
    pub async fn definitions(&self) -> Result<Vec<Definition>, SchemaError> {
        let mut connection = SqliteConnectOptions::new()
            .in_memory(true)
            .disable_statement_logging()
            .connect()
            .await?;
        self.migrate(&mut connection).await?;
        let definitions = definitions(&mut connection).await?;
        connection.close().await?;
        Ok(definitions)
    }

    async fn migrate(&self, connection: &mut SqliteConnection) -> Result<(), SchemaError> {
        // `run` takes any `Acquire`, so its future can't be proven `Send`.
        Ok(self.migrator.run_direct(None, connection, false).await?)
    }
}
