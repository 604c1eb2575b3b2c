use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use http::{Method, StatusCode};
use jiff::{SignedDuration, Timestamp};
use platform::http::ClientAddress;

use super::Counts;

/// Name under which page loads of the console are noted, whose build no site runs.
pub const CONSOLE_PAGES: &str = "console";

/// Time after which the older half of the visitors is forgotten.
const GENERATION: SignedDuration = SignedDuration::from_hours(12);

/// Time after which a visitor's requests of a route count again. The rates of two builds are compared, so that requests that always
/// fail must do so in both periods.
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Most routes of visitors that are remembered of a build. Requests of others aren't counted.
const MOST_CALLS: usize = 200_000;

/// Most addresses and devices that are remembered of a build.
const MOST_VISITORS: usize = 20_000;

type ByBuild = HashMap<String, Counts>;

/// Counts in memory, by environment and build, until they are kept.
#[derive(Default)]
pub struct Tally(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    counts: HashMap<String, ByBuild>,
    /// Counted reports of each crash.
    crashes: HashMap<CrashOfBuild, i64>,
    /// Visitors of builds since the last turn of generations, and in the one before it.
    visitors: [HashMap<String, Visitors>; 2],
    /// Start of the current generation of visitors.
    generation: Option<Timestamp>,
    /// Counted requests of builds in this hour.
    calls: HashMap<String, Calls>,
    hour: Option<Timestamp>,
    /// Hashes visitors with their routes, with a random key.
    hasher: RandomState,
}

/// Routes of a build that a visitor has requested, and those that failed, as hashes.
#[derive(Default)]
struct Calls {
    answered: HashSet<u64>,
    failed: HashSet<u64>,
}

/// Visitors of a build.
#[derive(Default)]
struct Visitors {
    /// Addresses that loaded a page of the build.
    loaded: HashSet<IpAddr>,
    addresses: HashSet<(String, IpAddr)>,
    devices: HashSet<(String, String)>,
}

/// A crash of a build.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct CrashOfBuild {
    pub(super) environment: String,
    pub(super) build: String,
    pub(super) place: Place,
}

/// Counts since the previous call of [`Tally::take`].
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// By environment and build.
    pub(super) counts: Vec<(String, String, Counts)>,
    pub(super) crashes: Vec<(CrashOfBuild, i64)>,
}

/// A crash at a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Subdomain, or [`CONSOLE_PAGES`].
    pub site: String,
    /// Digest, as in the log.
    pub crash: String,
}

/// A crash as a browser reports it. Anyone can send one.
#[derive(Debug, Clone, Copy)]
pub struct CrashReport<'a> {
    pub environment: &'a str,
    pub build: &'a str,
    /// Subdomain; `None`: the console.
    pub site: Option<&'a str>,
    pub crash: &'a str,
    pub address: ClientAddress,
    pub device: Option<&'a str>,
}

/// Identifies a visitor: by IPv4 address, or by the /48 network that an Internet provider assigns to one customer.
fn visitor(address: ClientAddress) -> IpAddr {
    address.network().unwrap_or_else(|| address.limit_key())
}

impl Tally {
    /// A site has answered a request of a route. Counts it, and its failure, if it is the visitor's first one in an hour, so that repeating
    /// a request that fails doesn't hold a rollout.
    pub fn answered(
        &self,
        (environment, build): (&str, &str),
        request: (&Method, &str, ClientAddress),
        status: StatusCode,
    ) {
        let failed = status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
        let mut counted = self.lock();
        let (is_counted, is_error) = counted.is_first(environment, build, request, failed);
        if is_counted || is_error {
            counted.count(environment, build, |counts| {
                counts.requests += i64::from(is_counted);
                counts.errors += i64::from(is_error);
            });
        }
    }

    /// An address has loaded a page of a build, or of [`CONSOLE_PAGES`].
    pub fn loaded(&self, build: &str, address: ClientAddress) {
        let mut counted = self.lock();
        let visitors = counted.visitors[0].entry(build.to_owned()).or_default();
        if visitors.loaded.len() < MOST_VISITORS {
            visitors.loaded.insert(visitor(address));
        }
    }

