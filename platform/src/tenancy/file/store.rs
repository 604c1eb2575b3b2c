use jiff::Timestamp;
use sqlx::sqlite::SqliteConnection;

use super::{Said, Tie};
use crate::db::TenantWrite;
use crate::ids::SiteId;

/// The schema version since which files say whose they are.
pub(super) const FIRST_VERSION: i64 = 8;

pub(super) async fn said(connection: &mut SqliteConnection) -> Result<Option<Said>, sqlx::Error> {
    let row = sqlx::query!("SELECT site_id, first_migration, tied_at FROM site_file")
        .fetch_optional(connection)
        .await?;
    row.map(|row| {
        let at = Timestamp::from_millisecond(row.tied_at).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(Said {
            site: row.site_id,
            tie: Tie {
                first_migration: row.first_migration,
                at,
            },
        })
    })
    .transpose()
}

pub(super) async fn tie(db: &mut TenantWrite, site: SiteId, now: Timestamp) -> Result<Tie, sqlx::Error> {
    let (site, tied_at) = (site.to_string(), now.as_millisecond());
    let first_migration: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(db.conn()).await?;
    sqlx::query!(
        "INSERT INTO site_file (one, site_id, first_migration, tied_at) VALUES (1, ?, ?, ?)",
        site,
        first_migration,
        tied_at
    )
    .execute(db.conn())
    .await?;
    let at = Timestamp::from_millisecond(tied_at).map_err(|error| sqlx::Error::Encode(error.into()))?;
    Ok(Tie { first_migration, at })
}
