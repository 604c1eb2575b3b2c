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
use crate::opening::{self, Need, NeedKind, ShopState, Standing};
use crate::tenant::{Tenant, TenantContext};

/// Step of the setup guide.
#[derive(Serialize, ToSchema)]
pub(super) struct ChecklistStep {
    kind: StepKind,
    done: bool,
    standing: Standing,
    /// Whether the shop can't open without it.
    needed: bool,
    /// Requirement that the owner can confirm without a change; null if there is nothing to confirm.
    confirms: Option<NeedKind>,
}

impl ChecklistStep {
    const fn optional(kind: StepKind, done: bool) -> Self {
        let standing = if done { Standing::Done } else { Standing::Missing };
        Self {
            kind,
            done,
            standing,
            needed: false,
            confirms: None,
        }
    }

    fn of(need: &Need) -> Self {
        Self {
            kind: match need.kind {
                NeedKind::Company => StepKind::Company,
                NeedKind::Location => StepKind::Location,
                NeedKind::Taxes => StepKind::Taxes,
                NeedKind::Product => StepKind::Product,
                NeedKind::HomePage => StepKind::HomePage,
                NeedKind::Terms => StepKind::Terms,
                NeedKind::Privacy => StepKind::Privacy,
                NeedKind::ClubTerms => StepKind::ClubTerms,
                NeedKind::Payments => StepKind::Processor,
                NeedKind::Sender => StepKind::Sender,
            },
            done: need.standing == Standing::Done,
            standing: need.standing,
            needed: need.blocks || need.standing == Standing::Done,
            confirms: need.confirmable.then_some(need.kind),
        }
    }
}

/// Setup guide.
#[derive(Serialize, ToSchema)]
pub(super) struct Checklist {
    /// Steps in recommended order.
    steps: Vec<ChecklistStep>,
    /// Whether the guide is dismissed. It can't be dismissed before the shop opens.
    dismissed: bool,
    /// Whether the shop is open.
    open: bool,
}

/// New state of the guide.
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
    let open = ShopState::read(db).await?.open;
    let needs = opening::needs_of(db, &tenant.site, tenant.now()).await?;
    let mut steps: Vec<_> = needs.iter().map(ChecklistStep::of).collect();
    steps.push(ChecklistStep::optional(StepKind::Opening, open));
    for step in domains.iter().flat_map(|domain| domain.steps) {
        steps.push(ChecklistStep::optional(step.kind, (step.done)(tenant, db).await?));
    }
    steps.sort_by_key(|step| step.kind);
    Ok(Checklist {
        steps,
        dismissed: open && store::is_dismissed(db).await?,
        open,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_that_does_not_block_is_not_needed() {
        let need = |standing, blocks| {
            ChecklistStep::of(&Need {
                kind: NeedKind::Payments,
                standing,
                blocks,
                confirmable: false,
            })
        };
        let untested = need(Standing::ToCheck, false);
        assert_eq!((untested.needed, untested.done), (false, false));
        assert!(need(Standing::Missing, true).needed && need(Standing::Done, false).needed);
    }
}
