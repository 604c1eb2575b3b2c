//! Releases a held site: an operator reviews what its file lacks, acknowledges each difference and resumes it.

use std::sync::Arc;
use std::time::Duration;

use platform::db::DbError;
use platform::ids::SiteId;
use platform::tenancy::{LoadError, Lookup, OpenSite, Site, Unavailable, epoch_of};
use serde_json::json;
use tenant_runtime::error::Fault;
use tenant_runtime::hold::{self, Difference, HoldReport};
use tenant_runtime::payments::Processors;

use super::{HoldReason, SiteRecord, SiteState, store};
use crate::db::ControlDbError;
use crate::fleet;
use crate::plane::ControlPlane;

/// Timeout for requests that use the site's file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Actor in the site's audit log.
const PROVIDER: &str = "provider";

/// Reason why a site wasn't released or compared. The texts are for the command line.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseError {
    #[error("the site no longer exists")]
    Gone,
    #[error("the site isn't held, so there's nothing to release")]
    NotHeld,
    #[error("the site is being deleted; undo that first with `suds site undelete`")]
    BeingDeleted,
    /// Unacknowledged differences.
    #[error("{0}")]
    Unacknowledged(Unacknowledged),
    #[error("can't create the HTTP client: {0}")]
    Client(#[from] reqwest::Error),
    #[error(transparent)]
    Directory(#[from] LoadError),
    #[error(transparent)]
    Unavailable(#[from] Arc<Unavailable>),
    #[error(transparent)]
    File(#[from] Fault),
    #[error(transparent)]
    Database(#[from] ControlDbError),
}

/// Differences that weren't acknowledged.
#[derive(Debug)]
pub struct Unacknowledged(pub Vec<Difference>);

impl std::fmt::Display for Unacknowledged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<&str> = self.0.iter().map(|difference| &*difference.id).collect();
        write!(
            f,
            "not acknowledged: {}; list them with `suds site release --dry-run`, then use --acknowledge for each or --acknowledge-all",
            ids.join(", ")
        )
    }
}

impl From<sqlx::Error> for ReleaseError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<Unavailable> for ReleaseError {
    fn from(error: Unavailable) -> Self {
        Self::Unavailable(Arc::new(error))
    }
}

/// Acknowledged differences of a held site.
#[derive(Debug, Clone, Copy)]
pub enum Acknowledged<'a> {
    /// The ones with these IDs.
    Ids(&'a [String]),
    /// All differences.
    All,
}

/// Events of a held site that the processor and the terminals know and its file lacks.
///
/// # Errors
/// The site isn't held, or its file can't be read.
pub async fn hold_report(plane: &Arc<ControlPlane>, id: SiteId) -> Result<(HoldReason, HoldReport), ReleaseError> {
    let (site, entry, open) = held(plane, id).await?;
    let reason = site.hold.ok_or(ReleaseError::NotHeld)?.reason;
    Ok((reason, report(plane, &entry, &open).await?))
}

/// Releases a held site after each difference is acknowledged. Its file becomes the newest copy, and pending work
/// continues.
///
/// # Errors
/// [`ReleaseError::Unacknowledged`] names the missing acknowledgments. The site then stays held.
pub async fn release(
    plane: &Arc<ControlPlane>,
    id: SiteId,
    acknowledged: Acknowledged<'_>,
    actor: &str,
) -> Result<SiteRecord, ReleaseError> {
    let (site, entry, open) = held(plane, id).await?;
    let found = report(plane, &entry, &open).await?;
    if let Acknowledged::Ids(ids) = acknowledged {
        let missing = hold::unacknowledged(&found.differences, ids);
        if !missing.is_empty() {
            let missing = missing.into_iter().cloned().collect();
            return Err(ReleaseError::Unacknowledged(Unacknowledged(missing)));
        }
    }
    // The file first: if the process dies now, its epoch differs from the newest one, and it stays held.
    let file = epoch_of(&mut open.read().await?)
        .await
        .map_err(DbError::from)
        .map_err(Unavailable::from)?;
    let epoch = file.max(entry.epoch) + 1;
    let now = plane.now();
    let mut db = open.write().await?;
    hold::release(&mut db, epoch, PROVIDER, now, &found.differences).await?;
    db.commit().await.map_err(Unavailable::from)?;
    drop(open);

    let mut db = plane.db.write().await?;
    store::holds::set_epoch(&mut db, id, epoch).await?;
    store::holds::release(&mut db, id).await?;
    fleet::store::set_due(&mut db, id, Some(now)).await?;
    let details = json!({
        "hold": site.hold, "epoch": epoch, "since": found.since, "listing": found.listing, "differences": found.differences,
    });
    let subject = (Some(&*site.environment), &*id.to_string());
    plane.audit(&mut db, actor, "site.release", subject, details).await?;
    let released = store::find(&mut db, id).await?.ok_or(ReleaseError::Gone)?;
    db.commit().await?;
    plane.site_directory_changed();
    // An open file keeps the epoch it was opened with.
    if plane.open_sites().keep_closed(id, PATIENCE).await.is_err() {
        tracing::warn!(site.id = %id, "a released site still has requests in progress");
    }
    plane.look_into(id);
    Ok(released)
}

async fn report(plane: &ControlPlane, entry: &Site, open: &OpenSite) -> Result<HoldReport, ReleaseError> {
    let processors = Processors::new(plane.paystub_url().map(str::to_owned), None)?;
    Ok(hold::report(&processors, (entry, open), plane.now()).await?)
}

/// A held site and its open file. Opening the file detects a differing epoch, so it is opened before the hold is read.
async fn held(plane: &ControlPlane, id: SiteId) -> Result<(SiteRecord, Site, Arc<OpenSite>), ReleaseError> {
    let record = store::find(&mut plane.db.read().await?, id)
        .await?
        .ok_or(ReleaseError::Gone)?;
    match record.state {
        SiteState::Active | SiteState::Suspended => {}
        SiteState::Deleting => return Err(ReleaseError::BeingDeleted),
        SiteState::Creating | SiteState::Deleted => return Err(ReleaseError::Gone),
    }
    let entry = plane
        .directory_entry(&Lookup::Id(id))
        .await?
        .ok_or(ReleaseError::Gone)?;
    let open = plane.open_sites().open(&entry).await?;
    let record = store::find(&mut plane.db.read().await?, id)
        .await?
        .ok_or(ReleaseError::Gone)?;
    if record.hold.is_none() {
        return Err(ReleaseError::NotHeld);
    }
    let entry = plane
        .directory_entry(&Lookup::Id(id))
        .await?
        .ok_or(ReleaseError::Gone)?;
    Ok((record, entry, open))
}
