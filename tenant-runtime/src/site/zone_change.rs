//! Times that keep their local time when the site moves to another time zone.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::db::TenantRead;

use super::{saved_from, store};
use crate::error::Fault;

/// Change of a site's time zone.
#[derive(Clone, Debug)]
pub struct ZoneChange {
    from: TimeZone,
    to: TimeZone,
}

impl ZoneChange {
    /// The time with the same date and clock in the new zone. If the clock skips it there, the next one.
    pub fn moved(&self, at: Timestamp) -> Timestamp {
        let local = at.to_zoned(self.from.clone()).datetime();
        local.to_zoned(self.to.clone()).map_or(at, |zoned| zoned.timestamp())
    }

    /// Like [`Self::moved`], in Unix milliseconds.
    pub fn moved_millis(&self, at: i64) -> i64 {
        Timestamp::from_millisecond(at).map_or(at, |at| self.moved(at).as_millisecond())
    }
}

/// Change from the config of the revision `before` to the current one.
///
/// # Errors
/// [`Fault::Incomplete`] when the site lacks one of them.
pub async fn zone_change(db: &mut TenantRead, before: i64) -> Result<ZoneChange, Fault> {
    let before = store::config(db, before).await?.ok_or(Fault::Incomplete("config"))?;
    Ok(ZoneChange {
        from: saved_from(&before)?.config.time_zone,
        to: super::time_zone(db).await?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_times_keep_their_local_time() {
        let zone = |name: &str| TimeZone::get(name).unwrap();
        let change = ZoneChange {
            from: zone("America/Phoenix"),
            to: zone("America/New_York"),
        };
        for (before, after) in [
            ("2027-02-28T09:00:00Z", "2027-02-28T07:00:00Z"),
            ("2027-07-01T06:59:00Z", "2027-07-01T03:59:00Z"),
            // 2 a.m. doesn't exist in New York on that day.
            ("2027-03-14T09:00:00Z", "2027-03-14T07:00:00Z"),
        ] {
            assert_eq!(
                change.moved(before.parse().unwrap()),
                after.parse().unwrap(),
                "{before}"
            );
        }
    }
}
