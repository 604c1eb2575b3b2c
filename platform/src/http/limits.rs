//! Limits by address, in memory. What must survive a restart is counted in the site's database instead.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use http::StatusCode;

use super::{ApiError, Code};
use crate::ids::SiteId;

/// How often one address may call the routes of a class at one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitClass {
    pub name: &'static str,
    pub count: u32,
    pub per: Duration,
}

/// The counters of one class.
pub struct Limiter {
    by_caller: DefaultKeyedRateLimiter<(SiteId, IpAddr)>,
}

impl Limiter {
    /// Counts one call.
    ///
    /// # Errors
    /// 429 with `Retry-After` when the address calls too often.
    pub fn check(&self, site: SiteId, address: IpAddr) -> Result<(), ApiError> {
        self.by_caller.check_key(&(site, address)).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                Code("too_many_requests"),
                "That was too often. Please wait a moment and try again.",
            )
            .retry_after(wait.as_secs().max(1))
        })
    }
}

/// The counters of every class.
pub struct Limits {
    scale: u32,
    by_class: Mutex<HashMap<&'static str, Arc<Limiter>>>,
}

impl Limits {
    /// `scale` multiplies every limit (`SUDS_LIMITS_SCALE`).
    pub fn new(scale: u32) -> Self {
        Self {
            scale: scale.max(1),
            by_class: Mutex::default(),
        }
    }

    /// What every limit is multiplied by, those in databases too.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// Forgets the addresses that have not called for long; call it now and then.
    pub fn tidy(&self) {
        for limiter in self.by_class.lock().unwrap_or_else(PoisonError::into_inner).values() {
            limiter.by_caller.retain_recent();
        }
    }

    /// The counters of `class`.
    pub fn limiter(&self, class: LimitClass) -> Arc<Limiter> {
        let mut by_class = self.by_class.lock().unwrap_or_else(PoisonError::into_inner);
        let limiter = by_class.entry(class.name).or_insert_with(|| {
            let count = NonZeroU32::new(class.count.saturating_mul(self.scale)).unwrap_or(NonZeroU32::MIN);
            let quota = Quota::with_period(class.per / count.get())
                .unwrap_or(Quota::per_second(count))
                .allow_burst(count);
            let by_caller = DefaultKeyedRateLimiter::keyed(quota);
            Arc::new(Limiter { by_caller })
        });
        Arc::clone(limiter)
    }
}
