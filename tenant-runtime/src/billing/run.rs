//! Looks after one membership: charges the month that is due, suspends, ends.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use platform::db::TenantWrite;
use platform::jobs::JobError;

use super::outcome::unpaid;
use super::rules::{self, Step};
use crate::checkout::{self, Begun, Renewal, Renewing};
use crate::clubs::{self, Bill, Dues};
use crate::domain::Failure;
use crate::error::Fault;
use crate::payments::{self, SiteProcessor};
use crate::site::{self, SavedConfig};
use crate::tenant::Tenant;

/// How long after a site is resumed its members' months are taken up at the latest.
const SUSPENDED: SignedDuration = SignedDuration::from_hours(1);

/// How long after a member's club order has failed the month is charged at the latest.
const OPEN_ORDER: SignedDuration = SignedDuration::from_hours(1);

/// Does what is due now, and waits for what comes next. However long nobody was billed, one month is charged at most, and none while
/// a club order of the member is open.
/// While the site is suspended nothing is due: its members cannot use what they would pay for.
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
        let step = rules::step(&dues, card, now, zone).map_err(JobError::permanent)?;
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
            // It may bring another club, and go towards this month.
            Step::Charge { .. } if checkout::has_open_club_order(&mut db, dues.membership.customer_id).await? => {
                return Err(JobError::NotBefore(now + OPEN_ORDER));
            }
            Step::Charge { start, end } => {
                let begun = begin(&mut db, &tenant, &saved, &processor?, dues, (start, end)).await?;
                db.commit().await?;
                if let Some(begun) = begun {
                    checkout::charge_renewal(&tenant, begun).await;
                }
                continue;
            }
        }
        db.commit().await?;
    }
}

/// Writes down that the month from `start` on is charged. `None`: nothing is to be sent.
async fn begin(
    db: &mut TenantWrite,
    tenant: &Tenant,
    saved: &SavedConfig,
    processor: &Arc<SiteProcessor>,
    dues: Dues,
    (start, end): (Date, Date),
) -> Result<Option<Begun>, Fault> {
    let now: Timestamp = tenant.now();
    let dues = clubs::follow_plan(db, tenant, dues).await?;
    let period = dues.open_period(db, start, end).await?;
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
    };
    match checkout::begin_renewal(db, tenant, processor, saved.config.currency, renewal).await? {
        Renewing::Begun(begun) => {
            clubs::charging(db, period.id, begun.order_line_id).await?;
            return Ok(Some(begun));
        }
        Renewing::Free => dues.pay(db, now, period).await?,
        Renewing::NoCard => {
            let dues = Dues {
                open: Some(period),
                ..dues
            };
            unpaid(db, now, &saved.config.time_zone, &dues, Failure::Hard).await?;
        }
    }
    Ok(None)
}
