//! Items that need a team member's attention, from all domains, and failed background jobs, which can be retried or
//! discarded.

mod bounces;
mod endpoints;

use std::sync::atomic::Ordering;

use platform::db::TenantRead;
use platform::jobs::{self, JobReport, JobState};

use crate::http::{Policy, Routes, limits, routes};
use crate::notifications;
use crate::tenant::TenantContext;

pub fn routes() -> Routes {
    let (reads, acts) = (Policy::manager(limits::READ), Policy::manager(limits::WRITE));
    Routes::default()
        .call(routes!(endpoints::list_waiting), reads)
        .call(routes!(endpoints::list_dead_jobs), reads)
        .call(routes!(endpoints::retry_job), acts)
        .call(routes!(endpoints::discard_job), acts)
        .call(routes!(bounces::list_bounces), reads)
        .call(routes!(bounces::retry_bounce), acts)
        .call(routes!(bounces::dismiss_bounce), acts)
}

/// Types of jobs that send an email and aren't named after it.
const MAILS: [&str; 8] = [
    "checkout.receipt",
    "identity.account_deleted",
    "identity.email_changed",
    "identity.login_method_added",
    "identity.password_changed",
    "identity.password_recovery",
    "staff.mail_account_change",
    "staff.mail_invitation",
];

/// Whether a job sends an email.
fn is_mail(job: &JobReport) -> bool {
    let kind = &*job.kind;
    kind.ends_with("mail") || kind.ends_with("mail_link") || MAILS.contains(&kind)
}

/// Failed jobs, except emails that bounced, which are listed separately.
async fn given_up(db: &mut TenantRead) -> Result<Vec<JobReport>, sqlx::Error> {
    let bounced = notifications::bounces::all(db).await?;
    let mut dead = jobs::list(db, Some(JobState::Dead)).await?;
    dead.retain(|job| bounced.iter().all(|bounce| bounce.job_id != Some(job.id)));
    Ok(dead)
}

/// 1 while background jobs wait because the server's clock may be wrong. The provider confirms or corrects it.
pub async fn clock_held(tenant: &TenantContext, _: &mut TenantRead) -> Result<i64, sqlx::Error> {
    Ok(i64::from(tenant.runtime.is_clock_held.load(Ordering::Relaxed)))
}

/// Number of undelivered emails.
pub async fn undelivered_mails(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    let dead = given_up(db).await?;
    Ok(dead.iter().filter(|job| is_mail(job)).count() as i64)
}

/// Number of other failed jobs.
pub async fn dead_jobs(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    let dead = given_up(db).await?;
    Ok(dead.iter().filter(|job| !is_mail(job)).count() as i64)
}
