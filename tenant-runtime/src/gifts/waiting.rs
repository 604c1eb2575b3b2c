use platform::http::{Answer, ApiError, Envelope};

use super::{WaitingGift, store};
use crate::fields::email_key;
use crate::http::Person;
use crate::identity;
use crate::tenant::Tenant;

/// List gifts that wait for email confirmation
#[utoipa::path(get, path = "/users/gifts/waiting", tag = "gifts", responses((status = 200, body = Envelope<Vec<WaitingGift>>)))]
pub(super) async fn list_waiting_gifts(tenant: Tenant, person: Person) -> Result<Answer<Vec<WaitingGift>>, ApiError> {
    let mut db = tenant.read().await?;
    let account = identity::find_account(&mut db, person.id).await?;
    let account = account.ok_or_else(ApiError::not_found)?;
    Ok(Answer(
        store::waiting(&mut db, person.id, &email_key(&account.email)).await?,
    ))
}
