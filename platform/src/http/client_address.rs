//! Address of the client, at the other end of the connection or before trusted proxies.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Addresses of trusted and of untrusted proxies that are remembered.
const MOST_SEEN: usize = 8;

/// Proxies whose `X-Forwarded-For` header is trusted. Copies share the list, so that it can be replaced while the server runs.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Arc<Proxies>);

#[derive(Debug, Default)]
struct Proxies {
    ranges: RwLock<Vec<IpNet>>,
    /// Other peers that sent the header.
    untrusted: Mutex<Vec<IpAddr>>,
    /// Trusted peers that sent the header.
    seen: RwLock<Vec<IpAddr>>,
}

/// The entry of a list of proxies that is neither an address nor a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?}: use IP addresses or ranges, separated by commas, such as 10.0.0.1,172.16.0.0/12")]
pub struct InvalidProxy(String);

/// Addresses and ranges, separated by commas.
impl FromStr for TrustedProxies {
    type Err = InvalidProxy;

    fn from_str(text: &str) -> Result<Self, InvalidProxy> {
        let parse = |entry: &str| match entry.parse::<IpAddr>() {
            Ok(address) => Ok(IpNet::from(address.to_canonical())),
            Err(_) => entry.parse().map_err(|_| InvalidProxy(entry.to_owned())),
        };
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let ranges = RwLock::new(entries.map(parse).collect::<Result<_, _>>()?);
        Ok(Self(Arc::new(Proxies {
            ranges,
            untrusted: Mutex::default(),
            seen: RwLock::default(),
        })))
    }
}

/// The client's IP address, as far as it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

/// Factor on limits for a whole IPv6 network compared with one address.
pub(super) const NETWORK_SHARE: u32 = 4;

impl ClientAddress {
    /// Peer address, or the last address before a trusted proxy. An unreadable hop ends the search, because no trusted
    /// proxy vouches for the ones before it.
    pub fn of(peer: SocketAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> Self {
        let mut address = peer.ip().to_canonical();
        if headers.contains_key(FORWARDED_FOR) {
            if trusted.trusts(address) {
                trusted.note_seen(address);
            } else {
                trusted.note_untrusted(address);
            }
        }
        let lists = headers.get_all(FORWARDED_FOR).iter().rev();
        let mut hops = lists.flat_map(|list| list.as_bytes().rsplit(|byte| *byte == b','));
        while trusted.trusts(address)
            && let Some(hop) = hops.next().and_then(read_hop)
        {
            address = hop;
        }
        Self(address)
    }

    /// Key for rate limits: the address, or the /64 network of an IPv6 address.
    #[must_use]
    pub fn limit_key(self) -> IpAddr {
        match self.0.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(block(address, 64)),
            address => address,
        }
    }

    /// The /48 network of an IPv6 address. Providers assign one to a single customer, who then has 65,536 /64 networks.
    #[must_use]
    pub fn network(self) -> Option<IpAddr> {
        match self.0.to_canonical() {
            IpAddr::V6(address) => Some(IpAddr::V6(block(address, 48))),
            IpAddr::V4(_) => None,
        }
    }
}

