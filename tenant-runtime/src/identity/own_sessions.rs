//! Sessions of the caller.

use platform::audit;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde_json::json;

use super::session::{self, OwnSession};
use crate::http::Person;
use crate::tenant::Tenant;

/// List your sessions
#[utoipa::path(get, path = "/users/sessions", tag = "identity", responses((status = 200, body = Envelope<Vec<OwnSession>>)))]
pub(super) async fn list_sessions(tenant: Tenant, person: Person) -> Result<Answer<Vec<OwnSession>>, ApiError> {
    let mut db = tenant.read().await?;
    Ok(Answer(session::list(&mut db, &person, tenant.now()).await?))
}

/// End one of your sessions; returns the remaining ones
#[utoipa::path(delete, path = "/users/sessions/{sessionId}", tag = "identity", params(("sessionId" = String, Path)),
    responses((status = 200, body = Envelope<Vec<OwnSession>>)))]
pub(super) async fn end_session(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
) -> Result<Answer<Vec<OwnSession>>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if !session::end_one(&mut db, now, &person, &id).await? {
        return Err(ApiError::not_found());
    }
    let entry = audit::Entry {
        actor: &person.actor(),
        action: "session_ended",
        subject: &format!("session:{id}"),
        detail: json!({}),
    };
    audit::record(&mut db, now, entry).await?;
    let left = session::list(&mut db, &person, now).await?;
    db.commit().await?;
    Ok(Answer(left))
}
