//! Who is at the other end of the connection.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::{HeaderMap, HeaderName};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose `X-Forwarded-For` is believed; nobody else's is.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(pub Vec<IpAddr>);

/// The client's address as far as it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The peer, or the last address before a trusted proxy.
    pub fn of(peer: SocketAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> Self {
        let mut address = peer.ip();
        if trusted.0.contains(&address) {
            let forwarded = headers
                .get_all(FORWARDED_FOR)
                .iter()
                .filter_map(|value| value.to_str().ok());
            let hops: Vec<IpAddr> = forwarded
                .flat_map(|list| list.split(','))
                .filter_map(|hop| hop.trim().parse().ok())
                .collect();
            for hop in hops.into_iter().rev() {
                address = hop;
                if !trusted.0.contains(&hop) {
                    break;
                }
            }
        }
        Self(address)
    }

    /// What limits count by: the address, or the /64 of an IPv6 address.
    #[must_use]
    pub fn limit_key(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(_) => self.0,
            IpAddr::V6(address) => match address.to_ipv4_mapped() {
                Some(mapped) => IpAddr::V4(mapped),
                None => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_FOR, "6.6.6.6, 203.0.113.9, 10.0.0.2".parse().unwrap());
        let peer: SocketAddr = "10.0.0.1:4000".parse().unwrap();
        let trusted = TrustedProxies(vec!["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()]);
        assert_eq!(ClientAddress::of(peer, &headers, &trusted).0.to_string(), "203.0.113.9");
        assert_eq!(
            ClientAddress::of(peer, &headers, &TrustedProxies::default())
                .0
                .to_string(),
            "10.0.0.1"
        );
    }

    #[test]
    fn an_ipv6_network_counts_as_one() {
        let key = |text: &str| ClientAddress(text.parse().unwrap()).limit_key().to_string();
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
    }
}
