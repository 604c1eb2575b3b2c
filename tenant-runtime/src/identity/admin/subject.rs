//! Accounts that staff may change.

use platform::db::TenantRead;

use crate::http::{Person, Role};
use crate::identity::{Account, IdentityError, store};

/// The account that `person` is about to change: not their own, and no colleague's whose role is not below theirs. Who could change
/// the address of an owner would be one soon.
///
/// # Errors
/// [`IdentityError::NoAccount`], [`IdentityError::OwnAccount`] or [`IdentityError::Colleague`].
pub(in crate::identity) async fn subject(
    db: &mut TenantRead,
    person: &Person,
    customer_id: i64,
) -> Result<Account, IdentityError> {
    let account = store::account(db, customer_id).await?;
    let account = account.ok_or(IdentityError::NoAccount)?;
    if customer_id == person.id {
        return Err(IdentityError::OwnAccount);
    }
    if account.role > Role::Customer && account.role >= person.role {
        return Err(IdentityError::Colleague);
    }
    Ok(account)
}
