//! Output for people or, with `--json`, for scripts.

use platform::jobs::JobReport;
use tenant_runtime::demo_data::Made;
use tenant_runtime::terminal::{PairingCode, TerminalEntry};

use super::account::{account_table, grant_table};
use super::clock::clock_table;
use super::command::Reply;
use super::environment::environment_table;
use super::keys::rotated_table;
use super::site_table::{check_lines, domain_lines, owned_site_tables, shop_lines, site_table};
use super::table::{day, pretty, second, table};
use super::{archive, build, doctor, hold, many, rollout};
use crate::audit::{AuditPage, AuditRecord};
use crate::builds::{LoggedCrash, LoggedFrame};
use crate::litestream;
use crate::sites::jobs::RetriedJobs;
use crate::staff::{Issued, StaffMember};

/// A reply as indented JSON.
pub(super) fn json(reply: &Reply) -> String {
    match reply {
        Reply::Account(account) => pretty(account),
        Reply::Accounts(accounts) => pretty(accounts),
        Reply::Grants(grants) => pretty(grants),
        Reply::StaffMember(member) => pretty(member),
        Reply::Staff(staff) => pretty(staff),
        Reply::StaffIssued(issued) => pretty(issued),
        Reply::Audit(page) => pretty(page),
        Reply::Environment(environment) => pretty(environment),
        Reply::Environments(environments) => pretty(environments),
        Reply::Site(site) => pretty(site),
        Reply::OwnedSite(site) => pretty(site),
        Reply::Shop(shop) => pretty(shop),
        Reply::Sites(sites) => pretty(sites),
        Reply::SiteDomain(domain) => pretty(domain),
        Reply::Archive(reply) => archive::json(reply),
        Reply::Hold(report) => pretty(report),
        Reply::ReleasedSites(run) => pretty(run),
        Reply::Bulk(report) => pretty(report),
        Reply::Checked(reports) => pretty(reports),
        Reply::Job(job) => pretty(job),
        Reply::Jobs(jobs) => pretty(jobs),
        Reply::Clock(report) => pretty(report),
        Reply::Rotated(rotated) => pretty(rotated),
        Reply::Litestream(databases) => pretty(databases),
        Reply::PairingCode(code) => pretty(code),
        Reply::Terminals(terminals) => pretty(terminals),
        Reply::ReturnedMail(mail) => pretty(mail),
        Reply::MadeUp(made) => pretty(made),
        Reply::Build(build) => pretty(build),
        Reply::Builds(builds) => pretty(builds),
        Reply::Rollout(rollout) => pretty(rollout),
        Reply::Rollouts(page) => pretty(page),
        Reply::RolloutSites(sites) => pretty(sites),
        Reply::Crashes(crashes) => pretty(crashes),
        Reply::Checks(checks) => pretty(checks),
        Reply::RetriedJobs(run) => pretty(run),
    }
}

