//! Rate limits by address, in memory. Limits that must survive a restart are counted in the site's database.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use super::client_address::NETWORK_SHARE;
use super::{ApiError, ClientAddress};

/// Rate limit of a class of routes per address, across all sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitClass {
    pub name: &'static str,
    pub count: u32,
    pub per: Duration,
}

/// Rate limiters of one class.
pub struct Limiter {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    /// Of IPv6 networks, because one owner has many addresses in a network.
    by_network: DefaultKeyedRateLimiter<IpAddr>,
}

impl Limiter {
    fn new(class: LimitClass, scale: u32) -> Self {
        let quota = |count: u32| {
            let count = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
            Quota::with_period(class.per / count.get())
                .unwrap_or(Quota::per_second(count))
                .allow_burst(count)
        };
        let count = class.count.saturating_mul(scale);
        Self {
            by_address: DefaultKeyedRateLimiter::keyed(quota(count)),
            by_network: DefaultKeyedRateLimiter::keyed(quota(count.saturating_mul(NETWORK_SHARE))),
        }
    }

    /// Counts one call.
    ///
    /// # Errors
    /// 429 with `Retry-After` when the address, or the network around it, calls too often.
    pub fn check(&self, address: ClientAddress) -> Result<(), ApiError> {
        let refused = |limiter: &DefaultKeyedRateLimiter<IpAddr>, key: IpAddr| limiter.check_key(&key).err();
        let not_until = refused(&self.by_address, address.limit_key())
            .or_else(|| address.network().and_then(|network| refused(&self.by_network, network)));
        match not_until {
            None => Ok(()),
            Some(not_until) => {
                let wait = not_until.wait_time_from(DefaultClock::default().now());
                Err(ApiError::too_often(wait.as_secs()))
            }
        }
    }

    fn tidy(&self) {
        for limiter in [&self.by_address, &self.by_network] {
            limiter.retain_recent();
        }
    }
}

/// Rate limiters of all classes.
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

    /// Factor on every limit, including those in databases.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// Removes addresses without recent requests. Call it regularly.
    pub fn tidy(&self) {
        for limiter in self.by_class.lock().unwrap_or_else(PoisonError::into_inner).values() {
            limiter.tidy();
        }
    }

    /// Rate limiters of `class`.
    pub fn limiter(&self, class: LimitClass) -> Arc<Limiter> {
        let mut by_class = self.by_class.lock().unwrap_or_else(PoisonError::into_inner);
        let limiter = by_class
            .entry(class.name)
            .or_insert_with(|| Arc::new(Limiter::new(class, self.scale)));
        Arc::clone(limiter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASS: LimitClass = LimitClass {
        name: "test",
        count: 2,
        per: Duration::from_secs(3600),
    };

    #[test]
    fn address_and_its_network_are_limited() {
        let limiter = Limits::new(1).limiter(CLASS);
        let call = |text: &str| limiter.check(ClientAddress(text.parse().unwrap())).is_ok();
        assert!(call("192.0.2.1") && call("192.0.2.1") && !call("192.0.2.1"));
        assert!(call("192.0.2.2"));
        let subnets =
            |range: std::ops::Range<u32>| range.filter(|subnet| call(&format!("2001:db8:1:{subnet}::1"))).count();
        assert_eq!(subnets(0..20), 8, "four times as many for a whole /48");
        assert!(call("2001:db8:2::1"));
    }
}
