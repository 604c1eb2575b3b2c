//! `GET /provider/audit` and its command-line equivalent: events with actor and resource, newest first.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Query};
use serde::{Deserialize, Serialize};
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use utoipa::ToSchema;

use super::{Asked, AuditActor, AuditRecord, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

/// Page of the audit log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
// Named this way because a site's audit log also has pages.
#[schema(as = ProviderAuditPage)]
pub struct AuditPage {
    pub items: Vec<AuditRecord>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
    /// All actors in the log, regardless of filters.
    pub people: Vec<AuditActor>,
    /// All actions in the log, regardless of filters.
    pub actions: Vec<String>,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    Routes::default().call(
        routes!(list_provider_audit),
        Policy::staff(StaffRole::Viewer, limits::READ),
    )
}

/// List audit log events of your environment and shared ones, newest first
#[utoipa::path(get, path = "/provider/audit", tag = "provider", params(Asked), responses((status = 200, body = Envelope<AuditPage>)))]
async fn list_provider_audit(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Query(asked): Query<Asked>,
) -> Result<Answer<AuditPage>, ApiError> {
    Ok(Answer(page(&plane, Some(&staff.environment), &asked).await?))
}

/// A page of the events that concern `environment` (`None`: all events).
pub async fn page(plane: &ControlPlane, environment: Option<&str>, asked: &Asked) -> Result<AuditPage, ControlDbError> {
    let limit = asked.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    // One extra row shows whether there is another page.
    let mut db = plane.db.read().await?;
    let mut items = store::list(&mut db, environment, asked, limit + 1).await?;
    let more = items.len() as i64 > limit;
    items.truncate(usize::try_from(limit).unwrap_or_default());
    let next_cursor = items.last().filter(|_| more).map(|last| last.id.to_string());
    Ok(AuditPage {
        items,
        next_cursor,
        people: store::actors(&mut db, environment).await?,
        actions: store::actions(&mut db, environment).await?,
    })
}
