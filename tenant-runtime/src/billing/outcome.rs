//! What follows from how a charge went, and from a new card.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::db::TenantWrite;

use super::rules::{self, Unpaid};
use crate::clubs::{self, Dues};
use crate::domain::{Event, Failure};
use crate::error::Fault;
use crate::site;
use crate::tenant::Tenant;

/// # Errors
/// When the database refuses.
pub async fn on_event(db: &mut TenantWrite, tenant: &Tenant, event: Event) -> Result<(), Fault> {
    let now = tenant.now();
    let dues = match event {
        Event::RenewalPaid { order_line_id }
        | Event::RenewalInDoubt { order_line_id }
        | Event::RenewalFailed { order_line_id, .. } => clubs::dues_of_line(db, order_line_id).await?,
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
        Event::RenewalPaid { .. } => dues.pay(db, now, period).await?,
        Event::RenewalInDoubt { .. } => clubs::in_doubt(db, period.id).await?,
        Event::RenewalFailed { failure, .. } => {
            let saved = site::saved_config(tenant).await?;
            unpaid(db, now, &saved.config.time_zone, &dues, failure).await?;
        }
        // Whatever was wrong with the card before it.
        Event::CardStored { .. } if !period.is_under_way => clubs::put_off(db, period.id, Some(now)).await?,
        _ => return Ok(()),
    }
    Ok(clubs::look_again(db, now, dues.membership.id).await?)
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
