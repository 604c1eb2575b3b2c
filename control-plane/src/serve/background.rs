//! Work beside requests, from start to stop: jobs, rollouts, sweeps, probes and upkeep.

use std::sync::Arc;
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use tenant_runtime::process;
use tenant_runtime::runtime::SharedRuntime;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::ServeError;
use crate::clock_watch::{tell_sites, while_trusted};
use crate::plane::ControlPlane;
use crate::status::print_status;
use crate::{builds, checks, rollouts, sites};

/// Interval for closing idle sites. Their cache has no separate thread.
const TICK: Duration = Duration::from_secs(1);
/// Interval for cleaning up rate limiters and histograms.
const UPKEEP: Duration = Duration::from_secs(5);

/// Compares the clock with the stored data. What depends on it waits while it may be wrong.
///
/// # Errors
/// The newest instant can't be stored.
pub(super) fn trust_clock(plane: &ControlPlane, demo: bool) -> Result<(), ServeError> {
    let watch = &plane.clock_watch;
    if demo {
        // A demo may be started again after days, and its data is disposable.
        let confirmed = watch.confirm(plane.now());
        confirmed.map_err(|error| ServeError::Other(error.to_string()))?;
    } else if !watch.start(plane.now()) {
        print_status("the clock may be wrong, so background jobs wait; run `suds clock show`");
    }
    Ok(())
}

/// Starts everything that runs until `stop`.
pub(super) fn spawn(
    working: &TaskTracker,
    plane: &Arc<ControlPlane>,
    runtime: &SharedRuntime,
    metrics: PrometheusHandle,
    stop: &CancellationToken,
) {
    let watch = &plane.clock_watch;
    {
        let (watch, plane, stop) = (Arc::clone(watch), Arc::clone(plane), stop.clone());
        working.spawn(async move { watch.run(Arc::clone(&plane.clock), stop).await });
    }
    working.spawn(tell_sites(Arc::clone(watch), Arc::clone(runtime), stop.clone()));
    let jobs = Arc::clone(runtime);
    working.spawn(while_trusted(Arc::clone(watch), stop.clone(), move |stop| {
        process::runner(&jobs).run(Arc::clone(&jobs.due), stop)
    }));
    let swept = Arc::clone(plane);
    working.spawn(while_trusted(Arc::clone(watch), stop.clone(), move |stop| {
        sites::sweep(Arc::clone(&swept), stop)
    }));
    let moved = Arc::clone(plane);
    working.spawn(while_trusted(Arc::clone(watch), stop.clone(), move |stop| {
        rollouts::run(Arc::clone(&moved), stop)
    }));
    working.spawn(checks::report_machine(Arc::clone(plane)));
    working.spawn(checks::watch(Arc::clone(plane), stop.clone()));
    let directory = Arc::clone(&runtime.directory);
    working.spawn(builds::local_copies::keep(Arc::clone(plane), directory, stop.clone()));
    working.spawn(keep_up(Arc::clone(runtime), metrics, stop.clone()));
}

async fn keep_up(runtime: SharedRuntime, metrics: PrometheusHandle, stop: CancellationToken) {
    let (mut tick, mut upkeep) = (tokio::time::interval(TICK), tokio::time::interval(UPKEEP));
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = tick.tick() => runtime.sites.tick().await,
            _ = upkeep.tick() => {
                runtime.limits.tidy();
                metrics.run_upkeep();
            }
        }
    }
}