/// A reply as text.
pub(super) fn text(reply: &Reply) -> String {
    match reply {
        Reply::Account(account) => account_table(std::slice::from_ref(account)),
        Reply::Accounts(accounts) => account_table(accounts),
        Reply::Grants(grants) => grant_table(grants),
        Reply::StaffMember(member) => staff_table(std::slice::from_ref(member)),
        Reply::Staff(staff) => staff_table(staff),
        Reply::StaffIssued(issued) => issued_lines(issued),
        Reply::Audit(page) => audit_table(page),
        Reply::Environment(environment) => environment_table(std::slice::from_ref(environment)),
        Reply::Environments(environments) => environment_table(environments),
        Reply::Site(site) => site_table(std::slice::from_ref(site)),
        Reply::OwnedSite(site) => owned_site_tables(site),
        Reply::Shop(shop) => shop_lines(shop),
        Reply::Sites(sites) => site_table(sites),
        Reply::SiteDomain(domain) => domain_lines(domain),
        Reply::Hold(report) => hold::lines_of(report),
        Reply::ReleasedSites(run) => hold::table_of(run),
        Reply::Archive(reply) => archive::text(reply),
        Reply::Bulk(report) => many::text(report),
        Reply::Checked(reports) => check_lines(reports),
        Reply::Job(job) => job_lines(job),
        Reply::Jobs(jobs) => job_table(jobs),
        Reply::Clock(report) => clock_table(report),
        Reply::Rotated(rotated) => rotated_table(*rotated),
        Reply::Litestream(databases) => litestream::yaml(databases),
        Reply::PairingCode(code) => pairing_code_table(code),
        Reply::Terminals(terminals) => terminal_table(terminals),
        Reply::ReturnedMail(mail) => format!("Recorded at {}: {} email bounced\n", mail.site, mail.kind),
        Reply::MadeUp(made) => made_table(*made),
        Reply::Build(build) => build::table_of(std::slice::from_ref(build)),
        Reply::Builds(builds) => build::table_of(builds),
        Reply::Rollout(rollout) => rollout::lines_of(rollout),
        Reply::Rollouts(page) => rollout::table_of(page),
        Reply::RolloutSites(sites) => rollout::site_table(sites),
        Reply::Crashes(crashes) => crash_lines(crashes),
        Reply::Checks(checks) => doctor::lines_of(checks),
        Reply::RetriedJobs(run) => retried_lines(run),
    }
}

fn retried_lines(run: &RetriedJobs) -> String {
    let mut out = format!("retrying {} jobs at {} sites\n", run.jobs, run.sites);
    for failure in &run.failed {
        out.push_str(&format!("{failure}\n"));
    }
    out
}

fn staff_table(staff: &[StaffMember]) -> String {
    let row = |member: &StaffMember| {
        vec![
            member.email.clone(),
            member.role.into_str().to_owned(),
            member.environment.clone(),
            if member.has_second_factor { "yes" } else { "no" }.to_owned(),
            member.id.to_string(),
            day(member.created_at),
        ]
    };
    let head = ["EMAIL", "ROLE", "ENVIRONMENT", "2FA", "ID", "CREATED"];
    table(&head, staff.iter().map(row))
}

fn issued_lines(issued: &Issued) -> String {
    let member = staff_table(std::slice::from_ref(&issued.member));
    format!("{member}\nPassword (shown only once): {}\n", issued.password)
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
    let head = ["TIME", "ACTOR", "ACTION", "ENVIRONMENT", "RESOURCE", "DETAILS"];
    let mut out = table(&head, page.items.iter().map(row));
    if let Some(cursor) = &page.next_cursor {
        out.push_str(&format!("\nMore results: --cursor {cursor}\n"));
    }
    out
}

/// Everything known about a job, one item per line. Errors can take several.
fn job_lines(job: &JobReport) -> String {
    let lines = [
        ("id", job.id.to_string()),
        ("kind", job.kind.clone()),
        ("state", job.state.into_str().to_owned()),
        ("attempts", job.attempts.to_string()),
        ("due", second(job.due_at)),
        ("created", second(job.created_at)),
        ("error", job.last_error.clone().unwrap_or_default()),
    ];
    let line = |(name, value): &(&str, String)| format!("{name:10}{value}").trim_end().to_owned() + "\n";
    lines.iter().map(line).collect()
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
        &["ID", "KIND", "STATE", "ATTEMPTS", "DUE", "CREATED", "ERROR"],
        jobs.iter().map(row),
    )
}

fn pairing_code_table(code: &PairingCode) -> String {
    let row = vec![
        code.pairing_code.clone(),
        second(code.expires_at),
        code.terminal_id.clone(),
    ];
    table(&["CODE", "EXPIRES", "TERMINAL"], std::iter::once(row))
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
        out.push_str(&format!(
            "{digest}  build {build}  crashes {count}, last {}\n",
            second(*last)
        ));
        for LoggedFrame { built, source } in frames {
            match source {
                Some(source) => out.push_str(&format!("    {source}  ({built})\n")),
                None => out.push_str(&format!("    {built}\n")),
            }
        }
    }
    if crashes.is_empty() {
        "No crashes\n".to_owned()
    } else {
        out
    }
}
