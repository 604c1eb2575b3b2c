//! Checks of what is in the object store, and of its clock.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::SignedDuration;
use platform::db::{ConnectionKind, TenantRead, connect};
use platform::storage::StorageError;

use super::check::{Check, named};
use crate::plane::ControlPlane;
use crate::sites::{SiteRecord, SiteState};

const CLOCK: &str = "object store clock";
const STRAY: &str = "stray objects";
const PICTURES: &str = "images";
/// Difference of the clocks that needs attention.
const APART: SignedDuration = SignedDuration::from_secs(10);
/// Stores reject requests whose time differs by 15 minutes.
const TOO_FAR: SignedDuration = SignedDuration::from_mins(5);

/// Compares the store's clock at its last response with this machine's.
pub(super) fn clock(ahead: Option<SignedDuration>) -> Check {
    let Some(ahead) = ahead else {
        return Check::ok(CLOCK, "not compared, because the object store sends no date");
    };
    let seconds = ahead.as_secs().unsigned_abs();
    let direction = if ahead.is_negative() { "behind" } else { "ahead of" };
    let message = format!("{seconds} s {direction} this machine's");
    let fix = "synchronize this machine's clock (chrony or systemd-timesyncd)";
    match ahead.abs() {
        apart if apart >= TOO_FAR => Check::fail(CLOCK, message, fix),
        apart if apart >= APART => Check::warn(CLOCK, message, fix),
        _ => Check::ok(CLOCK, "agrees with this machine's"),
    }
}

/// Objects of sites that don't exist.
pub(super) async fn stray(plane: &ControlPlane, sites: &[SiteRecord]) -> Check {
    let known: BTreeSet<String> = sites.iter().map(|site| site.id.to_string()).collect();
    let found = async {
        let mut stray = Vec::new();
        for folder in ["sites", "litestream"] {
            let names = plane.objects.folders(folder).await?;
            let unknown = names
                .into_iter()
                .filter(|name| !known.contains(name) && name != "control");
            stray.extend(unknown.map(|name| format!("{folder}/{name}")));
        }
        // A removed site can be imported again from its backups.
        let backups = plane.objects.folders("backups").await?;
        let removed = backups
            .iter()
            .filter(|name| !known.contains(*name) && *name != "control");
        Ok::<_, StorageError>((stray, removed.count()))
    };
    let fix = "compare with `suds site list`, then delete what you don't need";
    match found.await {
        Err(_) => Check::warn(STRAY, "can't be listed", "check the object store"),
        Ok((stray, _)) if !stray.is_empty() => Check::warn(STRAY, format!("no site owns {}", named(&stray)), fix),
        Ok((_, 0)) => Check::ok(STRAY, "all objects belong to a site"),
        Ok((_, removed)) => Check::ok(STRAY, format!("none, except the backups of {removed} removed sites")),
    }
}

/// Images and videos that sites' files name and the store lacks.
pub(super) async fn images(plane: &Arc<ControlPlane>, sites: &[SiteRecord]) -> Check {
    let (mut missing, mut count) = (Vec::new(), 0);
    let live = sites
        .iter()
        .filter(|site| matches!(site.state, SiteState::Active | SiteState::Suspended));
    for site in live {
        let file = plane.dir().site(site.id).join("site.sqlite");
        let named = async {
            let connection = connect(&file, ConnectionKind::Reader).await.ok()?;
            let mut db = TenantRead::detached(connection);
            tenant_runtime::check::named_uploads(&mut db).await.ok()
        };
        // Other checks report files that can't be read.
        let Some(named) = named.await else { continue };
        let Ok(stored) = plane.objects.tenant(site.id).list("uploads").await else {
            return Check::warn(PICTURES, "can't be listed", "check the object store");
        };
        let stored: BTreeSet<String> = stored.into_iter().collect();
        count += named.len();
        let lost = named.difference(&stored).count();
        if lost > 0 {
            missing.push(format!("{} ({lost})", site.subdomain));
        }
    }
    if missing.is_empty() {
        return Check::ok(PICTURES, format!("{count} of {count} present"));
    }
    let fix = "restore a backup that contains them, or upload them again in the back office";
    Check::fail(PICTURES, format!("missing from {}", named(&missing)), fix)
}

#[cfg(test)]
mod tests {
    use super::super::check::CheckState::{Fail, Ok, Warn};
    use super::*;

    #[test]
    fn store_clock_that_differs_is_reported() {
        let state = |seconds| clock(Some(SignedDuration::from_secs(seconds))).state;
        assert_eq!(
            [0, 9, -10, 299, 300, -4000].map(state),
            [Ok, Ok, Warn, Warn, Fail, Fail]
        );
        let ahead = clock(Some(SignedDuration::from_secs(-61)));
        assert_eq!(ahead.message, "61 s behind this machine's");
        assert_eq!(clock(None).state, Ok);
    }
}
