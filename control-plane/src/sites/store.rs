//! SQL of sites.

pub mod backups;
pub(super) mod claims;
pub(super) mod entries;
pub mod holds;
pub(super) mod identities;
pub mod subdomains;

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};

use super::{SiteRecord, SiteState};
use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

struct SiteRow {
    id: String,
    account_id: String,
    environment: String,
    subdomain: String,
    custom_domain: Option<String>,
    state: String,
    app_key: String,
    pinned_build: Option<String>,
    created_at: i64,
    delete_after: Option<i64>,
    epoch: i64,
    held_at: Option<i64>,
    held_reason: Option<String>,
    held_from: Option<i64>,
}

impl SiteRow {
    fn into_site(self) -> Result<SiteRecord, sqlx::Error> {
        let delete_after = self
            .delete_after
            .map(|ms| instant("sites.delete_after", ms))
            .transpose()?;
        Ok(SiteRecord {
            id: parsed("sites.id", &self.id)?,
            account_id: parsed("sites.account_id", &self.account_id)?,
            environment: self.environment,
            subdomain: parsed("sites.subdomain", &self.subdomain)?,
            custom_domain: self.custom_domain,
            state: shown_state(&self.state, delete_after)?,
            app_key: self.app_key,
            pinned_build: self.pinned_build,
            created_at: instant("sites.created_at", self.created_at)?,
            delete_after,
            epoch: self.epoch,
            hold: holds::shown_hold(self.held_at, self.held_reason.as_deref(), self.held_from)?,
        })
    }
}

/// Public state. The stored state of a site being deleted is the one it had before.
pub(super) fn shown_state(stored: &str, delete_after: Option<Timestamp>) -> Result<SiteState, sqlx::Error> {
    let state = parsed("sites.state", stored)?;
    Ok(match (state, delete_after) {
        (SiteState::Active | SiteState::Suspended, Some(_)) => SiteState::Deleting,
        _ => state,
    })
}

