//! Account of the logged-in customer.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};

use super::{Account, IdentityError, store};
use crate::http::Person;
use crate::payments;
use crate::tenant::Tenant;

/// Account by ID with its card on file; `None` if deleted.
pub async fn load(db: &mut TenantRead, id: i64) -> Result<Option<Account>, sqlx::Error> {
    let Some(mut account) = store::account(db, id).await? else {
        return Ok(None);
    };
    account.cctag = payments::card_on_file(db, id).await?.tag();
    Ok(Some(account))
}

/// Get the caller's account
#[utoipa::path(get, path = "/users", tag = "identity", responses((status = 200, body = Envelope<Account>)))]
pub(super) async fn get_account(tenant: Tenant, person: Person) -> Result<Answer<Account>, ApiError> {
    let account = load(&mut tenant.read().await?, person.id).await?;
    let account = account.ok_or(IdentityError::NoAccount)?;
    Ok(Answer(Account {
        lacks_second_factor: person.lacks_second_factor,
        ..account
    }))
}
