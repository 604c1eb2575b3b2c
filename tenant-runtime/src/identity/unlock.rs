//! Password confirmation before actions that an unattended screen must not allow.

use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope, Json};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{IdentityError, reauthentication, session};
use crate::error::ErrorCode;
use crate::http::Person;
use crate::tenant::Tenant;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasswordAgain {
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Unlocked {
    #[schema(value_type = String, format = DateTime)]
    until: Timestamp,
}

/// Confirm the password
///
/// Unlocks calls that return `password_required` for this session, for ten minutes. Attempts are limited as at login.
#[utoipa::path(post, path = "/users/unlock", tag = "identity", request_body = PasswordAgain,
    responses((status = 200, body = Envelope<Unlocked>)))]
pub(super) async fn unlock(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<PasswordAgain>,
) -> Result<Answer<Unlocked>, ApiError> {
    let proof = reauthentication::reauthenticate(&tenant, &person, entered.password)
        .await
        .map_err(in_few_words)?;
    let mut db = tenant.write().await?;
    proof.still_holds(&mut db).await.map_err(in_few_words)?;
    let until = session::unlock(&mut db, tenant.now(), &person).await?;
    db.commit().await?;
    Ok(Answer(Unlocked { until }))
}

/// The input is only a password, so the message is short.
fn in_few_words(error: IdentityError) -> ApiError {
    const SAID: &str = "Incorrect Password";
    match error {
        IdentityError::WrongPassword => ErrorCode::WrongPassword.because(SAID).field("password", SAID),
        other => other.into(),
    }
}
