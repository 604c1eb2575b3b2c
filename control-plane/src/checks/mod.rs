//! Checks of an installation, for `/readyz` and `suds doctor`. One check is one small function.

mod certificates;
mod check;
mod fleet;
mod last_probe;
mod machine;
mod objects;
mod probe;
mod proxies;
mod replication;

pub use check::{Check, CheckState};
pub(crate) use fleet::of_installation;
pub use last_probe::StoreProbe;
pub(crate) use probe::watch;

use std::sync::Arc;

use crate::plane::ControlPlane;

/// Checks of a running server. They are quick, because load balancers ask often.
pub(crate) async fn readiness(plane: &ControlPlane) -> Vec<Check> {
    vec![
        machine::disk(plane.dir()),
        machine::control_database(plane).await,
        machine::master_key(plane).await,
        machine::builds(plane).await,
        plane.store_probe.last(),
        machine::clock(plane),
    ]
}

/// Logs that the machine lacks something, unless it is one of the readiness checks.
pub(crate) async fn report_machine(plane: Arc<ControlPlane>) {
    let check = machine::sandbox(&plane).await;
    if check.state == CheckState::Fail {
        tracing::error!(check = check.name, fix = check.fix, "{}", check.message);
    }
}

/// Whether none of the checks failed.
pub(crate) fn passed(checks: &[Check]) -> bool {
    checks.iter().all(|check| check.state != CheckState::Fail)
}
