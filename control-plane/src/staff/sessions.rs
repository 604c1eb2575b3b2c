//! Sessions of the caller at the console.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde_json::json;
use tenant_runtime::http::Staff;

use super::proof::id_of;
use super::store::{self, OwnSession};
use crate::plane::ControlPlane;

/// List your sessions at the console
#[utoipa::path(get, path = "/provider/me/sessions", tag = "provider", responses((status = 200, body = Envelope<Vec<OwnSession>>)))]
pub(super) async fn list_own_console_sessions(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<Vec<OwnSession>>, ApiError> {
    let mut db = plane.db.read().await?;
    let sessions = store::sessions(&mut db, id_of(&staff)?, &staff.session, plane.now()).await?;
    Ok(Answer(sessions))
}

/// End one of your sessions at the console; returns the remaining ones
#[utoipa::path(delete, path = "/provider/me/sessions/{sessionId}", tag = "provider", params(("sessionId" = String, Path)),
    responses((status = 200, body = Envelope<Vec<OwnSession>>)))]
pub(super) async fn end_own_console_session(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(session): Path<String>,
) -> Result<Answer<Vec<OwnSession>>, ApiError> {
    let id = id_of(&staff)?;
    let mut db = plane.db.write().await?;
    if !store::end_own_session(&mut db, id, &session).await? {
        return Err(ApiError::not_found());
    }
    let subject = (Some(&*staff.environment), &*staff.id);
    plane
        .audit(&mut db, &staff.id, "staff.session_ended", subject, json!({}))
        .await?;
    let left = store::sessions(&mut db, id, &staff.session, plane.now()).await?;
    db.commit().await?;
    Ok(Answer(left))
}