    /// A browser has reported a crash. Counts it, and answers `true`, if its address loaded a page of the build here, and neither the
    /// address nor the device reported one before: a stranger with a script counts once.
    pub fn crashed(&self, report: CrashReport<'_>) -> bool {
        let CrashReport { environment, build, .. } = report;
        let address = visitor(report.address);
        let page = if report.site.is_none() { CONSOLE_PAGES } else { build };
        let by_address = (environment.to_owned(), address);
        let by_device = report.device.map(|device| (environment.to_owned(), device.to_owned()));
        let mut counted = self.lock();
        let all = |name: &str, holds: &dyn Fn(&Visitors) -> bool| {
            let mut generations = counted.visitors.iter();
            generations.any(|builds| builds.get(name).is_some_and(holds))
        };
        let is_visitor = all(page, &|visitors| visitors.loaded.contains(&address));
        let is_known = all(build, &|visitors| {
            visitors.addresses.contains(&by_address)
                || by_device
                    .as_ref()
                    .is_some_and(|device| visitors.devices.contains(device))
        });
        if !is_visitor || is_known {
            return false;
        }
        let visitors = counted.visitors[0].entry(build.to_owned()).or_default();
        if visitors.addresses.len() >= MOST_VISITORS {
            return false;
        }
        visitors.addresses.insert(by_address);
        visitors.devices.extend(by_device);
        let crash = CrashOfBuild {
            environment: environment.to_owned(),
            build: build.to_owned(),
            place: Place {
                site: report.site.unwrap_or(CONSOLE_PAGES).to_owned(),
                crash: report.crash.to_owned(),
            },
        };
        *counted.crashes.entry(crash).or_default() += 1;
        counted.count(environment, build, |counts| counts.crashes += 1);
        true
    }

