//! SQL of the site directory and of the indexes of due jobs and files.

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};
use platform::tenancy::Tie;

use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

/// Columns of a live site for the directory.
pub struct EntryRow {
    pub id: String,
    pub subdomain: String,
    pub state: String,
    pub environment: String,
    pub production: bool,
    pub app_key: String,
    pub wrapped_key: String,
    pub pinned_build: Option<String>,
    pub rolled_build: Option<String>,
    pub target_app_version: Option<String>,
    pub host: Option<String>,
    pub epoch: i64,
    pub held_at: Option<i64>,
    pub held_from: Option<i64>,
}

/// The live site with this subdomain.
pub async fn entry_by_subdomain(db: &mut ControlConn, subdomain: &Subdomain) -> Result<Option<EntryRow>, sqlx::Error> {
    let subdomain = subdomain.as_str();
    sqlx::query_as!(
        EntryRow,
        r#"SELECT sites.id, sites.subdomain, sites.state, sites.environment, environments.production AS "production: bool",
                  sites.app_key, sites.wrapped_key, sites.pinned_build, sites.rolled_build,
                  environments.target_app_version, sites.epoch, sites.held_at, sites.held_from,
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "host: String"
           FROM sites JOIN environments ON environments.name = sites.environment
           WHERE sites.subdomain = $1 AND sites.state IN ('active', 'suspended') AND sites.delete_after IS NULL"#,
        subdomain
    )
    .fetch_optional(db.conn())
    .await
}

/// The live site with this id.
pub async fn entry_by_id(db: &mut ControlConn, id: SiteId) -> Result<Option<EntryRow>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_as!(
        EntryRow,
        r#"SELECT sites.id, sites.subdomain, sites.state, sites.environment, environments.production AS "production: bool",
                  sites.app_key, sites.wrapped_key, sites.pinned_build, sites.rolled_build,
                  environments.target_app_version, sites.epoch, sites.held_at, sites.held_from,
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "host: String"
           FROM sites JOIN environments ON environments.name = sites.environment
           WHERE sites.id = $1 AND sites.state IN ('active', 'suspended') AND sites.delete_after IS NULL"#,
        id
    )
    .fetch_optional(db.conn())
    .await
}

/// ID of the site with this host name.
pub async fn site_of_host(db: &mut ControlConn, host: &str) -> Result<Option<SiteId>, sqlx::Error> {
    sqlx::query_scalar!("SELECT site_id FROM host_names WHERE host = $1", host)
        .fetch_optional(db.conn())
        .await?
        .map(|id| parsed("host_names.site_id", &id))
        .transpose()
}

/// Sets when a site next has work due.
pub async fn set_due(db: &mut ControlWrite, site: SiteId, due_at: Option<Timestamp>) -> Result<(), sqlx::Error> {
    let (site, due_at) = (site.to_string(), due_at.map(Timestamp::as_millisecond));
    sqlx::query!(
        "INSERT INTO site_due (site_id, due_at) VALUES ($1, $2)
         ON CONFLICT (site_id) DO UPDATE SET due_at = excluded.due_at",
        site,
        due_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Removes a site's due time.
pub async fn forget_due(db: &mut ControlWrite, site: SiteId) -> Result<(), sqlx::Error> {
    let site = site.to_string();
    sqlx::query!("DELETE FROM site_due WHERE site_id = $1", site)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// All sites with due work, earliest first.
pub async fn all_due(db: &mut ControlConn) -> Result<Vec<(SiteId, Timestamp)>, sqlx::Error> {
    sqlx::query!(r#"SELECT site_id, due_at AS "due_at!" FROM site_due WHERE due_at IS NOT NULL ORDER BY due_at"#)
        .fetch_all(db.conn())
        .await?
        .into_iter()
        .map(|row| {
            Ok((
                parsed("site_due.site_id", &row.site_id)?,
                instant("site_due.due_at", row.due_at)?,
            ))
        })
        .collect()
}

/// Recorded origin of a site's file.
pub async fn tie_of(db: &mut ControlConn, site: SiteId) -> Result<Option<Tie>, sqlx::Error> {
    let site = site.to_string();
    sqlx::query!(
        "SELECT first_migration, tied_at FROM site_files WHERE site_id = $1",
        site
    )
    .fetch_optional(db.conn())
    .await?
    .map(|row| {
        Ok(Tie {
            first_migration: row.first_migration,
            at: instant("site_files.tied_at", row.tied_at)?,
        })
    })
    .transpose()
}

/// Records the database file a site started with. An existing record stays.
pub async fn record_tie(db: &mut ControlWrite, site: SiteId, tie: Tie) -> Result<(), sqlx::Error> {
    let (site, tied_at) = (site.to_string(), tie.at.as_millisecond());
    sqlx::query!(
        "INSERT INTO site_files (site_id, first_migration, tied_at) VALUES ($1, $2, $3) ON CONFLICT (site_id) DO NOTHING",
        site,
        tie.first_migration,
        tied_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Removes the record of a site's database file.
pub async fn forget_tie(db: &mut ControlWrite, site: SiteId) -> Result<(), sqlx::Error> {
    let site = site.to_string();
    sqlx::query!("DELETE FROM site_files WHERE site_id = $1", site)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Whether a site's ledger has been sealed.
pub async fn is_ledger_sealed(db: &mut ControlConn, site: SiteId) -> Result<bool, sqlx::Error> {
    let site = site.to_string();
    let is_sealed = sqlx::query_scalar!(
        r#"SELECT ledger_sealed AS "is_sealed: bool" FROM sites WHERE id = $1"#,
        site
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(is_sealed.unwrap_or_default())
}

/// Records whether a site's ledger has been sealed.
pub async fn set_ledger_sealed(db: &mut ControlWrite, site: SiteId, is_sealed: bool) -> Result<(), sqlx::Error> {
    let site = site.to_string();
    sqlx::query!("UPDATE sites SET ledger_sealed = $1 WHERE id = $2", is_sealed, site)
        .execute(db.conn())
        .await?;
    Ok(())
}
