//! How the orders of renewals go, told to who has a month renewed.

use platform::db::TenantWrite;

use super::rules::Order;
use super::store::orders;
use crate::clubs;
use crate::domain::{self, Event, Failure, RenewalOrder};
use crate::error::Fault;
use crate::payments::processor::{Decline, DeclineKind, Outcome};
use crate::tenant::Tenant;

/// Publishes that `order` is paid, if it is a renewal; `false`: it is none.
pub(super) async fn tell_paid(db: &mut TenantWrite, tenant: &Tenant, order: &Order) -> Result<bool, Fault> {
    publish(db, tenant, order, Event::RenewalPaid).await
}

/// Publishes that it is not known whether `order` is paid, if it is a renewal.
pub(super) async fn tell_in_doubt(db: &mut TenantWrite, tenant: &Tenant, order: &Order) -> Result<(), Fault> {
    publish(db, tenant, order, Event::RenewalInDoubt).await.map(drop)
}

/// Publishes that `order` is not paid, if it is a renewal; `false`: it is none. `outcome`: of its charge.
pub(super) async fn tell_failed(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    outcome: Option<&Outcome>,
) -> Result<bool, Fault> {
    let failure = match outcome {
        Some(Outcome::Declined(decline)) => failure(decline),
        // Approved, and reversed.
        _ => Failure::Soft,
    };
    publish(db, tenant, order, |renewal| Event::RenewalFailed(renewal, failure)).await
}

/// Publishes the event of the renewal `order`; `false`: it is no renewal.
async fn publish(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    event: impl FnOnce(RenewalOrder) -> Event,
) -> Result<bool, Fault> {
    let Some(row) = orders::renewal(db, order.id).await? else {
        return Ok(false);
    };
    let order_line_id = row.order_line_id;
    let membership_id = match row.membership_id {
        Some(id) => Some(id),
        // An earlier build wrote the order. The month that it charges knows the membership.
        None => clubs::membership_charged_with(db, order_line_id).await?,
    };
    if let Some(membership_id) = membership_id {
        let renewal = RenewalOrder {
            membership_id,
            order_line_id,
        };
        domain::publish(db, tenant, event(renewal)).await?;
    }
    Ok(true)
}

fn failure(decline: &Decline) -> Failure {
    match (decline.code.as_str(), decline.kind) {
        (Decline::UNREACHABLE | Decline::NOT_SENT | Decline::NOT_PROCESSED, _) => Failure::NotAsked,
        (_, DeclineKind::Soft) => Failure::Soft,
        (_, DeclineKind::Hard) => Failure::Hard,
    }
}
