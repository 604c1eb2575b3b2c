//! Renewals that are charged as soon as a held site is released.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform::db::TenantRead;
use platform::money::Currency;

use super::{Difference, DifferenceKind};
use crate::clubs;
use crate::error::Fault;
use crate::site;

/// Renewals that are due at `now`, each of which may have been charged before: a processor without a list cannot tell.
pub(super) async fn due(db: &mut TenantRead, now: Timestamp, currency: Currency) -> Result<Vec<Difference>, Fault> {
    let zone = site::time_zone(db).await?;
    let renewals = clubs::due_renewals(db, now.to_zoned(zone.clone()).date()).await?;
    let kind = DifferenceKind::DueRenewal;
    let of = |renewal: clubs::DueRenewal| Difference {
        id: format!("{}:{}:{}", kind.into_str(), renewal.membership_id, renewal.due_on),
        kind,
        at: begin_of(renewal.due_on, &zone),
        amount: Some(renewal.price),
        currency: Some(currency),
        subject: format!("{} #{}", renewal.club, renewal.membership_id),
        transaction: None,
        terminal: None,
    };
    Ok(renewals.into_iter().map(of).collect())
}

fn begin_of(day: Date, zone: &TimeZone) -> Option<Timestamp> {
    day.to_zoned(zone.clone()).ok().map(|begin| begin.timestamp())
}
