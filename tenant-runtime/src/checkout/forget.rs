//! What orders say of a customer whose account is deleted. The books keep what was bought; where goods go is known until they
//! have left, and to whom an open order is given until it is settled.

use platform::db::{TenantRead, TenantWrite};

use super::store::{addresses, lines, orders};
use crate::domain::Objection;
use crate::error::Fault;
use crate::{gifts, identity};

/// Whether an account must not be deleted just now, since a payment of the customer is still to be settled.
///
/// # Errors
/// When the database refuses.
pub async fn objection(db: &mut TenantRead, customer_id: i64) -> Result<Option<Objection>, Fault> {
    let is_pending = orders::has_blocking_order(db, customer_id).await?;
    Ok(is_pending.then_some(Objection::PaymentPending))
}

/// Erases the shipping addresses of a customer, and senders and recipients of gifts, once they are not needed any more.
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
