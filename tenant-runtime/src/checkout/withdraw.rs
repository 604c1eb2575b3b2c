//! What became of an order whose answer was lost, for a customer who must not pay twice.

use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{OrderResult, status};
use crate::http::Idempotency;
use crate::http::Person;
use crate::language::Locale;
use crate::tenant::Tenant;

/// An order whose answer was lost.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Withdrawal {
    /// The `Idempotency-Key` that it was sent with.
    #[schema(min_length = 1, max_length = 128)]
    key: String,
}

/// Look up an order by its idempotency key, or withdraw it
///
/// Returns the result of the order with this `Idempotency-Key`. `null`: there is none, and there will be none, since a
/// later request with the key is refused with `key_reused`.
#[utoipa::path(post, path = "/orders/withdrawal", tag = "checkout", request_body = Withdrawal,
    responses((status = 200, body = Envelope<Option<OrderResult>>)))]
pub(super) async fn withdraw_order(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Json(withdrawal): Json<Withdrawal>,
) -> Result<Answer<Option<OrderResult>>, ApiError> {
    let key = Idempotency::of_earlier("/orders", &person, withdrawal.key)?;
    let mut db = tenant.write().await?;
    let Some(stored) = key.retire(&mut db, tenant.now()).await? else {
        db.commit().await?;
        return Ok(Answer(None));
    };
    let order = status::order_of_key(&mut db, &stored, &person).await?;
    Ok(Answer(Some(order.result(&locale))))
}
