//! `suds site release` for all held sites, and the output of held sites.

use std::sync::Arc;

use platform::money::decimal;
use serde::{Deserialize, Serialize};
use tenant_runtime::demo_data::Progress;
use tenant_runtime::hold::{ChargeSearch, Difference, HoldReport, ListingState};

use super::error::ExecuteError;
use super::table::{second, table};
use crate::audit;
use crate::plane::ControlPlane;
use crate::sites::HoldReason;
use crate::sites::release_all::{self, HeldSite, ReleaseRun};

/// Releases all held sites, or lists them with `dry_run`. `confirm`: their number, so that no other site is released.
///
/// # Errors
/// The number is missing or wrong.
pub(super) async fn execute(
    plane: &Arc<ControlPlane>,
    (dry_run, confirm): (bool, Option<usize>),
    acknowledge_all: bool,
    told: &Progress<'_>,
) -> Result<ReleaseRun, ExecuteError> {
    let held = release_all::held_sites(plane).await?;
    if dry_run {
        return Ok(release_all::look_at(plane, held, told).await);
    }
    let count = held.iter().filter(|site| release_all::is_released(site)).count();
    if confirm != Some(count) {
        let sites = if count == 1 { "site" } else { "sites" };
        return Err(ExecuteError::Refused(format!(
            "{count} {sites} would be released; check with --all --dry-run, then use --confirm {count}"
        )));
    }
    Ok(release_all::release(plane, held, acknowledge_all, audit::CLI, told).await)
}

pub(super) fn table_of(run: &ReleaseRun) -> String {
    if run.sites.is_empty() {
        return "No held sites\n".to_owned();
    }
    let row = |site: &HeldSite| {
        let state = match (&site.problem, run.dry_run) {
            (Some(problem), _) => problem.clone(),
            (None, true) => "held".to_owned(),
            (None, false) => "released".to_owned(),
        };
        let differences = site.differences.map(|count| count.to_string());
        vec![
            site.subdomain.to_string(),
            site.environment.clone(),
            site.reason.into_str().to_owned(),
            second(site.since),
            differences.unwrap_or_default(),
            state,
        ]
    };
    table(
        &["SITE", "ENVIRONMENT", "REASON", "HELD SINCE", "DIFFERENCES", "STATE"],
        run.sites.iter().map(row),
    )
}

/// Differences of a held site, and why it is held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldReport {
    pub reason: HoldReason,
    #[serde(flatten)]
    pub report: HoldReport,
}

/// Warning about another copy that may still charge customers, if there is one.
const fn warning_of(reason: HoldReason) -> Option<&'static str> {
    match reason {
        HoldReason::Imported => Some(
            "Warning: this site was imported, and its original may still charge the same customers. Stop the original first.",
        ),
        HoldReason::Copied | HoldReason::Adopted => Some(
            "Warning: this file may be a copy, and its original may still charge the same customers. Stop the original first.",
        ),
        HoldReason::Moved | HoldReason::Undeleted => Some(
            "Warning: this site was exported, and its copy may already charge the same customers. Delete the copy first.",
        ),
        HoldReason::Restored => None,
    }
}

pub(super) fn lines_of(HeldReport { reason, report }: &HeldReport) -> String {
    let mut out = String::new();
    if let Some(warning) = warning_of(*reason) {
        out.push_str(warning);
        out.push('\n');
    }
    out.push_str(&format!(
        "The site's data is complete up to {}.\n",
        second(report.since)
    ));
    let processor = report.processor.as_deref().unwrap_or("none");
    out.push_str(match report.listing {
        ListingState::Listed => "The processor listed its transactions since then",
        ListingState::NotOffered => "The processor can't list its transactions; compare them in its dashboard",
        ListingState::Unreachable => {
            "The processor didn't list its transactions; try again or compare them in its dashboard"
        }
        ListingState::NoProcessor => "The site has no processor that its environment can use",
    });
    out.push_str(&format!(" ({processor}).\n"));
    if report.differences.is_empty() {
        out.push_str("No differences\n");
        return out;
    }
    let row = |difference: &Difference| {
        let amount = match (difference.amount, difference.currency) {
            (Some(amount), Some(currency)) => format!("{} {currency}", decimal(amount, &currency)),
            _ => String::new(),
        };
        vec![
            difference.kind.into_str().to_owned(),
            difference.at.map(second).unwrap_or_default(),
            amount,
            difference.subject.clone(),
            difference.terminal.clone().unwrap_or_default(),
            difference.search.map(search_words).unwrap_or_default().to_owned(),
            difference.id.clone(),
        ]
    };
    let head = ["DIFFERENCE", "TIME", "AMOUNT", "RESOURCE", "TERMINAL", "LOOKUP", "ID"];
    out.push_str(&table(&head, report.differences.iter().map(row)));
    out
}

const fn search_words(search: ChargeSearch) -> &'static str {
    match search {
        ChargeSearch::Found => "already charged",
        ChargeSearch::Reversed => "charged, then reversed",
        ChargeSearch::NotFound => "not charged yet",
        ChargeSearch::NotOffered => "can't be looked up",
        ChargeSearch::NoAnswer => "no response",
    }
}