    /// Counts since the last call.
    pub(super) fn take(&self, now: Timestamp) -> Taken {
        let mut counted = self.lock();
        if is_over(&mut counted.generation, GENERATION, now) {
            counted.visitors.swap(0, 1);
            counted.visitors[0].clear();
        }
        if is_over(&mut counted.hour, HOUR, now) {
            counted.calls.clear();
        }
        let taken = std::mem::take(&mut counted.counts);
        let of_environment = |(environment, builds): (String, ByBuild)| {
            builds
                .into_iter()
                .map(move |(build, counts)| (environment.clone(), build, counts))
        };
        Taken {
            counts: taken.into_iter().flat_map(of_environment).collect(),
            crashes: std::mem::take(&mut counted.crashes).into_iter().collect(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the period that began at `start` is over. The next one then begins.
fn is_over(start: &mut Option<Timestamp>, period: SignedDuration, now: Timestamp) -> bool {
    let age = now.duration_since(*start.get_or_insert(now));
    // The clock may have been set back.
    let is_over = age >= period || age.is_negative();
    if is_over {
        *start = Some(now);
    }
    is_over
}

impl Counted {
    /// Whether a request counts, and whether its failure does.
    fn is_first(
        &mut self,
        environment: &str,
        build: &str,
        (method, route, address): (&Method, &str, ClientAddress),
        failed: bool,
    ) -> (bool, bool) {
        // All visitors share the address of a proxy on this machine that doesn't tell theirs.
        if address.0.is_loopback() {
            return (true, failed);
        }
        let call = self.hasher.hash_one((environment, visitor(address), method, route));
        if !self.calls.contains_key(build) {
            self.calls.insert(build.to_owned(), Calls::default());
        }
        let Some(calls) = self.calls.get_mut(build) else {
            return (false, false);
        };
        if calls.answered.len() >= MOST_CALLS && !calls.answered.contains(&call) {
            return (false, false);
        }
        (calls.answered.insert(call), failed && calls.failed.insert(call))
    }

    fn count(&mut self, environment: &str, build: &str, add: impl FnOnce(&mut Counts)) {
        // Names are copied once between two calls of `take`, not at each request.
        let counts = &mut self.counts;
        if let Some(counts) = counts.get_mut(environment).and_then(|builds| builds.get_mut(build)) {
            return add(counts);
        }
        let builds = counts.entry(environment.to_owned()).or_default();
        add(builds.entry(build.to_owned()).or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(last: u8, device: &str) -> CrashReport<'_> {
        CrashReport {
            environment: "prod",
            build: "1.1.0",
            site: Some("sparkle"),
            crash: "c0ffee",
            address: address(last),
            device: Some(device),
        }
    }

    fn address(last: u8) -> ClientAddress {
        ClientAddress(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn crash_reports_count_once_per_visitor() {
        let tally = Tally::default();
        assert!(!tally.crashed(report(1, "a")), "the address loaded no page");
        tally.loaded("1.0.0", address(1));
        assert!(!tally.crashed(report(1, "a")), "it loaded a page of another build");
        for last in 1..=3 {
            tally.loaded("1.1.0", address(last));
        }
        assert!(tally.crashed(report(1, "a")));
        assert!(!tally.crashed(report(1, "b")), "the same address");
        assert!(!tally.crashed(report(2, "a")), "the same device");
        assert!(tally.crashed(report(2, "b")));
        let mut other = report(3, "c");
        other.site = Some("northstar");
        assert!(tally.crashed(other));
        let start = Timestamp::UNIX_EPOCH;
        let taken = tally.take(start);
        assert_eq!(taken.counts.len(), 1);
        assert_eq!(taken.counts[0].2.crashes, 3);
        let mut crashes: Vec<_> = taken
            .crashes
            .iter()
            .map(|(crash, count)| (crash.place.site.as_str(), *count))
            .collect();
        crashes.sort_unstable();
        assert_eq!(crashes, [("northstar", 1), ("sparkle", 2)]);
        assert!(tally.take(start).crashes.is_empty());
        // A provider's customer has 65,536 such networks.
        let mut next = report(4, "d");
        for subnet in ["2001:db8:5:1::1", "2001:db8:5:2::1"] {
            next.address = ClientAddress(subnet.parse().unwrap());
            tally.loaded("1.1.0", next.address);
        }
        assert!(tally.crashed(next));
        let second = CrashReport {
            address: ClientAddress("2001:db8:5:1::1".parse().unwrap()),
            device: Some("e"),
            ..next
        };
        assert!(!tally.crashed(second), "the same /48");
        // The counts are taken every second, and a day later, visitors count again.
        for second in 1..=3600 {
            tally.take(start + SignedDuration::from_secs(second));
        }
        assert!(!tally.crashed(report(1, "f")), "an hour later");
        for hour in [12, 24] {
            tally.take(start + SignedDuration::from_hours(hour));
        }
        tally.loaded("1.1.0", address(1));
        assert!(tally.crashed(report(1, "a")));
    }

    /// Counted requests and errors of one build.
    fn counts(tally: &Tally, now: Timestamp) -> (i64, i64) {
        let taken = tally.take(now).counts;
        taken
            .first()
            .map_or((0, 0), |(_, _, counts)| (counts.requests, counts.errors))
    }

    #[test]
    fn server_errors_count_once_an_hour_per_visitor_and_route() {
        let (tally, start) = (Tally::default(), Timestamp::UNIX_EPOCH);
        let answer = |route: &str, address: ClientAddress, status: u16| {
            let status = StatusCode::from_u16(status).unwrap();
            tally.answered(("prod", "1.1.0"), (&Method::GET, route, address), status);
        };
        for _ in 0..100 {
            answer("/icons/{name}", address(1), 500);
            answer("/products", address(1), 200);
        }
        assert_eq!(counts(&tally, start), (2, 1), "a visitor who repeats requests");
        answer("/products", address(1), 500);
        assert_eq!(counts(&tally, start), (0, 1), "a counted request that failed later");
        for last in 2..=4 {
            answer("/icons/{name}", address(last), 502);
        }
        answer("/icons/{name}", address(5), 503);
        assert_eq!(counts(&tally, start), (4, 3), "other visitors");
        for subnet in ["2001:db8:5:1::1", "2001:db8:5:2::1"] {
            answer("/icons/{name}", ClientAddress(subnet.parse().unwrap()), 500);
        }
        assert_eq!(counts(&tally, start), (1, 1), "a /48");
        let head = (&Method::HEAD, "/products", address(1));
        tally.answered(("prod", "1.1.0"), head, StatusCode::BAD_GATEWAY);
        assert_eq!(counts(&tally, start), (1, 1), "another method");
        // Visitors behind a proxy that doesn't tell their addresses.
        for _ in 0..3 {
            answer("/products", ClientAddress(IpAddr::from([127, 0, 0, 1])), 500);
        }
        assert_eq!(counts(&tally, start), (3, 3), "of no address");
        let later = start + HOUR;
        tally.take(later);
        answer("/icons/{name}", address(1), 500);
        assert_eq!(counts(&tally, later), (1, 1), "an hour later");
    }
}
