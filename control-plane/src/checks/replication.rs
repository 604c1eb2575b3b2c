//! Whether Litestream replicates all databases.

use platform::db::{ConnectionKind, connect, is_replicated};

use super::check::{Check, named};
use crate::plane::ControlPlane;
use crate::sites::{SiteRecord, SiteState};

const NAME: &str = "litestream";

/// Databases that Litestream doesn't replicate, if it replicates any.
pub(super) async fn check(plane: &ControlPlane, sites: &[SiteRecord]) -> Check {
    let control = ("the control database".to_owned(), plane.dir().control_database());
    let live = sites
        .iter()
        .filter(|site| matches!(site.state, SiteState::Active | SiteState::Suspended));
    let of_sites = live.map(|site| {
        let file = plane.dir().site(site.id).join("site.sqlite");
        (site.subdomain.to_string(), file)
    });
    let (mut replicated, mut others) = (0, Vec::new());
    for (name, file) in std::iter::once(control).chain(of_sites) {
        let found = async {
            let mut connection = connect(&file, ConnectionKind::Reader).await.ok()?;
            is_replicated(&mut connection).await.ok()
        };
        match found.await {
            Some(true) => replicated += 1,
            Some(false) => others.push(name),
            // Other checks report files that can't be read.
            None => {}
        }
    }
    if replicated == 0 {
        return Check::ok(NAME, "not used");
    }
    if others.is_empty() {
        return Check::ok(NAME, format!("replicates {replicated} databases"));
    }
    let fix = "run `suds litestream config` again, and restart Litestream";
    Check::warn(NAME, format!("doesn't replicate {}", named(&others)), fix)
}
