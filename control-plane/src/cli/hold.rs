//! How a held site is shown before its release.

use platform::money::decimal;
use tenant_runtime::hold::{Difference, HoldReport, ListingState};

use super::table::{second, table};

pub(super) fn lines_of(report: &HoldReport) -> String {
    let mut out = format!("The site's file is complete up to {}.\n", second(report.since));
    let processor = report.processor.as_deref().unwrap_or("none");
    out.push_str(match report.listing {
        ListingState::Listed => "The processor listed its transactions since then",
        ListingState::NotOffered => "The processor cannot list its transactions: compare them in its own console",
        ListingState::Unreachable => {
            "The processor did not list its transactions: try again, or compare them in its own console"
        }
        ListingState::NoProcessor => "No processor could be asked: the site has none that its environment may use",
    });
    out.push_str(&format!(" ({processor}).\n"));
    if report.differences.is_empty() {
        out.push_str("There are no differences.\n");
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
            difference.id.clone(),
        ]
    };
    let head = ["DIFFERENCE", "AT", "AMOUNT", "SUBJECT", "TERMINAL", "ID"];
    out.push_str(&table(&head, report.differences.iter().map(row)));
    out
}
