//! Subdomains of sites, those they had before, and their hosts.

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};

use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};
use crate::sites::rules::{Released, SubdomainUse};

/// Current or previous site of a subdomain.
pub async fn subdomain_use(db: &mut ControlConn, subdomain: &Subdomain) -> Result<SubdomainUse, sqlx::Error> {
    let text = subdomain.as_str();
    let taken = sqlx::query_scalar!("SELECT id FROM sites WHERE subdomain = $1 AND state <> 'deleted'", text)
        .fetch_optional(db.conn())
        .await?
        .is_some();
    let released = sqlx::query!(
        "SELECT site_id, free_at FROM released_subdomains WHERE subdomain = $1",
        text
    )
    .fetch_optional(db.conn())
    .await?;
    let released = released.map(|row| {
        Ok::<_, sqlx::Error>(Released {
            by: parsed("released_subdomains.site_id", &row.site_id)?,
            until: instant("released_subdomains.free_at", row.free_at)?,
        })
    });
    Ok(SubdomainUse {
        taken,
        released: released.transpose()?,
    })
}

/// Reserves a subdomain that a site has released.
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

/// Changes the subdomain of a site.
///
/// # Errors
/// The database fails. A taken subdomain is a unique violation.
pub async fn set_subdomain(db: &mut ControlWrite, id: SiteId, subdomain: &Subdomain) -> Result<(), sqlx::Error> {
    let (id, subdomain) = (id.to_string(), subdomain.as_str());
    sqlx::query!("UPDATE sites SET subdomain = $1 WHERE id = $2", subdomain, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Takes a subdomain out of quarantine.
pub async fn take_back_subdomain(db: &mut ControlWrite, subdomain: &Subdomain) -> Result<(), sqlx::Error> {
    let subdomain = subdomain.as_str();
    sqlx::query!("DELETE FROM released_subdomains WHERE subdomain = $1", subdomain)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Current address of the site that has reserved a released subdomain at `now`: its subdomain, and its custom domain if
/// it has one.
pub async fn moved_from(
    db: &mut ControlConn,
    subdomain: &Subdomain,
    now: Timestamp,
) -> Result<Option<(Subdomain, Option<String>)>, sqlx::Error> {
    let (subdomain, now) = (subdomain.as_str(), now.as_millisecond());
    sqlx::query!(
        r#"SELECT sites.subdomain,
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "host: String"
           FROM released_subdomains JOIN sites ON sites.id = released_subdomains.site_id
           WHERE released_subdomains.subdomain = $1 AND released_subdomains.free_at > $2
             AND sites.state IN ('active', 'suspended') AND sites.delete_after IS NULL"#,
        subdomain,
        now
    )
    .fetch_optional(db.conn())
    .await?
    .map(|row| Ok((parsed("sites.subdomain", &row.subdomain)?, row.host)))
    .transpose()
}

/// Assigns a host name to a site. Returns false if it is already assigned.
pub async fn insert_host(db: &mut ControlWrite, host: &str, site: SiteId) -> Result<bool, sqlx::Error> {
    let site = site.to_string();
    let done = sqlx::query!(
        "INSERT INTO host_names (host, site_id) VALUES ($1, $2) ON CONFLICT (host) DO NOTHING",
        host,
        site
    )
    .execute(db.conn())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether a site uses a host name.
pub async fn has_host(db: &mut ControlConn, host: &str) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!("SELECT site_id FROM host_names WHERE host = $1", host)
        .fetch_optional(db.conn())
        .await?;
    Ok(found.is_some())
}

/// Removes all host names of a site, and its claim of one.
pub async fn remove_hosts(db: &mut ControlWrite, site: SiteId) -> Result<(), sqlx::Error> {
    let site = site.to_string();
    sqlx::query!("DELETE FROM host_names WHERE site_id = $1", site)
        .execute(db.conn())
        .await?;
    sqlx::query!("DELETE FROM domain_claims WHERE site_id = $1", site)
        .execute(db.conn())
        .await?;
    Ok(())
}
