use platform::http::{Answer, ApiError, Envelope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OfferKind;
use super::claim::{ClaimedItem, claim};
use super::error::OfferError;
use super::rules;
use super::store::Wanted;
use crate::http::{Idempotency, IdempotentJson, Person};
use crate::identity;
use crate::tenant::Tenant;

#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PromoCode {
    /// At most 20 characters, not case-sensitive.
    code: String,
    /// Location where the caller wants to use it. Default: the home location, if any.
    #[serde(default)]
    location_id: Option<i64>,
}

/// Claim a promo code
///
/// Adds the item to the caller's wallet. Unknown codes and codes that haven't started return `invalid_code`. After ten of
/// these in an hour, a captcha is required.
#[utoipa::path(post, path = "/promo-codes", tag = "offers", request_body = PromoCode,
    responses((status = 200, body = Envelope<ClaimedItem>)))]
pub(super) async fn claim_promo_code(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<PromoCode>,
) -> Result<Answer<ClaimedItem>, ApiError> {
    let IdempotentJson { value, idempotency } = request;
    let claimed = match enter(&tenant, &person, &value, &idempotency).await {
        Err(OfferError::InvalidCode { .. }) => {
            // In a separate transaction, because the request has left nothing behind.
            let mut db = tenant.write().await?;
            let captcha = identity::note_wrong_code(&mut db, &tenant, person.id).await?;
            db.commit().await?;
            Err(OfferError::InvalidCode { captcha })
        }
        other => other,
    };
    Ok(Answer(claimed?))
}

async fn enter(
    tenant: &Tenant,
    person: &Person,
    entered: &PromoCode,
    idempotency: &Idempotency,
) -> Result<ClaimedItem, OfferError> {
    let code = rules::entered_code(&entered.code).map_err(OfferError::Code)?;
    let key = rules::code_key(&code);
    let wanted = (OfferKind::Promo, Wanted::Code(&key));
    claim(tenant, person, wanted, entered.location_id, idempotency).await
}
