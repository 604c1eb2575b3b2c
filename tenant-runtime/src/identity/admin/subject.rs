//! Accounts that staff may change.

use platform::db::TenantRead;

use crate::http::{Person, Role};
use crate::identity::{Account, IdentityError, store};

/// The account that `person` wants to change: neither their own, nor a staff member's whose role isn't below theirs.
/// Changing an owner's address would be a way to become owner.
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
