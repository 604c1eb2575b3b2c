//! SQL of held sites and of the newest copy of each.

use jiff::Timestamp;
use platform::ids::SiteId;
use platform::tenancy::Hold;

use crate::db::{ControlConn, ControlWrite};
use crate::rows::instant;
use crate::sites::{HoldReason, SiteHold};

pub(super) fn shown_hold(
    at: Option<i64>,
    reason: Option<&str>,
    complete_until: Option<i64>,
) -> Result<Option<SiteHold>, sqlx::Error> {
    let Some(at) = at else { return Ok(None) };
    Ok(Some(SiteHold {
        since: instant("sites.held_at", at)?,
        reason: reason_of(reason.unwrap_or_default())?,
        complete_until: complete_until.map(|ms| instant("sites.held_from", ms)).transpose()?,
    }))
}

fn reason_of(text: &str) -> Result<HoldReason, sqlx::Error> {
    let unknown = |_| sqlx::Error::Decode(format!("sites.held_reason {text:?}").into());
    text.parse().map_err(unknown)
}

/// Holds a site. Replaces an earlier hold.
pub async fn hold(db: &mut ControlWrite, site: SiteId, reason: HoldReason, hold: Hold) -> Result<(), sqlx::Error> {
    let (site, at, reason) = (site.to_string(), hold.at.as_millisecond(), reason.into_str());
    let complete_until = hold.complete_until.map(Timestamp::as_millisecond);
    sqlx::query!(
        "UPDATE sites SET held_at = $1, held_reason = $2, held_from = $3 WHERE id = $4",
        at,
        reason,
        complete_until,
        site
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Holds a site that isn't held yet.
pub async fn hold_unless_held(
    db: &mut ControlWrite,
    site: SiteId,
    reason: HoldReason,
    hold: Hold,
) -> Result<(), sqlx::Error> {
    let (site, at, reason) = (site.to_string(), hold.at.as_millisecond(), reason.into_str());
    let complete_until = hold.complete_until.map(Timestamp::as_millisecond);
    sqlx::query!(
        "UPDATE sites SET held_at = $1, held_reason = $2, held_from = $3 WHERE id = $4 AND held_at IS NULL",
        at,
        reason,
        complete_until,
        site
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Ends a hold.
pub async fn release(db: &mut ControlWrite, site: SiteId) -> Result<(), sqlx::Error> {
    let site = site.to_string();
    sqlx::query!(
        "UPDATE sites SET held_at = NULL, held_reason = NULL, held_from = NULL, exported_at = NULL WHERE id = $1",
        site
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Newest known epoch of a site, also of a permanently deleted one.
pub async fn epoch(db: &mut ControlConn, site: SiteId) -> Result<Option<i64>, sqlx::Error> {
    let site = site.to_string();
    sqlx::query_scalar!("SELECT epoch FROM sites WHERE id = $1", site)
        .fetch_optional(db.conn())
        .await
}

/// Makes the copy with this epoch the newest one.
pub async fn set_epoch(db: &mut ControlWrite, site: SiteId, epoch: i64) -> Result<(), sqlx::Error> {
    let site = site.to_string();
    sqlx::query!("UPDATE sites SET epoch = $1 WHERE id = $2", epoch, site)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Records that a site was exported.
pub async fn note_export(db: &mut ControlWrite, site: SiteId, at: Timestamp) -> Result<(), sqlx::Error> {
    let (site, at) = (site.to_string(), at.as_millisecond());
    sqlx::query!("UPDATE sites SET exported_at = $1 WHERE id = $2", at, site)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// When a site was last exported without a later release.
pub async fn exported_at(db: &mut ControlConn, site: SiteId) -> Result<Option<Timestamp>, sqlx::Error> {
    let site = site.to_string();
    let at = sqlx::query_scalar!("SELECT exported_at FROM sites WHERE id = $1", site)
        .fetch_optional(db.conn())
        .await?;
    at.flatten().map(|ms| instant("sites.exported_at", ms)).transpose()
}
