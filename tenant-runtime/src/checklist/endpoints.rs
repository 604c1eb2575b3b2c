use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::store;
use crate::domain::{self, StepKind};
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::{Tenant, TenantContext};

/// Step of the setup guide.
#[derive(Serialize, ToSchema)]
pub(super) struct ChecklistStep {
    kind: StepKind,
    done: bool,
}

/// Setup guide.
#[derive(Serialize, ToSchema)]
pub(super) struct Checklist {
    /// Steps in recommended order.
    steps: Vec<ChecklistStep>,
    /// Whether the guide is dismissed.
    dismissed: bool,
}

/// Whether to dismiss the guide.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChecklistPlace {
    dismissed: bool,
}

/// Get the setup guide
#[utoipa::path(get, path = "/admin/checklist", tag = "admin", responses((status = 200, body = Envelope<Checklist>)))]
pub(super) async fn get_checklist(tenant: Tenant) -> Result<Answer<Checklist>, ApiError> {
    let mut db = tenant.read().await?;
    Ok(Answer(load(&tenant, &mut db).await?))
}

/// Dismiss or restore the setup guide
///
/// Applies to the whole team.
#[utoipa::path(put, path = "/admin/checklist", tag = "admin", request_body = ChecklistPlace,
    responses((status = 200, body = Envelope<Checklist>)))]
pub(super) async fn put_checklist_aside(
    tenant: Tenant,
    person: Person,
    Json(ChecklistPlace { dismissed }): Json<ChecklistPlace>,
) -> Result<Answer<Checklist>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = store::is_dismissed(&mut db).await?;
    if dismissed {
        store::dismiss(&mut db, now.as_millisecond()).await?;
    } else {
        store::bring_back(&mut db).await?;
    }
    let change = Change::between(json!({ "dismissed": before }), json!({ "dismissed": dismissed }));
    audit::note(&mut db, now, &person.actor(), "checklist_moved", "checklist", change).await?;
    let after = load(&tenant, &mut db).await?;
    db.commit().await?;
    Ok(Answer(after))
}

async fn load(tenant: &TenantContext, db: &mut TenantRead) -> Result<Checklist, Fault> {
    let domains = domain::all(&tenant.runtime)?;
    let mut steps = Vec::new();
    for step in domains.iter().flat_map(|domain| domain.steps) {
        steps.push(ChecklistStep {
            kind: step.kind,
            done: (step.done)(tenant, db).await?,
        });
    }
    steps.sort_by_key(|step| step.kind);
    Ok(Checklist {
        steps,
        dismissed: store::is_dismissed(db).await?,
    })
}
