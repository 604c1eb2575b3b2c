//! What orders say of a customer whose account is deleted. The books keep what was bought; where goods go is known until they
//! have left, and to whom an open order is given until it is settled.

use platform::db::{TenantRead, TenantWrite};
use platform::http::ApiError;

use super::store::{addresses, lines, orders};
use crate::error::ErrorCode;
use crate::{gifts, identity};

/// Why an account must not be deleted just now.
///
/// # Errors
/// 409 `payment_pending` while a payment of the customer is to be settled.
pub async fn objection(db: &mut TenantRead, customer_id: i64) -> Result<(), ApiError> {
    if orders::has_blocking_order(db, customer_id).await? {
        let message = "We are still checking a payment of yours. Please try again in a few minutes.";
        return Err(ErrorCode::PaymentPending.because(message));
    }
    Ok(())
}

/// Erases where the goods of a customer went, and to whom and from whom gifts did, as far as nothing waits for it.
///
/// # Errors
/// When the database refuses.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    lines::forget_gifts_by(db, customer_id).await?;
    for line in gifts::lines_received_by(db, customer_id).await? {
        lines::forget_gift(db, line).await?;
    }
    addresses::forget(db, customer_id).await
}

/// The same once something more of it is settled, for an account that was deleted meanwhile. One that stands keeps everything.
pub(super) async fn forget_if_deleted(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    match identity::find_account(db, customer_id).await? {
        Some(_) => Ok(()),
        None => forget(db, customer_id).await,
    }
}
