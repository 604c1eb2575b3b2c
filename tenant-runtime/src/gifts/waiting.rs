use platform::http::{Answer, ApiError, Envelope};

use super::{WaitingGift, store};
use crate::identity::Person;
use crate::tenant::Tenant;

/// What waits for the caller's address until it is confirmed
#[utoipa::path(get, path = "/users/gifts/waiting", tag = "gifts", responses((status = 200, body = Envelope<Vec<WaitingGift>>)))]
pub(super) async fn list_waiting_gifts(tenant: Tenant, person: Person) -> Result<Answer<Vec<WaitingGift>>, ApiError> {
    Ok(Answer(store::waiting(&mut tenant.read().await?, person.id).await?))
}
