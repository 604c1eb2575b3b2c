//! Changing the password of a logged-in customer.

use platform::http::{Answer, ApiError, Envelope, Json};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::device::Visit;
use super::reauthentication::reauthenticate;
use super::session::{self, Tokens};
use super::{IdentityError, recovery, rules, store};
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::Tenant;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PasswordUpdate {
    #[schema(value_type = String, format = Password)]
    current_password: SecretString,
    #[schema(value_type = String, format = Password)]
    new_password: SecretString,
    /// If present, must equal `newPassword`.
    #[schema(value_type = Option<String>, format = Password)]
    confirm_password: Option<SecretString>,
}

/// Change the password
///
/// Ends all sessions and returns a new one for this device.
#[utoipa::path(post, path = "/users/update-password", tag = "identity", request_body = PasswordUpdate, responses((status = 200, body = Envelope<Tokens>)))]
pub(super) async fn update_password(
    tenant: Tenant,
    person: Person,
    visit: Visit,
    Json(entered): Json<PasswordUpdate>,
) -> Result<Answer<Tokens>, ApiError> {
    let repeated = entered.confirm_password.as_ref().map(ExposeSecret::expose_secret);
    let account = store::account(&mut tenant.read().await?, person.id).await?;
    let email = account.ok_or(IdentityError::NoAccount)?.email;
    rules::new_password("newPassword", entered.new_password.expose_secret(), repeated, &email)
        .map_err(IdentityError::from)?;
    let proof = reauthenticate(&tenant, &person, entered.current_password).await?;
    let hash = tenant.hasher().hash(entered.new_password).await.map_err(Fault::from)?;

    let mut db = tenant.write().await?;
    proof.still_holds(&mut db).await?;
    recovery::change_password(&mut db, &tenant, person.id, &hash).await?;
    let tokens = session::begin(&mut db, &tenant, person.id, person.role, &visit).await?;
    db.commit().await?;
    Ok(Answer(tokens))
}
