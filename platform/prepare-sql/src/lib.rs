//! Descriptions of the SQL statements in the source, used by the query macros without a database (`<crate>/.sqlx`).
//! They are derived from the source text and the migrations alone, so no crate has to compile first.

mod source;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection as _, Describe, Executor as _, SqlSafeStr as _, Sqlite, SqliteConnection};

pub use source::{literal, rust_files, statements_of};

/// Crates with SQL, each with its database migrations.
pub const CRATES: [(&str, &str); 3] = [
    ("platform", "tenant-runtime/migrations"),
    ("tenant-runtime", "tenant-runtime/migrations"),
    ("control-plane", "control-plane/migrations"),
];

/// The file of a statement, in the format of the macros.
#[derive(Serialize)]
struct Prepared<'a> {
    db_name: &'static str,
    query: &'a str,
    describe: Describe<Sqlite>,
    hash: String,
}

/// Describes each statement of a crate against its migrated database.
pub struct Describer {
    connection: SqliteConnection,
}

impl Describer {
    /// Migrates an empty database in memory.
    ///
    /// # Errors
    /// A migration that fails, named.
    pub async fn migrated(migrations: &Path) -> anyhow::Result<Self> {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await?;
        let migrator = Migrator::new(migrations).await?;
        migrator.run_direct(None, &mut connection, false).await?;
        Ok(Self { connection })
    }

    /// Content of the files of the crate in `folder`, by name. Those in `known` are not described again.
    ///
    /// # Errors
    /// A statement that doesn't fit the schema, with its text; a source file that can't be read.
    pub async fn describe(
        &mut self,
        folder: &Path,
        known: &BTreeMap<String, String>,
    ) -> anyhow::Result<BTreeMap<String, String>> {
        let mut files = BTreeMap::new();
        for path in rust_files(&folder.join("src"))? {
            let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            for query in statements_of(&text) {
                let hash = HEXLOWER.encode(&Sha256::digest(&query));
                let name = format!("query-{hash}.json");
                if files.contains_key(&name) {
                    continue;
                }
                if let Some(text) = known.get(&name) {
                    files.insert(name, text.clone());
                    continue;
                }
                let statement = AssertSqlSafe(query.clone()).into_sql_str();
                let describe = (&mut self.connection).describe(statement).await;
                let describe = describe.with_context(|| format!("{}: {query}", path.display()))?;
                let prepared = Prepared {
                    db_name: "SQLite",
                    query: &query,
                    describe,
                    hash,
                };
                files.insert(name, format!("{}\n", serde_json::to_string_pretty(&prepared)?));
            }
        }
        Ok(files)
    }
}

/// Digest of a folder's migrations.
///
/// # Errors
/// A file that can't be read.
pub fn migrations_digest(folder: &Path) -> anyhow::Result<String> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<_>>()?;
    paths.sort();
    let mut hash = Sha256::new();
    for path in paths {
        hash.update(std::fs::read(&path).with_context(|| path.display().to_string())?);
    }
    Ok(HEXLOWER.encode(&hash.finalize()))
}

/// Content of the files that are there for the crate in `folder`, by name.
///
/// # Errors
/// A file that can't be read.
pub fn committed(folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let folder = folder.join(".sqlx");
    let mut files = BTreeMap::new();
    if !folder.exists() {
        return Ok(files);
    }
    for entry in std::fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, std::fs::read_to_string(entry.path())?);
    }
    Ok(files)
}
