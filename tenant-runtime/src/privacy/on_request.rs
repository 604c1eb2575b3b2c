//! Deletion of an account at the owner's request to the merchant.

use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::deletion;
use crate::fields::{invalid_field, text};
use crate::http::Person;
use crate::identity;
use crate::tenant::Tenant;

#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RequestedDeletion {
    /// Form of the customer's request, recorded in the audit log. At most 200 characters.
    reason: String,
}

/// Delete a customer's account on request
///
/// Same effect as if the customer deleted it.
#[utoipa::path(post, path = "/admin/customers/{userId}/deletion", tag = "admin", request_body = RequestedDeletion,
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn delete_customer(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(request): Json<RequestedDeletion>,
) -> Result<Answer<bool>, ApiError> {
    let reason = text::reason(&request.reason).map_err(|message| invalid_field("reason", message))?;
    let mut db = tenant.write().await?;
    identity::subject_of(&mut db, &person, id).await?;
    let who = person.actor();
    deletion::erase(&mut db, &tenant, id, (&who, json!({ "reason": reason }))).await?;
    db.commit().await?;
    Ok(Answer(true))
}
