//! Reads an installation of an earlier version. Its tables may lack what this version has, so that only columns of the first
//! schema are read, and the compiler doesn't check the statements.

use platform::db::{ConnectionKind, connect};
use platform::ids::SiteId;
use sqlx::{Connection as _, SqliteConnection};

use crate::data_dir::DataDir;

pub(super) struct Installation {
    /// Newest migration of the control database.
    pub(super) schema: i64,
    /// A production environment with sites, if any.
    pub(super) production: Option<String>,
    pub(super) sites: Vec<SiteFile>,
}

/// A live site's file.
pub(super) struct SiteFile {
    pub(super) id: SiteId,
    pub(super) subdomain: String,
    /// `None`: the file can't be read.
    pub(super) schema: Option<i64>,
    pub(super) bytes: u64,
}

/// # Errors
/// The control database can't be read.
pub(super) async fn installation(dir: &DataDir) -> Result<Installation, sqlx::Error> {
    let mut control = connect(&dir.control_database(), ConnectionKind::Reader).await?;
    let schema = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
        .fetch_one(&mut control)
        .await?;
    let production = sqlx::query_scalar(
        "SELECT environments.name FROM environments JOIN sites ON sites.environment = environments.name
         WHERE environments.production AND sites.state <> 'deleted' ORDER BY environments.name LIMIT 1",
    )
    .fetch_optional(&mut control)
    .await?;
    let live: Vec<(String, String)> =
        sqlx::query_as("SELECT id, subdomain FROM sites WHERE state IN ('active', 'suspended') ORDER BY subdomain")
            .fetch_all(&mut control)
            .await?;
    control.close().await?;
    let mut sites = Vec::new();
    for (id, subdomain) in live {
        let Ok(id) = id.parse::<SiteId>() else { continue };
        let path = dir.site(id).join("site.sqlite");
        let schema = match connect(&path, ConnectionKind::Reader).await {
            Ok(mut file) => version_of(&mut file).await.ok(),
            Err(_) => None,
        };
        let bytes = std::fs::metadata(&path).map(|file| file.len()).unwrap_or_default();
        sites.push(SiteFile {
            id,
            subdomain,
            schema,
            bytes,
        });
    }
    Ok(Installation {
        schema,
        production,
        sites,
    })
}

async fn version_of(file: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("PRAGMA user_version").fetch_one(file).await
}
