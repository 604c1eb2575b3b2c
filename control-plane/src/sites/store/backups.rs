//! SQL of the newest backup of each site.

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};

use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

/// A live site and the time of its newest backup that passed its check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastBackup {
    pub subdomain: Subdomain,
    /// `None`: no backup has passed yet.
    pub at: Option<Timestamp>,
    /// When the site was created.
    pub created_at: Timestamp,
}

/// Live sites, those with the oldest backup first. Sites without one come before all others.
pub async fn last_backups(db: &mut ControlConn) -> Result<Vec<LastBackup>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT subdomain, backed_up_at, created_at FROM sites
         WHERE state IN ('active', 'suspended') AND delete_after IS NULL
         ORDER BY COALESCE(backed_up_at, 0), subdomain"
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let at = row.backed_up_at.map(|ms| instant("sites.backed_up_at", ms));
            Ok(LastBackup {
                subdomain: parsed("sites.subdomain", &row.subdomain)?,
                at: at.transpose()?,
                created_at: instant("sites.created_at", row.created_at)?,
            })
        })
        .collect()
}

/// Records the time of a site's newest backup that passed its check.
pub async fn note_backup(db: &mut ControlWrite, site: SiteId, at: Timestamp) -> Result<(), sqlx::Error> {
    let (site, at) = (site.to_string(), at.as_millisecond());
    sqlx::query!("UPDATE sites SET backed_up_at = $1 WHERE id = $2", at, site)
        .execute(db.conn())
        .await?;
    Ok(())
}
