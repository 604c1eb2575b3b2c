//! Cancels a membership at the end of its paid period.

use platform::audit::Change;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde_json::json;

use super::{Changed, finish, membership};
use crate::clubs::error::ClubError;
use crate::clubs::membership::leave;
use crate::clubs::rules::standing::Status;
use crate::http::Person;
use crate::tenant::Tenant;

/// Cancel a membership at the end of its paid period
///
/// As if the member had canceled it: it stays active and can be reactivated until the next billing date. A pause ends
/// immediately. 409 `payment_pending` for a past-due membership, which can only end immediately. Canceling a canceled membership
/// changes nothing.
#[utoipa::path(post, path = "/admin/clubs/{membershipId}/cancel", tag = "admin",
    params(("membershipId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::clubs) async fn cancel_membership(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(cancel(&tenant, &person, id).await?))
}

async fn cancel(tenant: &Tenant, person: &Person, id: i64) -> Result<bool, ClubError> {
    let mut db = tenant.write().await?;
    let dues = membership(&mut db, id).await?;
    if dues.open.is_some() {
        return Err(ClubError::NotNow);
    }
    if dues.membership.standing.status == Status::EndBillingPending {
        return Ok(true);
    }
    let before = dues.membership.standing.status.into_str();
    let left = leave(&mut db, tenant, dues.membership).await?;
    let change = Change::between(
        json!({"status": before}),
        json!({"status": left.standing.status.into_str()}),
    )
    .with(json!({"endsOn": left.next_billing_date.to_string()}));
    let entry = Changed {
        id,
        action: "club_canceled",
        change,
    };
    finish(db, tenant, person, entry).await
}
