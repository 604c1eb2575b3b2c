//! Output of `suds upgrade check`.

use super::table::table;
use crate::upgrade::{Finding, Report};

/// Report as a table, or as JSON for scripts.
///
/// # Errors
/// Never: the report has only texts.
pub(super) fn shown(report: &Report, as_json: bool) -> serde_json::Result<String> {
    if as_json {
        return Ok(format!("{}\n", serde_json::to_string_pretty(report)?));
    }
    let row = |finding: &Finding| {
        let (level, subject) = (finding.level.into_str().to_owned(), finding.subject.clone());
        vec![level, subject, finding.text.clone()]
    };
    Ok(table(&["RESULT", "CHECK", "DETAILS"], report.findings.iter().map(row)))
}
