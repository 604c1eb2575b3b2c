//! `suds site restore --at`: replaces a site's file with Litestream's copy of an earlier time.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use platform::db::{ConnectionKind, TenantRead, connect};
use platform::storage::ObjectsAddress;
use serde::{Deserialize, Serialize};
use tenant_runtime::site::time_zone;

use super::ArchiveError;
use super::restore::{Candidate, Restored, examined, replace};
use super::work_files::{RESTORED_DATABASE, WorkFile};
use crate::litestream;
use crate::plane::ControlPlane;
use crate::sites::SiteRecord;

/// A point in time, as entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// With an offset.
    Instant(Timestamp),
    /// In the site's time zone.
    Local(DateTime),
}

impl FromStr for Moment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let instant = || text.parse::<Timestamp>().ok();
        // With the name of a zone in brackets.
        let zoned = || text.parse::<Zoned>().ok().map(|zoned| zoned.timestamp());
        let local = || text.parse().ok().filter(|_| !text.contains('['));
        zoned()
            .or_else(instant)
            .map(Self::Instant)
            .or_else(|| local().map(Self::Local))
            .ok_or("use a time such as 2026-11-23T14:00 or 2026-11-23T14:00:00Z")
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Instant(at) => at.fmt(f),
            Self::Local(at) => write!(f, "{at} in the site's time zone"),
        }
    }
}

/// Replaces the database of `site` with Litestream's copy of the time `moment`. The site is then held, because the database lacks
/// later charges and redemptions. `from`: place of the copies, if not the object store.
///
/// # Errors
/// See [`ArchiveError`]. The site is then unchanged.
pub async fn restore_to(
    plane: &Arc<ControlPlane>,
    site: &SiteRecord,
    moment: Moment,
    from: Option<&ObjectsAddress>,
    actor: &str,
) -> Result<Restored, ArchiveError> {
    let at = instant(plane, site, moment).await?;
    if at > plane.now() {
        return Err(ArchiveError::InFuture(at));
    }
    let folder = plane.dir().site(site.id);
    std::fs::create_dir_all(&folder)?;
    let new = WorkFile::at(folder.join(RESTORED_DATABASE))?;
    let made_at = litestream::copy_at(plane, site.id, from, at, new.path()).await?;
    let examined = examined(plane, site, &new).await?;
    let candidate = Candidate {
        made_at,
        ledger_sealed: examined.waits_for_seals.then_some(false),
        predates_seals: examined.predates_seals,
    };
    replace(plane, site, &new, candidate, &format!("litestream {at}"), actor).await
}

async fn instant(plane: &ControlPlane, site: &SiteRecord, moment: Moment) -> Result<Timestamp, ArchiveError> {
    let local = match moment {
        Moment::Instant(at) => return Ok(at),
        Moment::Local(local) => local,
    };
    let zone = zone_of(plane, site).await.ok_or(ArchiveError::NoTimeZone)?;
    in_zone(local, &zone).ok_or(ArchiveError::NotOneTime(local))
}

/// `None` if the zone's clocks skip or repeat the time.
fn in_zone(local: DateTime, zone: &TimeZone) -> Option<Timestamp> {
    let zoned = zone.to_ambiguous_zoned(local).unambiguous();
    zoned.ok().map(|zoned| zoned.timestamp())
}

/// Time zone of the site, if its file can be read.
async fn zone_of(plane: &ControlPlane, site: &SiteRecord) -> Option<TimeZone> {
    let file = plane.dir().site(site.id).join("site.sqlite");
    let connection = connect(&file, ConnectionKind::Reader).await.ok()?;
    time_zone(&mut TenantRead::detached(connection)).await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_clocks_skip_or_repeat_is_rejected() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let at = |text: &str| in_zone(text.parse().unwrap(), &zone);
        assert_eq!(at("2026-11-23T14:00"), "2026-11-23T13:00:00Z".parse().ok());
        assert_eq!(at("2026-03-29T02:30"), None);
        assert_eq!(at("2026-10-25T02:30"), None);
    }

    #[test]
    fn time_with_an_offset_is_an_instant_and_without_one_is_local() {
        let instant = Ok(Moment::Instant("2026-11-23T13:00:00Z".parse().unwrap()));
        for text in [
            "2026-11-23T13:00Z",
            "2026-11-23T14:00:00+01:00",
            "2026-11-23T14:00[Europe/Berlin]",
        ] {
            assert_eq!(text.parse(), instant, "{text}");
        }
        let local = Moment::Local("2026-11-23T14:00".parse().unwrap());
        assert_eq!("2026-11-23T14:00".parse(), Ok(local));
        assert_eq!("2026-11-23 14:00:00".parse(), Ok(local));
        for text in ["14:00", "yesterday", "2026-11-23T14:00[Mars/Base]"] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }
}
