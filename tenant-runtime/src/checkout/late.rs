//! Approvals for which nothing is sold: the order was given up before they became known, the account that placed it is gone,
//! or their amount is not the order's. Such a charge is reversed, once, like any other.

use platform::audit;
use platform::db::TenantWrite;
use serde_json::json;

use super::actor::Actor;
use super::rules::Order;
use super::{books, jobs};
use crate::payments;
use crate::payments::processor::Approval;
use crate::tenant::Tenant;

/// Books with the transaction `db` that the charge `reference` of `order` was approved, over `amount` minor units, though nothing
/// is sold for it. It is reversed after the commit. `false`: it was booked before.
///
/// # Errors
/// When the database refuses.
pub(super) async fn accept(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    (reference, approval): (&str, &Approval),
    amount: i64,
) -> Result<bool, sqlx::Error> {
    let now = tenant.now();
    if !payments::accept_late(db, tenant, reference, approval, amount).await? {
        return Ok(false);
    }
    tracing::error!(
        order.id = order.id,
        payment.reference = reference,
        amount,
        "a charge for which nothing is sold was approved"
    );
    books::record_late_approval(db, order, amount, now).await?;
    let subject = format!("order:{}", order.id);
    let entry = audit::Entry {
        actor: &Actor::System.to_string(),
        action: "order_approved_late",
        subject: &subject,
        detail: json!({"payment": reference, "amount": amount}),
    };
    audit::record(db, now, entry).await?;
    jobs::enqueue_take_back(db, order.id, now).await?;
    Ok(true)
}