/// Adds a site with its wrapped data key (base64).
///
/// # Errors
/// The database fails; a taken subdomain is a unique violation.
pub async fn insert(db: &mut ControlWrite, site: &SiteRecord, wrapped_key: &str) -> Result<(), sqlx::Error> {
    let (id, account_id, created_at) = (
        site.id.to_string(),
        site.account_id.to_string(),
        site.created_at.as_millisecond(),
    );
    let (subdomain, state) = (site.subdomain.as_str(), site.state.into_str());
    sqlx::query!(
        "INSERT INTO sites (id, account_id, environment, subdomain, state, app_key, wrapped_key, pinned_build, created_at, epoch)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        id,
        account_id,
        site.environment,
        subdomain,
        state,
        site.app_key,
        wrapped_key,
        site.pinned_build,
        created_at,
        site.epoch
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Changes a site's state. Returns whether it was in `from`.
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

/// Reuses the row of a deleted site, which the audit log references, as if `site` were new. Returns whether there is
/// such a row.
///
/// # Errors
/// The database fails. A taken subdomain is a unique violation.
pub async fn take_in_again(db: &mut ControlWrite, site: &SiteRecord, wrapped_key: &str) -> Result<bool, sqlx::Error> {
    let (id, account_id, created_at) = (
        site.id.to_string(),
        site.account_id.to_string(),
        site.created_at.as_millisecond(),
    );
    let (subdomain, state) = (site.subdomain.as_str(), site.state.into_str());
    let done = sqlx::query!(
        "UPDATE sites SET account_id = $1, environment = $2, subdomain = $3, state = $4, app_key = $5, wrapped_key = $6,
             pinned_build = $7, created_at = $8, rolled_build = NULL, epoch = $9, held_at = NULL, held_reason = NULL, held_from = NULL,
             exported_at = NULL, backed_up_at = NULL
         WHERE id = $10 AND state = 'deleted'",
        account_id,
        site.environment,
        subdomain,
        state,
        site.app_key,
        wrapped_key,
        site.pinned_build,
        created_at,
        site.epoch,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Forgets a site that was never active. One that was active before and deleted permanently becomes deleted again.
pub async fn delete_half_made(db: &mut ControlWrite, id: SiteId) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!(
        "UPDATE sites SET state = 'deleted', wrapped_key = '' WHERE id = $1 AND state = 'creating' AND was_deleted",
        id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!("DELETE FROM sites WHERE id = $1 AND state = 'creating'", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// All sites that aren't deleted, by subdomain.
pub async fn list(db: &mut ControlConn) -> Result<Vec<SiteRecord>, sqlx::Error> {
    sqlx::query_as!(
        SiteRow,
        r#"SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at, delete_after,
                  epoch, held_at, held_reason, held_from,
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "custom_domain: String"
           FROM sites WHERE state <> 'deleted' ORDER BY subdomain"#
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(SiteRow::into_site)
    .collect()
}

/// Sites whose creation was interrupted.
pub async fn half_made(db: &mut ControlConn) -> Result<Vec<SiteRecord>, sqlx::Error> {
    sqlx::query_as!(
        SiteRow,
        r#"SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at, delete_after,
                  epoch, held_at, held_reason, held_from,
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "custom_domain: String"
           FROM sites WHERE state = 'creating' ORDER BY created_at"#
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(SiteRow::into_site)
    .collect()
}

/// Site in any state.
pub async fn find(db: &mut ControlConn, id: SiteId) -> Result<Option<SiteRecord>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_as!(
        SiteRow,
        r#"SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at, delete_after,
                  epoch, held_at, held_reason, held_from,
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "custom_domain: String"
           FROM sites WHERE id = $1"#,
        id
    )
    .fetch_optional(db.conn())
    .await?
    .map(SiteRow::into_site)
    .transpose()
}

/// The site that has this subdomain now.
pub async fn find_live(db: &mut ControlConn, subdomain: &Subdomain) -> Result<Option<SiteRecord>, sqlx::Error> {
    let subdomain = subdomain.as_str();
    sqlx::query_as!(
        SiteRow,
        r#"SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at, delete_after,
                  epoch, held_at, held_reason, held_from,
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "custom_domain: String"
           FROM sites WHERE subdomain = $1 AND state <> 'deleted'"#,
        subdomain
    )
    .fetch_optional(db.conn())
    .await?
    .map(SiteRow::into_site)
    .transpose()
}

/// Pins a site to a build. `None`: unpins it.
pub async fn set_pin(db: &mut ControlWrite, id: SiteId, build: Option<&str>) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!("UPDATE sites SET pinned_build = $1 WHERE id = $2", build, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Sets when a site is deleted permanently. `None`: it isn't being deleted.
pub async fn set_delete_after(db: &mut ControlWrite, id: SiteId, until: Option<Timestamp>) -> Result<(), sqlx::Error> {
    let (id, until) = (id.to_string(), until.map(Timestamp::as_millisecond));
    sqlx::query!("UPDATE sites SET delete_after = $1 WHERE id = $2", until, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Sites whose grace period is over at `now`.
pub async fn overdue(db: &mut ControlConn, now: Timestamp) -> Result<Vec<SiteRecord>, sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query_as!(
        SiteRow,
        r#"SELECT id, account_id, environment, subdomain, state, app_key, pinned_build, created_at, delete_after,
                  epoch, held_at, held_reason, held_from,
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "custom_domain: String"
           FROM sites WHERE delete_after <= $1 AND state IN ('active', 'suspended') ORDER BY delete_after"#,
        now
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(SiteRow::into_site)
    .collect()
}

/// Marks a site as permanently deleted: keeps its row without the key.
pub async fn set_deleted(db: &mut ControlWrite, id: SiteId) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!(
        "UPDATE sites SET state = 'deleted', delete_after = NULL, pinned_build = NULL, wrapped_key = '', was_deleted = TRUE
         WHERE id = $1",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Wrapped data key (base64) of every site that has one.
pub async fn wrapped_keys(db: &mut ControlConn) -> Result<Vec<(SiteId, String)>, sqlx::Error> {
    let rows = sqlx::query!("SELECT id, wrapped_key FROM sites WHERE wrapped_key <> '' ORDER BY id")
        .fetch_all(db.conn())
        .await?;
    rows.into_iter()
        .map(|row| Ok((parsed("sites.id", &row.id)?, row.wrapped_key)))
        .collect()
}

/// Saves a site's data key, wrapped with another master key (base64).
pub async fn set_wrapped_key(db: &mut ControlWrite, id: SiteId, wrapped_key: &str) -> Result<(), sqlx::Error> {
    let id = id.to_string();
    sqlx::query!("UPDATE sites SET wrapped_key = $1 WHERE id = $2", wrapped_key, id)
        .execute(db.conn())
        .await?;
    Ok(())
}
