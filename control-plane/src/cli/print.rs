//! What a person, or with `--json` a script, gets to read.

use platform::jobs::JobReport;
use serde::Serialize;
use tenant_runtime::demo_data::Made;
use tenant_runtime::terminal::{PairingCode, TerminalEntry};

use super::command::Reply;
use crate::accounts::Account;
use crate::audit::{AuditPage, AuditRecord};
use crate::builds::{Build, LoggedCrash, LoggedFrame};
use crate::environments::Environment;
use crate::sites::{SiteRecord, SiteReport};
use crate::staff::{Issued, StaffMember};

/// A reply as JSON, indented.
pub(super) fn json(reply: &Reply) -> String {
    match reply {
        Reply::Account(account) => pretty(account),
        Reply::Accounts(accounts) => pretty(accounts),
        Reply::StaffMember(member) => pretty(member),
        Reply::Staff(staff) => pretty(staff),
        Reply::StaffIssued(issued) => pretty(issued),
        Reply::Audit(page) => pretty(page),
        Reply::Environments(environments) => pretty(environments),
        Reply::Site(site) => pretty(site),
        Reply::Sites(sites) => pretty(sites),
        Reply::Checked(reports) => pretty(reports),
        Reply::Jobs(jobs) => pretty(jobs),
        Reply::PairingCode(code) => pretty(code),
        Reply::Terminals(terminals) => pretty(terminals),
        Reply::MadeUp(made) => pretty(made),
        Reply::Build(build) => pretty(build),
        Reply::Builds(builds) => pretty(builds),
        Reply::Crashes(crashes) => pretty(crashes),
    }
}

/// A reply for a person.
pub(super) fn text(reply: &Reply) -> String {
    match reply {
        Reply::Account(account) => account_table(std::slice::from_ref(account)),
        Reply::Accounts(accounts) => account_table(accounts),
        Reply::StaffMember(member) => staff_table(std::slice::from_ref(member)),
        Reply::Staff(staff) => staff_table(staff),
        Reply::StaffIssued(issued) => issued_lines(issued),
        Reply::Audit(page) => audit_table(page),
        Reply::Environments(environments) => environment_table(environments),
        Reply::Site(site) => site_table(std::slice::from_ref(site)),
        Reply::Sites(sites) => site_table(sites),
        Reply::Checked(reports) => check_lines(reports),
        Reply::Jobs(jobs) => job_table(jobs),
        Reply::PairingCode(code) => pairing_code_table(code),
        Reply::Terminals(terminals) => terminal_table(terminals),
        Reply::MadeUp(made) => made_table(*made),
        Reply::Build(build) => build_table(std::slice::from_ref(build)),
        Reply::Builds(builds) => build_table(builds),
        Reply::Crashes(crashes) => crash_lines(crashes),
    }
}

fn pretty<T: Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

fn account_table(accounts: &[Account]) -> String {
    let row = |account: &Account| {
        vec![
            account.id.to_string(),
            account.hs_account_id.clone().unwrap_or_default(),
            account.company_name.clone(),
            day(account.created_at),
        ]
    };
    table(&["ID", "CUSTOMER SYSTEM", "COMPANY", "SINCE"], accounts.iter().map(row))
}

fn staff_table(staff: &[StaffMember]) -> String {
    let row = |member: &StaffMember| {
        vec![
            member.email.clone(),
            member.role.into_str().to_owned(),
            member.environment.clone(),
            member.id.to_string(),
            day(member.created_at),
        ]
    };
    table(&["E-MAIL", "ROLE", "ENVIRONMENT", "ID", "SINCE"], staff.iter().map(row))
}

fn issued_lines(issued: &Issued) -> String {
    let member = staff_table(std::slice::from_ref(&issued.member));
    format!(
        "{member}\nThe password, which nothing tells again: {}\n",
        issued.password
    )
}

fn audit_table(page: &AuditPage) -> String {
    let row = |record: &AuditRecord| {
        vec![
            second(record.at),
            record.actor_email.clone().unwrap_or_else(|| record.actor.clone()),
            record.action.clone(),
            record.environment.clone().unwrap_or_default(),
            record.subject.clone(),
            record.details.to_string(),
        ]
    };
    let head = ["AT", "WHO", "ACT", "ENVIRONMENT", "SUBJECT", "DETAILS"];
    let mut out = table(&head, page.items.iter().map(row));
    if let Some(cursor) = &page.next_cursor {
        out.push_str(&format!("\nThere is more: --cursor {cursor}\n"));
    }
    out
}

