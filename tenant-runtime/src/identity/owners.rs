//! A site is never left without an owner: nobody else could give the role to anybody.

use platform::db::TenantRead;
use platform::http::ApiError;

use super::store;
use crate::error::ErrorCode;

/// Lets go of a person as an owner, within the transaction that takes the account or the role.
///
/// # Errors
/// 409 `last_owner` when this is the only owner.
pub(super) async fn demand_another(db: &mut TenantRead, id: i64) -> Result<(), ApiError> {
    if store::is_only_owner(db, id).await? {
        let message = "You are the only owner here. Please make somebody else an owner first.";
        return Err(ErrorCode::LastOwner.because(message));
    }
    Ok(())
}
