//! Bills one membership: charges the due month, suspends or ends it, and handles the result of a charge.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use platform::db::TenantWrite;
use platform::jobs::JobError;

use super::rules::{self, Step, Unpaid};
use crate::checkout::{self, Charge, Renewal, Renewing};
use crate::clubs::{self, Bill, Dues};
use crate::domain::{Event, Failure, RenewalOrder};
use crate::error::Fault;
use crate::payments::{self, PaymentError, SiteProcessor};
use crate::site::{self, SavedConfig};
use crate::tenant::{Tenant, TenantContext};

/// Maximum delay of billing after a suspended site is resumed.
const SUSPENDED: SignedDuration = SignedDuration::from_hours(1);

/// Maximum time until the month is charged after a club order of the member, or a refund that ends the membership, has failed.
const OPEN_ORDER: SignedDuration = SignedDuration::from_hours(1);

/// Bills what is due and schedules the next step. However long billing was interrupted, at most one month is charged.
/// None is charged while a club order of the member or a refund that ends the membership is open. Nothing is due while
/// the site is suspended, because members can't use it.
pub(super) async fn bill(tenant: Tenant, Bill { membership_id }: Bill) -> Result<(), JobError> {
    let saved = site::saved_config(&tenant).await?;
    let zone = &saved.config.time_zone;
    loop {
        let processor = payments::processor_of(&tenant).await;
        let now = tenant.now();
        let mut db = tenant.write().await?;
        let Some(dues) = clubs::dues(&mut db, membership_id).await? else {
            return Ok(());
        };
        let card = payments::card_on_file(&mut db, dues.membership.customer_id)
            .await?
            .last_day();
        let due = rules::instant(dues.membership.next_billing_date, zone).map_err(JobError::permanent)?;
        let waits = checkout::ended_waits(&mut db, dues.membership.customer_id, due).await?;
        let step = rules::step(&dues, card, &waits, now, zone).map_err(JobError::permanent)?;
        if tenant.site.is_suspended && !matches!(step, Step::Rest | Step::Wait(_)) {
            return Err(JobError::NotBefore(now + SUSPENDED));
        }
        match step {
            Step::Rest => return Ok(()),
            Step::Wait(until) => return Err(JobError::NotBefore(until)),
            Step::Suspend => dues.suspend(&mut db, now).await?,
            Step::Resume(day) => {
                dues.resume(&mut db, now, day).await?;
            }
            Step::WarnOfCard(last_day) => dues.warn_of_card(&mut db, now, last_day).await?,
            Step::End(reason) => dues.end(&mut db, now, reason).await?,
            // It may change the club and count toward this month.
            Step::Charge { .. } if checkout::has_open_club_order(&mut db, dues.membership.customer_id).await? => {
                return Err(JobError::NotBefore(now + OPEN_ORDER));
            }
            // The member would pay for a month of an ended membership.
            Step::Charge { .. } if checkout::has_open_end(&mut db, membership_id).await? => {
                return Err(JobError::NotBefore(now + OPEN_ORDER));
            }
            Step::Charge { start, end, anchor } => {
                let processor = match processor {
                    Ok(processor) => Some(processor),
                    Err(PaymentError::NoProcessor) => None,
                    Err(error) => return Err(error.into()),
                };
                let month = ((start, end), anchor);
                let charge = begin(&mut db, &tenant, &saved, processor.as_ref(), dues, month).await?;
                db.commit().await?;
                if let Some(charge) = charge {
                    charge.carry_out(&tenant).await;
                }
                continue;
            }
        }
        db.commit().await?;
    }
}

/// Records that the month from `start` on is being charged. `None` if nothing must be sent.
async fn begin(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    saved: &SavedConfig,
    processor: Option<&Arc<SiteProcessor>>,
    dues: Dues,
    (month, anchor): ((Date, Date), Date),
) -> Result<Option<Box<Charge>>, Fault> {
    let now: Timestamp = tenant.now();
    let dues = clubs::follow_plan(db, tenant, dues).await?;
    let period = dues.open_period(db, month, anchor).await?;
    let membership = &dues.membership;
    let renewal = Renewal {
        membership_id: membership.id,
        month: clubs::month_number(db, membership.id, Some(period.id)).await?,
        customer_id: membership.customer_id,
        product_id: dues.product_id,
        name: &membership.name,
        price: dues.price_of(period.start),
        use_limit: membership.limit,
        locations: &membership.locations,
        washes: &membership.washes,
    };
    let failure = match checkout::begin_renewal(db, tenant, processor, saved.config.currency, renewal).await? {
        Renewing::Begun { order_line_id, charge } => {
            clubs::set_charging(db, period.id, order_line_id).await?;
            return Ok(Some(charge));
        }
        Renewing::Free => {
            dues.pay(db, now, period).await?;
            return Ok(None);
        }
        Renewing::NoCard => Failure::Hard,
        // The club still works, as during an outage of the processor.
        Renewing::NoProcessor => {
            tracing::warn!(
                club_membership.id = membership.id,
                "a billing period can't be charged: the site has no payment processor"
            );
            Failure::Unreachable
        }
    };
    let dues = Dues {
        open: Some(period),
        ..dues
    };
    unpaid(db, now, &saved.config.time_zone, &dues, failure).await?;
    Ok(None)
}

/// Handles the outcome of a renewal charge, and new cards.
pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
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
        Event::RenewalInDoubt(_) => clubs::set_unknown(db, period.id).await?,
        Event::RenewalFailed(_, failure) => {
            let saved = site::config_within(tenant, db).await?;
            unpaid(db, now, &saved.config.time_zone, &dues, failure).await?;
        }
        // The new card may work even if the previous one was declined.
        Event::CardStored { .. } if !period.is_under_way => clubs::put_off(db, period.id, Some(now)).await?,
        _ => return Ok(()),
    }
    Ok(clubs::look_again(db, now, dues.membership.id).await?)
}

/// Whether `order` is for the open month of `dues`, not for a later one.
fn is_charged_with(dues: &Dues, order: RenewalOrder) -> bool {
    dues.open
        .is_some_and(|open| open.order_line_id == Some(order.order_line_id))
}

/// Handles an unpaid open month of `dues`.
async fn unpaid(
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
