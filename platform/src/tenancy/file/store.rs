use jiff::Timestamp;
use sqlx::sqlite::SqliteConnection;

use super::{Said, Tie};
use crate::db::TenantWrite;
use crate::ids::SiteId;

/// The schema version since which files say whose they are.
pub(super) const FIRST_VERSION: i64 = 8;

/// The schema version since which files have an epoch.
pub(super) const FIRST_WITH_EPOCH: i64 = 56;

/// The schema version since which ledgers have seals.
pub(super) const FIRST_WITH_SEALS: i64 = 53;

pub(super) async fn has_seals(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pragma_table_info('ledger_entries') WHERE name = 'seal')")
        .fetch_one(connection)
        .await
}

pub(super) async fn waits_for_seals(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT 1 FROM ledger_unsealed) AS "waits!: bool""#)
        .fetch_one(connection)
        .await
}

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

pub(super) async fn epoch(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!("SELECT epoch FROM site_copy")
        .fetch_one(connection)
        .await
}

pub(super) async fn set_epoch(db: &mut TenantWrite, epoch: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE site_copy SET epoch = ?", epoch)
        .execute(db.conn())
        .await?;
    Ok(())
}
