//! Clock of an object store, from the `Date` headers of its responses.

use std::sync::{Mutex, PoisonError};

use http::HeaderMap;
use http::header::DATE;
use jiff::fmt::rfc2822;
use jiff::{SignedDuration, Timestamp};

use crate::clock::{Clock as _, SystemClock};

/// Difference between the store's clock and this machine's.
#[derive(Debug, Default)]
pub(super) struct StoreClock(Mutex<Option<SignedDuration>>);

impl StoreClock {
    /// Lead of the store's clock at its last response, to about a second. `None` if no response had a date.
    pub(super) fn ahead(&self) -> Option<SignedDuration> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn read(&self, headers: &HeaderMap) {
        if let Some(date) = date(headers) {
            let ahead = date.duration_since(SystemClock.now());
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(ahead);
        }
    }
}

fn date(headers: &HeaderMap) -> Option<Timestamp> {
    let text = headers.get(DATE)?.to_str().ok()?;
    Some(rfc2822::parse(text).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn store_clock_is_read_from_the_date_header() {
        let clock = StoreClock::default();
        clock.read(&HeaderMap::new());
        assert_eq!(clock.ahead(), None);
        let mut headers = HeaderMap::new();
        headers.insert(DATE, "Sun, 06 Nov 1994 08:49:37 GMT".parse().unwrap());
        assert_eq!(date(&headers), "1994-11-06T08:49:37Z".parse().ok());
        clock.read(&headers);
        assert!(clock.ahead().unwrap() < SignedDuration::from_hours(-24 * 365));
        headers.insert(DATE, "now".parse().unwrap());
        assert_eq!(date(&headers), None);
    }
}
