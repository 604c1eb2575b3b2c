//! `suds site create` for many sites: reads a list or a folder.

use std::sync::Arc;

use tenant_runtime::demo_data::Progress;

use super::error::ExecuteError;
use super::verbs::Many;
use crate::audit;
use crate::plane::ControlPlane;
use crate::sites::bulk::{self, BulkReport, Defaults};

/// Creates the sites.
///
/// # Errors
/// The list can't be read.
pub(super) async fn execute(
    plane: &Arc<ControlPlane>,
    many: Many,
    defaults: Defaults,
    told: &Progress<'_>,
) -> Result<BulkReport, ExecuteError> {
    let listed = match (&many.from_csv, &many.from_dir) {
        (Some(file), _) => bulk::of_csv(file, &defaults)?,
        (None, Some(folder)) => bulk::of_folder(folder, &defaults)?,
        (None, None) => Vec::new(),
    };
    Ok(bulk::make_all(plane, listed, many.dry_run, audit::CLI, told).await?)
}

/// As text: one line per failure, and the number of successes.
pub(super) fn text(report: &BulkReport) -> String {
    let mut out = String::new();
    for failure in &report.failed {
        out.push_str(&format!("{}: {}: {}\n", failure.at, failure.subdomain, failure.problem));
    }
    let made = if report.dry_run { "to create" } else { "created" };
    out.push_str(&format!(
        "{} {made}, {} already exist, {} failed\n",
        report.made.len(),
        report.existing.len(),
        report.failed.len()
    ));
    out
}
