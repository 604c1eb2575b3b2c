//! `suds clock`: the machine's clock, compared with the data.

use serde_json::json;

use super::command::Reply;
use super::error::ExecuteError;
use super::table::table;
use super::verbs::ClockVerb;
use crate::audit;
use crate::clock_watch::ClockReport;
use crate::plane::ControlPlane;

/// Runs the command.
pub(super) async fn execute(plane: &ControlPlane, verb: ClockVerb) -> Result<Reply, ExecuteError> {
    let now = plane.now();
    let report = match verb {
        ClockVerb::Show => plane.clock_watch.state(now),
        ClockVerb::Confirm => {
            let known = plane.clock_watch.state(now).newest;
            let report = plane.clock_watch.confirm(now).map_err(|error| {
                ExecuteError::Refused(format!("can't write the confirmed time to the data directory: {error}"))
            })?;
            let mut db = plane.db.write().await?;
            let details = json!({ "newest": known });
            plane
                .audit(&mut db, audit::CLI, "clock.confirm", (None, "clock"), details)
                .await?;
            db.commit().await?;
            report
        }
    };
    Ok(Reply::Clock(report))
}

pub(super) fn clock_table(report: &ClockReport) -> String {
    let newest = report.newest.map(|at| at.to_string()).unwrap_or_default();
    let jobs = if report.is_trusted { "running" } else { "waiting" };
    let row = vec![report.now.to_string(), newest, jobs.to_owned()];
    table(&["CLOCK", "NEWEST DATA", "BACKGROUND JOBS"], std::iter::once(row))
}
