//! Deletes a site: it stops serving and running jobs immediately, and is removed after its grace period. The row is
//! removed last, so that an interrupted removal is repeated.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platform::causes::Causes;
use platform::ids::{SiteId, Subdomain};
use platform::tenancy::Hold;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::create::{CreateSiteError, remove_files};
use super::lifecycle::{ChangeError, finish};
use super::{HoldReason, SiteRecord, SiteState, rules, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;
use crate::{accounts, fleet};

/// Default number of days in which a deletion can be undone.
pub const GRACE_DAYS: u16 = 30;

/// Maximum grace period in days.
pub const LONGEST_GRACE_DAYS: u16 = 365;

/// Interval for removing sites whose grace period is over.
const SWEEP: Duration = Duration::from_secs(10);

/// Actor in the audit log when the grace period is over.
const ACTOR: &str = "sweep";

/// Starts the deletion of a site. `confirmed`: its subdomain, entered as confirmation. If repeated, the first grace
/// period stays.
///
/// # Errors
/// The subdomain is wrong, or the site is gone.
pub async fn delete(
    plane: &ControlPlane,
    id: SiteId,
    confirmed: &Subdomain,
    grace_days: u16,
    actor: &str,
) -> Result<SiteRecord, ChangeError> {
    let mut db = plane.db.write().await?;
    let site = store::find(&mut db, id).await?.ok_or(ChangeError::Gone)?;
    match site.state {
        SiteState::Active | SiteState::Suspended => {}
        SiteState::Deleting => return Ok(site),
        SiteState::Creating | SiteState::Deleted => return Err(ChangeError::Gone),
    }
    if site.subdomain != *confirmed {
        return Err(ChangeError::NotConfirmed(site.subdomain));
    }
    let days = grace_days.min(LONGEST_GRACE_DAYS);
    let until = plane.now() + SignedDuration::from_hours(24 * i64::from(days));
    store::set_delete_after(&mut db, id, Some(until)).await?;
    let details = json!({ "subdomain": site.subdomain, "deleteAfter": until });
    let deleting = finish(plane, db, &site, actor, "site.delete", details).await?;
    if !plane.open_sites().drain(id).await {
        tracing::warn!(site.id = %id, "a site being deleted still has requests in progress");
    }
    Ok(deleting)
}

/// Undoes a deletion: the site returns to its previous state. An exported site is held, because another installation
/// may run it.
///
/// # Errors
/// It isn't being deleted, or its grace period is over.
pub async fn undelete(plane: &ControlPlane, id: SiteId, actor: &str) -> Result<SiteRecord, ChangeError> {
    let now = plane.now();
    let mut db = plane.db.write().await?;
    let site = store::find(&mut db, id).await?.ok_or(ChangeError::Gone)?;
    match site.delete_after {
        None if site.state == SiteState::Deleted => return Err(ChangeError::Gone),
        None => return Err(ChangeError::NotBeingDeleted),
        Some(until) if until <= now => return Err(ChangeError::TooLate),
        Some(_) => store::set_delete_after(&mut db, id, None).await?,
    }
    if store::holds::exported_at(&mut db, id).await?.is_some() {
        // It may run elsewhere by now.
        let hold = Hold {
            at: now,
            complete_until: None,
        };
        store::holds::hold_unless_held(&mut db, id, HoldReason::Undeleted, hold).await?;
    }
    // Its jobs have been waiting.
    fleet::store::set_due(&mut db, id, Some(now)).await?;
    let back = finish(plane, db, &site, actor, "site.undelete", json!({})).await?;
    plane.look_into(id);
    Ok(back)
}

/// Removes sites when their grace period ends, until `stop`.
pub(crate) async fn sweep(plane: Arc<ControlPlane>, stop: CancellationToken) {
    let mut tick = tokio::time::interval(SWEEP);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = tick.tick() => {}
        }
        if let Err(error) = remove_overdue(&plane, plane.now()).await {
            tracing::error!(error = %Causes(&error), "failed to list deleted sites");
        }
    }
}

/// Removes sites whose grace period is over at `now`. If one can't be removed, the next sweep tries again.
pub async fn remove_overdue(plane: &Arc<ControlPlane>, now: Timestamp) -> Result<(), ControlDbError> {
    let overdue = store::overdue(&mut plane.db.read().await?, now).await?;
    for site in overdue {
        let removal = Removal {
            plane: Arc::clone(plane),
            site,
        };
        let id = removal.site.id;
        match removal.finish().await {
            Ok(()) => tracing::info!(site.id = %id, "site deleted"),
            Err(error) => tracing::error!(site.id = %id, error = %Causes(&error), "failed to delete a site"),
        }
    }
    Ok(())
}

/// A site being removed. The steps are public, and each is durable when it returns, so that tests can stop after any of
/// them.
pub struct Removal {
    plane: Arc<ControlPlane>,
    pub site: SiteRecord,
}

impl Removal {
    /// Of a site whose grace period is over.
    pub fn of(plane: &Arc<ControlPlane>, site: SiteRecord) -> Self {
        Self {
            plane: Arc::clone(plane),
            site,
        }
    }

    async fn finish(&self) -> Result<(), CreateSiteError> {
        self.remove_files().await?;
        self.forget().await?;
        Ok(())
    }

    /// Removes the file, objects and backups once the file is no longer in use.
    ///
    /// # Errors
    /// The file stays in use, or the disk or object store fails.
    pub async fn remove_files(&self) -> Result<(), CreateSiteError> {
        if !self.plane.open_sites().drain(self.site.id).await {
            return Err(std::io::Error::other("the site's file is still in use").into());
        }
        remove_files(&self.plane, self.site.id).await?;
        // A backup contains the site's data and its wrapped key.
        let backups = format!("backups/{}", self.site.id);
        Ok(self.plane.objects.delete_under(&backups).await?)
    }

    /// Deletes everything that leads to the site. Its key is deleted too, so that no copy of its file can be read; its
    /// row stays for the audit log, and its subdomain stays reserved.
    pub async fn forget(&self) -> Result<(), ControlDbError> {
        let (plane, site) = (&self.plane, &self.site);
        let now = plane.now();
        let mut db = plane.db.write().await?;
        store::subdomains::remove_hosts(&mut db, site.id).await?;
        accounts::store::delete_grants_at(&mut db, site.id).await?;
        fleet::store::forget_due(&mut db, site.id).await?;
        fleet::store::forget_tie(&mut db, site.id).await?;
        store::subdomains::release_subdomain(&mut db, &site.subdomain, site.id, now, now + rules::QUARANTINE).await?;
        store::set_deleted(&mut db, site.id).await?;
        let details = json!({ "subdomain": site.subdomain });
        let subject = (Some(&*site.environment), &*site.id.to_string());
        plane.audit(&mut db, ACTOR, "site.remove", subject, details).await?;
        db.commit().await?;
        plane.site_directory_changed();
        Ok(())
    }
}