impl TrustedProxies {
    /// Whether `address` is a trusted proxy.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let ranges = self.0.ranges.read().unwrap_or_else(PoisonError::into_inner);
        ranges.iter().any(|range| range.contains(&address))
    }

    /// Trusts the proxies of `other` instead, in all copies.
    pub fn replace(&self, other: &Self) {
        let ranges = other.0.ranges.read().unwrap_or_else(PoisonError::into_inner).clone();
        *self.0.ranges.write().unwrap_or_else(PoisonError::into_inner) = ranges;
        self.untrusted_list().retain(|address| !self.trusts(*address));
        let mut seen = self.0.seen.write().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|address| self.trusts(*address));
    }

    /// Number of addresses and ranges that are trusted.
    pub fn len(&self) -> usize {
        self.0.ranges.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Trusted proxies that have sent `X-Forwarded-For`.
    pub fn seen(&self) -> Vec<IpAddr> {
        self.0.seen.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note_seen(&self, address: IpAddr) {
        let is_known = |seen: &Vec<IpAddr>| seen.len() >= MOST_SEEN || seen.contains(&address);
        if is_known(&self.0.seen.read().unwrap_or_else(PoisonError::into_inner)) {
            return;
        }
        let mut seen = self.0.seen.write().unwrap_or_else(PoisonError::into_inner);
        if !is_known(&seen) {
            seen.push(address);
        }
    }

    /// Private addresses that sent `X-Forwarded-For` without being trusted: probably forgotten proxies.
    pub fn untrusted(&self) -> Vec<IpAddr> {
        self.untrusted_list().clone()
    }

    fn untrusted_list(&self) -> std::sync::MutexGuard<'_, Vec<IpAddr>> {
        self.0.untrusted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Warns once for each address. A public address may be anyone's, so it isn't mistaken for a proxy.
    fn note_untrusted(&self, address: IpAddr) {
        if !is_private(address) {
            return;
        }
        let mut known = self.untrusted_list();
        if known.len() < MOST_SEEN && !known.contains(&address) {
            known.push(address);
            tracing::warn!(%address, "a proxy isn't trusted, so all of its visitors share one address; add it to SUDS_TRUSTED_PROXIES");
        }
    }
}

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

/// An address, possibly with a port, as some proxies write it.
fn read_hop(hop: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(hop).ok()?.trim();
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse().ok().map(|hop: SocketAddr| hop.ip());
    let hop: Option<IpAddr> = text.parse().ok().or_else(with_port).or_else(bracketed);
    hop.map(|hop| hop.to_canonical())
}

fn block(address: Ipv6Addr, prefix: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - prefix)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_are_trusted() {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_FOR, "6.6.6.6, 203.0.113.9, 10.0.0.2".parse().unwrap());
        let peer: SocketAddr = "10.0.0.1:4000".parse().unwrap();
        let trusted: TrustedProxies = "10.0.0.1,10.0.0.2".parse().unwrap();
        assert_eq!(ClientAddress::of(peer, &headers, &trusted).0.to_string(), "203.0.113.9");
        assert_eq!(
            ClientAddress::of(peer, &headers, &TrustedProxies::default())
                .0
                .to_string(),
            "10.0.0.1"
        );
    }

    #[test]
    fn unreadable_hop_ends_the_search() {
        let trusted: TrustedProxies = "10.0.0.1,10.0.0.2".parse().unwrap();
        let of = |peer: &str, lists: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for list in lists {
                headers.append(FORWARDED_FOR, http::HeaderValue::from_bytes(list).unwrap());
            }
            let peer: SocketAddr = peer.parse().unwrap();
            ClientAddress::of(peer, &headers, &trusted).0.to_string()
        };
        assert_eq!(of("10.0.0.1:4000", &[b"6.6.6.6, unknown"]), "10.0.0.1");
        assert_eq!(of("10.0.0.1:4000", &[b"6.6.6.6, _hidden, 10.0.0.2"]), "10.0.0.2");
        assert_eq!(of("10.0.0.1:4000", &[b"6.6.6.6", b"\xff"]), "10.0.0.1");
        assert_eq!(
            of("10.0.0.1:4000", &[b"6.6.6.6", b"203.0.113.9", b"10.0.0.2"]),
            "203.0.113.9"
        );
        assert_eq!(of("10.0.0.1:4000", &[b"6.6.6.6,"]), "10.0.0.1");
        assert_eq!(of("[::ffff:10.0.0.1]:4000", &[b"203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn port_after_a_forwarded_address_is_ignored() {
        for (hop, address) in [
            ("203.0.113.9:51000", "203.0.113.9"),
            ("[2001:db8::1]:51000", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
        ] {
            assert_eq!(read_hop(hop.as_bytes()), address.parse().ok(), "{hop}");
        }
        assert_eq!(read_hop(b"203.0.113.9:port"), None);
    }

    #[test]
    fn untrusted_proxy_is_remembered_until_it_is_trusted() {
        let trusted = TrustedProxies::default();
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_FOR, "203.0.113.9".parse().unwrap());
        for peer in ["172.17.0.2:4000", "172.17.0.2:4001", "198.51.100.7:4000"] {
            ClientAddress::of(peer.parse().unwrap(), &headers, &trusted);
        }
        assert_eq!(trusted.untrusted(), ["172.17.0.2".parse::<IpAddr>().unwrap()]);
        let shared = trusted.clone();
        trusted.replace(&"172.16.0.0/12".parse().unwrap());
        assert!(shared.untrusted().is_empty() && shared.seen().is_empty());
        let peer: SocketAddr = "172.17.0.2:4000".parse().unwrap();
        assert_eq!(ClientAddress::of(peer, &headers, &shared).0.to_string(), "203.0.113.9");
        assert_eq!((trusted.seen(), trusted.len()), (vec![peer.ip()], 1));
        trusted.replace(&"10.0.0.1".parse().unwrap());
        assert!(shared.seen().is_empty());
    }

    #[test]
    fn proxies_can_be_ranges() {
        let trusted: TrustedProxies = "10.0.0.0/8, 2001:db8::/32, ::ffff:192.0.2.7".parse().unwrap();
        for (address, is_trusted) in [
            ("10.255.3.4", true),
            ("::ffff:10.1.2.3", true),
            ("2001:db8:1::5", true),
            ("192.0.2.7", true),
            ("11.0.0.1", false),
            ("192.0.2.8", false),
            ("2001:db9::1", false),
        ] {
            assert_eq!(trusted.trusts(address.parse().unwrap()), is_trusted, "{address}");
        }
        for bad in ["10.0.0.0/33", "10.0.0", "x", "10.0.0.1;10.0.0.2"] {
            assert_eq!(bad.parse::<TrustedProxies>().unwrap_err(), InvalidProxy(bad.to_owned()));
        }
    }

    #[test]
    fn ipv6_network_counts_as_one_address() {
        let key = |text: &str| ClientAddress(text.parse().unwrap()).limit_key().to_string();
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
        let network = |text: &str| ClientAddress(text.parse().unwrap()).network();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), Some("2001:db8:1::".parse().unwrap()));
        assert_eq!(network("::ffff:192.0.2.7"), None);
    }
}
