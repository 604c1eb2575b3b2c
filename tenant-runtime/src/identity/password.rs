//! The password of a logged-in customer: changing it, and entering it again before something that cannot be undone.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::device::DeviceId;
use super::guessing::{self, Target};
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
    /// Must equal `newPassword` where it is sent.
    #[schema(value_type = Option<String>, format = Password)]
    confirm_password: Option<SecretString>,
}

/// Change the password
///
/// Ends every session; the answer is a new one for the calling device.
#[utoipa::path(post, path = "/users/update-password", tag = "identity", request_body = PasswordUpdate, responses((status = 200, body = Envelope<Tokens>)))]
pub(super) async fn update_password(
    tenant: Tenant,
    person: Person,
    DeviceId(device): DeviceId,
    Json(entered): Json<PasswordUpdate>,
) -> Result<Answer<Tokens>, ApiError> {
    let repeated = entered.confirm_password.as_ref().map(ExposeSecret::expose_secret);
    rules::new_password("newPassword", entered.new_password.expose_secret(), repeated).map_err(IdentityError::from)?;
    let proof = reauthenticate(&tenant, &person, entered.current_password).await?;
    let hash = tenant.hasher().hash(entered.new_password).await.map_err(Fault::from)?;

    let mut db = tenant.write().await?;
    proof.still_holds(&mut db).await?;
    recovery::change_password(&mut db, &tenant, person.id, &hash).await?;
    let tokens = session::begin(&mut db, &tenant, person.id, person.role, device.as_deref()).await?;
    db.commit().await?;
    Ok(Answer(tokens))
}

/// Proof that the caller knew the password a moment ago.
pub struct Proof {
    customer_id: i64,
    hash: String,
}

impl Proof {
    /// Asks once more, within the transaction of what follows: the password may have been changed meanwhile.
    ///
    /// # Errors
    /// [`IdentityError::WrongPassword`]
    pub async fn still_holds(&self, db: &mut TenantRead) -> Result<(), IdentityError> {
        if store::password_hash(db, self.customer_id).await?.as_ref() == Some(&self.hash) {
            Ok(())
        } else {
            Err(IdentityError::WrongPassword)
        }
    }
}

/// Checks that the person of a session knows the password, so that an unlocked telephone is no way to guess it.
///
/// # Errors
/// [`IdentityError::WrongPassword`]; [`IdentityError::TooManyGuesses`] after five of them, as at the log-in.
pub async fn reauthenticate(tenant: &Tenant, person: &Person, password: SecretString) -> Result<Proof, IdentityError> {
    let guess = guessing::begin(tenant, Target::session(tenant, person.id), false).await?;
    let stored = store::password_hash(&mut tenant.read().await?, person.id).await?;
    let matches = tenant.hasher().verify(password, stored.clone()).await?;
    let right = stored.filter(|_| matches);
    if right.is_none() || guess.failed_before() {
        let mut db = tenant.write().await?;
        match &right {
            Some(_) => guess.was_right(&mut db).await?,
            None => guess.was_wrong(&mut db, tenant).await?,
        }
        db.commit().await?;
    }
    let customer_id = person.id;
    right
        .map(|hash| Proof { customer_id, hash })
        .ok_or(IdentityError::WrongPassword)
}
