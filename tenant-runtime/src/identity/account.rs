//! What a customer sees of their own account.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::{IdentityError, store};
use crate::http::{Person, Role};
use crate::payments;
use crate::tenant::Tenant;

/// An account as its owner sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub user_id: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub birthday_month: i64,
    pub birthday_day: i64,
    pub zip_postal_code: String,
    /// Digits of the national number.
    pub cell_phone_number: String,
    pub opt_in_to_marketing: bool,
    /// One's own code, to give to friends.
    pub referral_code: String,
    pub email_confirmed: bool,
    pub role: Role,
    pub home_location_id: Option<i64>,
    /// What purchases are paid with: brand and last digits of the card on file, or null.
    pub cctag: Option<String>,
}

/// The account with this id, and the card on file; `None` once it is deleted.
///
/// # Errors
/// When the database refuses.
pub async fn load(db: &mut TenantRead, id: i64) -> Result<Option<Account>, sqlx::Error> {
    let Some(mut account) = store::account(db, id).await? else {
        return Ok(None);
    };
    account.cctag = payments::card_on_file(db, id).await?.tag();
    Ok(Some(account))
}

/// The caller's account
#[utoipa::path(get, path = "/users", tag = "identity", responses((status = 200, body = Envelope<Account>)))]
pub(super) async fn get_account(tenant: Tenant, person: Person) -> Result<Answer<Account>, ApiError> {
    let account = load(&mut tenant.read().await?, person.id).await?;
    Ok(Answer(account.ok_or(IdentityError::NoAccount)?))
}
