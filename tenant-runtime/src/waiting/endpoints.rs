use jiff::Timestamp;
use jiff::civil::Date;
use platform::audit;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Path};
use platform::jobs::{self, JobReport};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{given_up, is_mail};
use crate::domain::{self, Load, WaitingKind};
use crate::http::Person;
use crate::tenant::{Tenant, TenantContext};

/// Number of items of one type that need attention.
#[derive(Serialize, ToSchema)]
pub(super) struct WaitingWork {
    kind: WaitingKind,
    /// At least 1.
    count: i64,
    /// Due date of the first item; null for none.
    #[schema(value_type = Option<String>, format = Date)]
    due: Option<Date>,
}

/// Failed background job.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeadJob {
    job_id: i64,
    /// Job type, such as `gifts.mail`.
    kind: String,
    /// Whether the job sends an email.
    is_mail: bool,
    /// Number of attempts.
    attempts: i64,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Last error.
    error: Option<String>,
}

impl From<JobReport> for DeadJob {
    fn from(job: JobReport) -> Self {
        Self {
            job_id: job.id,
            is_mail: is_mail(&job),
            kind: job.kind,
            attempts: job.attempts,
            created_at: job.created_at,
            error: job.last_error,
        }
    }
}

/// List items that need attention
///
/// Types without items are omitted.
#[utoipa::path(get, path = "/admin/waiting", tag = "waiting",
    responses((status = 200, body = Envelope<Vec<WaitingWork>>)))]
pub(super) async fn list_waiting(tenant: Tenant) -> Result<Answer<Vec<WaitingWork>>, ApiError> {
    let domains = domain::all(&tenant.runtime)?;
    let mut db = tenant.read().await?;
    let mut work = Vec::new();
    for waiting in domains.iter().flat_map(|domain| domain.waiting) {
        let Load { count, due } = (waiting.load)(&tenant, &mut db).await?;
        if count > 0 {
            work.push(WaitingWork {
                kind: waiting.kind,
                count,
                due,
            });
        }
    }
    Ok(Answer(work))
}

/// List failed background jobs, oldest first
#[utoipa::path(get, path = "/admin/jobs", tag = "waiting", responses((status = 200, body = Envelope<Vec<DeadJob>>)))]
pub(super) async fn list_dead_jobs(tenant: Tenant) -> Result<Answer<Vec<DeadJob>>, ApiError> {
    let mut db = tenant.read().await?;
    let dead = given_up(&mut db).await?;
    Ok(Answer(dead.into_iter().map(DeadJob::from).collect()))
}

/// Retry a failed background job
#[utoipa::path(post, path = "/admin/jobs/{jobId}/retry", tag = "waiting", params(("jobId" = i64, Path)),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn retry_job(
    tenant: Tenant,
    person: Person,
    Path(job_id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let revived = jobs::retry(&mut db, tenant.now(), Some(job_id)).await?.pop();
    finish(db, &tenant, &person, ("job_retried", revived)).await
}

/// Discard a failed background job
///
/// Use it if the work is done by hand or no longer needed.
#[utoipa::path(delete, path = "/admin/jobs/{jobId}", tag = "waiting", params(("jobId" = i64, Path)),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn discard_job(
    tenant: Tenant,
    person: Person,
    Path(job_id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let discarded = jobs::discard(&mut db, job_id).await?;
    finish(db, &tenant, &person, ("job_discarded", discarded)).await
}

/// Records the action on a job and its actor. 404 if the job doesn't exist.
async fn finish(
    mut db: TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    (action, job): (&'static str, Option<JobReport>),
) -> Result<Answer<bool>, ApiError> {
    let job = job.ok_or_else(ApiError::not_found)?;
    let entry = audit::Entry {
        actor: &format!("customer:{}", person.id),
        action,
        subject: &format!("job:{}", job.id),
        detail: json!({ "kind": job.kind }),
    };
    audit::record(&mut db, tenant.now(), entry).await?;
    db.commit().await?;
    Ok(Answer(true))
}