fn environment_table(environments: &[Environment]) -> String {
    let row = |environment: &Environment| {
        vec![
            environment.name.clone(),
            if environment.production { "yes" } else { "no" }.to_owned(),
            environment.app_version.clone().unwrap_or_else(|| "none".to_owned()),
            environment.schema_version.clone(),
        ]
    };
    table(&["NAME", "PRODUCTION", "BUILD", "SCHEMA"], environments.iter().map(row))
}

fn site_table(sites: &[SiteRecord]) -> String {
    let row = |site: &SiteRecord| {
        vec![
            site.subdomain.to_string(),
            site.state.into_str().to_owned(),
            site.environment.clone(),
            site.id.to_string(),
            site.account_id.to_string(),
            site.pinned_build.clone().unwrap_or_default(),
            day(site.created_at),
        ]
    };
    table(
        &["SUBDOMAIN", "STATE", "ENVIRONMENT", "ID", "ACCOUNT", "PINNED", "SINCE"],
        sites.iter().map(row),
    )
}

fn job_table(jobs: &[JobReport]) -> String {
    let row = |job: &JobReport| {
        vec![
            job.id.to_string(),
            job.kind.clone(),
            job.state.into_str().to_owned(),
            job.attempts.to_string(),
            second(job.due_at),
            second(job.created_at),
            job.last_error.clone().unwrap_or_default(),
        ]
    };
    table(
        &["ID", "KIND", "STATE", "FAILED", "DUE", "SINCE", "ERROR"],
        jobs.iter().map(row),
    )
}

fn pairing_code_table(code: &PairingCode) -> String {
    let row = vec![
        code.pairing_code.clone(),
        second(code.expires_at),
        code.terminal_id.clone(),
    ];
    table(&["CODE", "UNTIL", "TERMINAL"], std::iter::once(row))
}

fn terminal_table(terminals: &[TerminalEntry]) -> String {
    let row = |terminal: &TerminalEntry| {
        vec![
            terminal.terminal_id.clone(),
            terminal.location_id.to_string(),
            terminal.label.clone(),
            if terminal.is_paired { "yes" } else { "no" }.to_owned(),
            terminal.last_seen_at.map(second).unwrap_or_default(),
        ]
    };
    table(
        &["ID", "LOCATION", "LABEL", "PAIRED", "LAST SEEN"],
        terminals.iter().map(row),
    )
}

fn made_table(made: Made) -> String {
    let counts = [
        made.customers,
        made.orders,
        made.memberships,
        made.gift_cards,
        made.redemptions,
    ];
    let row = counts.map(|count| count.to_string()).to_vec();
    table(
        &["CUSTOMERS", "ORDERS", "MEMBERSHIPS", "GIFT CARDS", "REDEMPTIONS"],
        std::iter::once(row),
    )
}

fn build_table(builds: &[Build]) -> String {
    let row = |build: &Build| {
        let digest = build.digest.chars().take(12).collect();
        vec![
            build.version.to_string(),
            build.time_stamp.to_string(),
            build.published_at.to_string(),
            digest,
        ]
    };
    table(&["VERSION", "BUILT", "PUBLISHED", "DIGEST"], builds.iter().map(row))
}

fn crash_lines(crashes: &[LoggedCrash]) -> String {
    let mut out = String::new();
    for LoggedCrash {
        digest,
        build,
        count,
        last,
        frames,
    } in crashes
    {
        out.push_str(&format!("{digest}  build {build}  {count} ×, last {}\n", second(*last)));
        for LoggedFrame { built, source } in frames {
            match source {
                Some(source) => out.push_str(&format!("    {source}  ({built})\n")),
                None => out.push_str(&format!("    {built}\n")),
            }
        }
    }
    if crashes.is_empty() {
        "There are no crashes.\n".to_owned()
    } else {
        out
    }
}

fn check_lines(reports: &[SiteReport]) -> String {
    let mut out = String::new();
    for report in reports {
        if report.problems.is_empty() {
            out.push_str(&format!("{}: good\n", report.subdomain));
        }
        for problem in &report.problems {
            out.push_str(&format!("{}: {problem}\n", report.subdomain));
        }
    }
    if reports.is_empty() {
        "There are no sites.\n".to_owned()
    } else {
        out
    }
}

fn day(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

fn second(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Columns as wide as their widest cell, two spaces apart.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|cell| (*cell).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in &rows {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect::<Vec<_>>();
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [
            vec!["a".to_owned(), "bb".to_owned()],
            vec!["long".to_owned(), String::new()],
        ];
        assert_eq!(table(&["X", "Y"], rows.into_iter()), "X     Y\na     bb\nlong\n");
    }
}
