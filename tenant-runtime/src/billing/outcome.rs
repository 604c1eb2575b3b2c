//! What follows from how a charge went, and from a new card.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::db::TenantWrite;

use super::rules::{self, Unpaid};
use crate::clubs::{self, Dues};
use crate::domain::{Event, Failure, RenewalOrder};
use crate::error::Fault;
use crate::site;
use crate::tenant::Tenant;

/// # Errors
/// When the database refuses.
pub async fn on_event(db: &mut TenantWrite, tenant: &Tenant, event: Event) -> Result<(), Fault> {
    let now = tenant.now();
    let dues = match event {
        Event::RenewalPaid(order) | Event::RenewalInDoubt(order) | Event::RenewalFailed(order, _) => {
            clubs::dues(db, order.membership_id)
                .await?
                .filter(|dues| is_charged_with(dues, order))
        }
        Event::CardStored { customer_id } => clubs::dues_of_customer(db, customer_id).await?,
        _ => None,
    };
    let Some(dues) = dues else { return Ok(()) };
    let Some(period) = dues.open else {
        if let Event::CardStored { .. } = event {
            // It expires on another day than the one before it.
            clubs::look_again(db, now, dues.membership.id).await?;
        }
        return Ok(());
    };
    match event {
        Event::RenewalPaid(_) => dues.pay(db, now, period).await?,
        Event::RenewalInDoubt(_) => clubs::in_doubt(db, period.id).await?,
        Event::RenewalFailed(_, failure) => {
            let saved = site::saved_config(tenant).await?;
            unpaid(db, now, &saved.config.time_zone, &dues, failure).await?;
        }
        // Whatever was wrong with the card before it.
        Event::CardStored { .. } if !period.is_under_way => clubs::put_off(db, period.id, Some(now)).await?,
        _ => return Ok(()),
    }
    Ok(clubs::look_again(db, now, dues.membership.id).await?)
}

/// Whether the open month of `dues` is charged with `order`, and not with a later one.
fn is_charged_with(dues: &Dues, order: RenewalOrder) -> bool {
    dues.open
        .is_some_and(|open| open.order_line_id == Some(order.order_line_id))
}

/// The open month of `dues` was not paid.
pub(super) async fn unpaid(
    db: &mut TenantWrite,
    now: Timestamp,
    zone: &TimeZone,
    dues: &Dues,
    failure: Failure,
) -> Result<(), Fault> {
    let Some(period) = dues.open else { return Ok(()) };
    match rules::unpaid(dues, failure, now, zone).map_err(Fault::internal)? {
        Unpaid::Again { at, since } => Ok(clubs::put_off_unasked(db, period.id, at, since).await?),
        Unpaid::Owed(owed) => dues.owe(db, now, period.id, owed).await,
        Unpaid::Over(reason) => {
            clubs::put_off(db, period.id, None).await?;
            dues.end(db, now, reason).await
        }
    }
}
