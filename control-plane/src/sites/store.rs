//! The sites' SQL.

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};

use super::rules::SubdomainUse;
use super::{SiteRecord, SiteState};
use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

struct SiteRow {
    id: String,
    account_id: String,
    environment: String,
    subdomain: String,
    state: String,
    app_key: String,
    pinned_build: Option<String>,
    created_at: i64,
}

impl SiteRow {
    fn into_site(self) -> Result<SiteRecord, sqlx::Error> {
        Ok(SiteRecord {
            id: parsed("sites.id", &self.id)?,
            account_id: parsed("sites.account_id", &self.account_id)?,
            environment: self.environment,
            subdomain: parsed("sites.subdomain", &self.subdomain)?,
            state: parsed("sites.state", &self.state)?,
            app_key: self.app_key,
            pinned_build: self.pinned_build,
            created_at: instant("sites.created_at", self.created_at)?,
        })
    }
}

/// Adds a site with its wrapped data key (base64).
///
/// # Errors
/// On a database failure; a taken subdomain is a unique violation.
pub async fn insert(db: &mut ControlWrite, site: &SiteRecord, wrapped_key: &str) -> Result<(), sqlx::Error> {
    let (id, account_id, created_at) = (
        site.id.to_string(),
        site.account_id.to_string(),
        site.created_at.as_millisecond(),
    );
    let (subdomain, state) = (site.subdomain.as_str(), site.state.into_str());
    sqlx::query!(
        "INSERT INTO sites (id, account_id, environment, subdomain, state, app_key, wrapped_key, pinned_build, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id,
        account_id,
        site.environment,
        subdomain,
        state,
        site.app_key,
        wrapped_key,
        site.pinned_build,
        created_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Moves a site from one state to another. Returns whether it was in `from`.
///
/// # Errors
/// On a database failure.
pub async fn move_state(
    db: &mut ControlWrite,
    id: SiteId,
    from: SiteState,
    to: SiteState,
) -> Result<bool, sqlx::Error> {
    let (id, from, to) = (id.to_string(), from.into_str(), to.into_str());
    let done = sqlx::query!("UPDATE sites SET state = $1 WHERE id = $2 AND state = $3", to, id, from)
        .execute(db.conn())
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Forgets a site that was never active.
///
/// # Errors
/// On a database failure.
pub async fn delete_half_made(db: &mut ControlWrite, id: SiteId) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!("DELETE FROM sites WHERE id = $1 AND state = 'creating'", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// All sites that are not deleted, by subdomain.
///
/// # Errors
/// On a database failure.
pub async fn list(db: &mut ControlConn) -> Result<Vec<SiteRecord>, sqlx::Error> {
    sqlx::query_as!(
        SiteRow,
        "SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at
         FROM sites WHERE state <> 'deleted' ORDER BY subdomain"
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(SiteRow::into_site)
    .collect()
}

/// The sites whose making was interrupted.
///
/// # Errors
/// On a database failure.
pub async fn half_made(db: &mut ControlConn) -> Result<Vec<SiteRecord>, sqlx::Error> {
    sqlx::query_as!(
        SiteRow,
        "SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at
         FROM sites WHERE state = 'creating' ORDER BY created_at"
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(SiteRow::into_site)
    .collect()
}

/// One site, whatever its state.
///
/// # Errors
/// On a database failure.
pub async fn find(db: &mut ControlConn, id: SiteId) -> Result<Option<SiteRecord>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_as!(
        SiteRow,
        "SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at
         FROM sites WHERE id = $1",
        id
    )
    .fetch_optional(db.conn())
    .await?
    .map(SiteRow::into_site)
    .transpose()
}

/// The site that has this subdomain now.
///
/// # Errors
/// On a database failure.
pub async fn find_live(db: &mut ControlConn, subdomain: &Subdomain) -> Result<Option<SiteRecord>, sqlx::Error> {
    let subdomain = subdomain.as_str();
    sqlx::query_as!(
        SiteRow,
        "SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at
         FROM sites WHERE subdomain = $1 AND state <> 'deleted'",
        subdomain
    )
    .fetch_optional(db.conn())
    .await?
    .map(SiteRow::into_site)
    .transpose()
}

/// Who has or had a subdomain.
///
/// # Errors
/// On a database failure.
pub async fn subdomain_use(db: &mut ControlConn, subdomain: &Subdomain) -> Result<SubdomainUse, sqlx::Error> {
    let taken = find_live(db, subdomain).await?.is_some();
    let text = subdomain.as_str();
    let free_at = sqlx::query_scalar!("SELECT free_at FROM released_subdomains WHERE subdomain = $1", text)
        .fetch_optional(db.conn())
        .await?;
    let released_until = free_at
        .map(|ms| instant("released_subdomains.free_at", ms))
        .transpose()?;
    Ok(SubdomainUse { taken, released_until })
}

/// Puts a subdomain that a site gives up into quarantine.
///
/// # Errors
/// On a database failure.
pub async fn release_subdomain(
    db: &mut ControlWrite,
    subdomain: &Subdomain,
    site: SiteId,
    now: Timestamp,
    free_at: Timestamp,
) -> Result<(), sqlx::Error> {
    let (subdomain, site) = (subdomain.as_str(), site.to_string());
    let (released_at, free_at) = (now.as_millisecond(), free_at.as_millisecond());
    sqlx::query!(
        "INSERT INTO released_subdomains (subdomain, site_id, released_at, free_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (subdomain) DO UPDATE
         SET site_id = excluded.site_id, released_at = excluded.released_at, free_at = excluded.free_at",
        subdomain,
        site,
        released_at,
        free_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
