//! Renewals that will be charged as soon as a held site is released.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform::db::TenantRead;
use platform::money::Currency;
use platform::tenancy::{OpenSite, Site};

use super::{Difference, DifferenceKind};
use crate::checkout;
use crate::clubs::{self, DueRenewal};
use crate::error::Fault;
use crate::payments::{self, ExpectedCharge, Processors};
use crate::site;

/// A due renewal and the identifiers of its charge.
pub(super) struct Due {
    renewal: DueRenewal,
    paid_for: String,
    at: Option<Timestamp>,
}

/// Renewals due at `now`. Each may already be charged.
pub(super) async fn due(db: &mut TenantRead, now: Timestamp) -> Result<Vec<Due>, Fault> {
    let zone = site::time_zone(db).await?;
    let mut all = Vec::new();
    for renewal in clubs::due_renewals(db, now.to_zoned(zone.clone()).date()).await? {
        all.push(Due {
            paid_for: checkout::month_paid_for(db, renewal.membership_id, renewal.month).await?,
            at: start_of(renewal.due_on, &zone),
            renewal,
        });
    }
    Ok(all)
}

/// The renewals, each looked up at the processor.
pub(super) async fn looked_up(
    processors: &Processors,
    site: (&Site, &OpenSite),
    due: Vec<Due>,
    currency: Currency,
    now: Timestamp,
) -> Result<Vec<Difference>, Fault> {
    let expected = due.iter().map(|due| ExpectedCharge {
        customer_id: due.renewal.customer_id,
        amount: due.renewal.total,
        paid_for: due.paid_for.clone(),
    });
    let found = payments::search_charges(processors, site, currency, expected.collect(), now).await?;
    let kind = DifferenceKind::DueRenewal;
    let of = |(Due { renewal, at, .. }, search)| Difference {
        id: format!("{}:{}:{}", kind.into_str(), renewal.membership_id, renewal.due_on),
        kind,
        at,
        amount: Some(renewal.total),
        currency: Some(currency),
        subject: format!("{} #{}", renewal.club, renewal.membership_id),
        transaction: None,
        terminal: None,
        search: Some(search),
    };
    Ok(due.into_iter().zip(found).map(of).collect())
}

fn start_of(day: Date, zone: &TimeZone) -> Option<Timestamp> {
    day.to_zoned(zone.clone()).ok().map(|start| start.timestamp())
}
