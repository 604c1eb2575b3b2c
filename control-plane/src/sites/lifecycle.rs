//! Lifecycle of a site: renaming, suspension and pinned build. Shared by the command line, the console
//! and the merchant.

use platform::ids::{SiteId, Subdomain};
use serde_json::{Value, json};

use super::rules::{self, DomainProblem, SubdomainProblem};
use super::{SiteRecord, SiteState, identity, store};
use crate::builds::{self, Version};
use crate::db::{ControlDbError, ControlWrite};
use crate::plane::ControlPlane;

/// Reason why a site wasn't changed. The texts are for the command line; the conversion into
/// [`ApiError`](platform::http::ApiError) defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    #[error("the site no longer exists; run `suds site list`")]
    Gone,
    #[error("the site is being deleted; run `suds site undelete` first")]
    BeingDeleted,
    #[error("the site isn't being deleted")]
    NotBeingDeleted,
    #[error("the grace period is over; the deletion can't be undone")]
    TooLate,
    #[error("the confirmation doesn't match; use --confirm {0}")]
    NotConfirmed(Subdomain),
    #[error("{0}: {1}")]
    Subdomain(Subdomain, SubdomainProblem),
    #[error(transparent)]
    Domain(#[from] DomainProblem),
    #[error("another site already uses {0}; remove it there first")]
    DomainTaken(String),
    #[error("no custom domain is waiting for proof; set one with `suds site domain SITE DOMAIN`")]
    NoClaim,
    #[error("build {0} isn't published; run `suds build list`")]
    NoSuchBuild(Version),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for ChangeError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Changes a site's subdomain. The old one is reserved: it redirects, no one else can use it, and the site may return
/// to it.
///
/// # Errors
/// Another site uses it or has used it recently.
pub async fn rename(plane: &ControlPlane, id: SiteId, to: &Subdomain, actor: &str) -> Result<SiteRecord, ChangeError> {
    let now = plane.now();
    let mut db = plane.db.write().await?;
    let site = living(&mut db, id).await?;
    if site.subdomain == *to {
        return Ok(site);
    }
    rules::may_take(&store::subdomains::subdomain_use(&mut db, to).await?, Some(id), now)
        .map_err(|problem| ChangeError::Subdomain(to.clone(), problem))?;
    store::subdomains::take_back_subdomain(&mut db, to).await?;
    store::subdomains::set_subdomain(&mut db, id, to).await?;
    store::subdomains::release_subdomain(&mut db, &site.subdomain, id, now, now + rules::QUARANTINE).await?;
    let details = json!({ "from": site.subdomain, "to": to });
    finish(plane, db, &site, actor, "site.rename", details).await
}

/// Suspends a site: it returns 503 `site_suspended`. Waits for requests in progress.
///
/// # Errors
/// It is being deleted.
pub async fn suspend(plane: &ControlPlane, id: SiteId, actor: &str) -> Result<SiteRecord, ChangeError> {
    let mut db = plane.db.write().await?;
    let site = living(&mut db, id).await?;
    if !store::move_state(&mut db, id, SiteState::Active, SiteState::Suspended).await? {
        return Ok(site);
    }
    let suspended = finish(plane, db, &site, actor, "site.suspend", json!({})).await?;
    if !plane.open_sites().drain(id).await {
        tracing::warn!(site.id = %id, "a suspended site still has requests in progress");
    }
    Ok(suspended)
}

/// Ends a pause.
///
/// # Errors
/// The site is being deleted.
pub async fn resume(plane: &ControlPlane, id: SiteId, actor: &str) -> Result<SiteRecord, ChangeError> {
    let mut db = plane.db.write().await?;
    let site = living(&mut db, id).await?;
    if !store::move_state(&mut db, id, SiteState::Suspended, SiteState::Active).await? {
        return Ok(site);
    }
    finish(plane, db, &site, actor, "site.resume", json!({})).await
}

/// Pins a site to a published build, regardless of its environment; `None` unpins it.
///
/// # Errors
/// The build isn't published.
pub async fn pin(
    plane: &ControlPlane,
    id: SiteId,
    build: Option<&Version>,
    actor: &str,
) -> Result<SiteRecord, ChangeError> {
    let mut db = plane.db.write().await?;
    let site = living(&mut db, id).await?;
    if let Some(build) = build
        && builds::store::find(&mut db, build).await?.is_none()
    {
        return Err(ChangeError::NoSuchBuild(build.clone()));
    }
    let text = build.map(ToString::to_string);
    if site.pinned_build == text {
        return Ok(site);
    }
    store::set_pin(&mut db, id, text.as_deref()).await?;
    let details = json!({ "from": site.pinned_build, "to": text });
    finish(plane, db, &site, actor, "site.pin", details).await
}

/// A site that isn't being created, deleted or scheduled for deletion.
pub(super) async fn living(db: &mut ControlWrite, id: SiteId) -> Result<SiteRecord, ChangeError> {
    let site = store::find(db, id).await?.ok_or(ChangeError::Gone)?;
    match site.state {
        SiteState::Active | SiteState::Suspended => Ok(site),
        SiteState::Deleting => Err(ChangeError::BeingDeleted),
        SiteState::Creating | SiteState::Deleted => Err(ChangeError::Gone),
    }
}

/// Records a change of `site` in the audit log, commits and notifies the server. Returns the current site.
pub(super) async fn finish(
    plane: &ControlPlane,
    mut db: ControlWrite,
    site: &SiteRecord,
    actor: &str,
    action: &'static str,
    details: Value,
) -> Result<SiteRecord, ChangeError> {
    let subject = (Some(&*site.environment), &*site.id.to_string());
    plane.audit(&mut db, actor, action, subject, details).await?;
    let changed = store::find(&mut db, site.id).await?.ok_or(ChangeError::Gone)?;
    db.commit().await?;
    plane.site_directory_changed();
    identity::save(plane, Some(site.id)).await;
    Ok(changed)
}
