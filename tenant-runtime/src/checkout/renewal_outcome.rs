//! How the orders of renewals go, told to who has a month renewed.

use platform::db::TenantWrite;

use super::rules::Order;
use super::store::orders;
use crate::domain::{self, Event, Failure};
use crate::error::Fault;
use crate::payments::processor::{Decline, DeclineKind, Outcome};
use crate::tenant::Tenant;

/// Tells that `order` is paid, if it is a renewal's; `false`: it is none.
pub(super) async fn tell_paid(db: &mut TenantWrite, tenant: &Tenant, order: &Order) -> Result<bool, Fault> {
    let line = orders::renewal_line(db, order.id).await?;
    if let Some(order_line_id) = line {
        domain::publish(db, tenant, Event::RenewalPaid { order_line_id }).await?;
    }
    Ok(line.is_some())
}

/// Tells that nobody knows whether `order` is paid, if it is a renewal's.
pub(super) async fn tell_in_doubt(db: &mut TenantWrite, tenant: &Tenant, order: &Order) -> Result<(), Fault> {
    match orders::renewal_line(db, order.id).await? {
        Some(order_line_id) => domain::publish(db, tenant, Event::RenewalInDoubt { order_line_id }).await,
        None => Ok(()),
    }
}

/// Tells that `order` is not paid, if it is a renewal's; `false`: it is none. `outcome`: of its charge.
pub(super) async fn tell_failed(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    outcome: Option<&Outcome>,
) -> Result<bool, Fault> {
    let line = orders::renewal_line(db, order.id).await?;
    if let Some(order_line_id) = line {
        let failure = match outcome {
            Some(Outcome::Declined(decline)) => failure(decline),
            // Approved, and given back.
            _ => Failure::Soft,
        };
        domain::publish(db, tenant, Event::RenewalFailed { order_line_id, failure }).await?;
    }
    Ok(line.is_some())
}

fn failure(decline: &Decline) -> Failure {
    match (decline.code.as_str(), decline.kind) {
        (Decline::UNREACHABLE | Decline::NOT_PROCESSED, _) => Failure::Unreachable,
        (Decline::NOT_SENT, _) => Failure::NotAsked,
        (_, DeclineKind::Soft) => Failure::Soft,
        (_, DeclineKind::Hard) => Failure::Hard,
    }
}
