use platform::http::{Answer, ApiError, Envelope};

use super::{Recipient, store};
use crate::http::Person;
use crate::tenant::Tenant;

/// List recipients of the caller's gifts, newest first
#[utoipa::path(get, path = "/users/gifts/recipients", tag = "gifts", responses((status = 200, body = Envelope<Vec<Recipient>>)))]
pub(super) async fn list_recipients(tenant: Tenant, person: Person) -> Result<Answer<Vec<Recipient>>, ApiError> {
    Ok(Answer(store::recipients(&mut tenant.read().await?, person.id).await?))
}
