//! Limits on connections and open sites, so that file handles never run out, and on connections per address, so that no
//! one uses them all.

use std::net::IpAddr;
use std::sync::Arc;

use platform::http::{AddressPlace, AddressPlaces, ClientAddress, Place, Places, TrustedProxies};

use crate::open_sites;

/// Maximum number of connections, regardless of the machine.
const MOST: u64 = 10_000;
/// Most of one address, times the scale of the limits.
const MOST_OF_AN_ADDRESS: usize = 256;

/// Limits of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Caps {
    /// File handles that the system allows this process.
    pub(super) files: u64,
    /// All connections: half of the handles.
    pub(super) in_all: usize,
    pub(super) of_an_address: usize,
    /// Sites kept open: the other half, minus the process's own files.
    pub(super) open_sites: u64,
}

impl Caps {
    /// Uses all file handles that the system allows. `scale` multiplies the limit per address.
    pub(super) fn of_this_process(scale: u32) -> Self {
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
            tracing::warn!(%error, "can't read or raise the file handle limit");
            1024
        });
        Self::of(files, scale)
    }

    fn of(files: u64, scale: u32) -> Self {
        let in_all = usize::try_from((files / 2).min(MOST)).unwrap_or(usize::MAX).max(1);
        Self {
            files,
            in_all,
            of_an_address: MOST_OF_AN_ADDRESS.saturating_mul(scale as usize).min(in_all),
            open_sites: open_sites::within(files / 2),
        }
    }
}

/// Counts of connections at the entry points.
pub(super) struct Doors {
    in_all: Arc<Places<()>>,
    of_an_address: AddressPlaces,
    /// All clients come through these proxies, so they don't count as one client.
    proxies: TrustedProxies,
}

/// An admitted connection, counted until it is dropped.
pub(super) struct Admitted {
    _in_all: Place<()>,
    _of_an_address: Option<AddressPlace>,
}

impl Doors {
    pub(super) fn new(caps: Caps, proxies: TrustedProxies) -> Self {
        Self {
            in_all: Places::new(caps.in_all),
            of_an_address: AddressPlaces::new(caps.of_an_address),
            proxies,
        }
    }

    /// Whether a connection comes from a trusted proxy.
    pub(super) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxies.trusts(peer)
    }

    /// Admits a connection from `peer`, or returns the limit that was reached.
    pub(super) fn admit(&self, peer: IpAddr) -> Result<Admitted, &'static str> {
        let of_an_address = if self.proxies.trusts(peer) {
            None
        } else {
            Some(self.of_an_address.take(ClientAddress(peer)).ok_or("address")?)
        };
        Ok(Admitted {
            _in_all: self.in_all.take(()).ok_or("all")?,
            _of_an_address: of_an_address,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_file_handles_are_reserved_for_connections() {
        let caps = |files, scale| {
            let caps = Caps::of(files, scale);
            (caps.in_all, caps.of_an_address, caps.open_sites)
        };
        // Seven handles per site, 64 for everything else.
        assert_eq!(caps(1_024, 1), (512, 256, 64));
        assert_eq!(caps(400, 1), (200, 200, 19));
        assert_eq!(caps(64, 1), (32, 32, 1));
        assert_eq!(caps(1 << 20, 1), (10_000, 256, 2_000));
        assert_eq!(caps(1 << 20, 100), (10_000, 10_000, 2_000));
        assert_eq!(caps(u64::MAX, u32::MAX), (10_000, 10_000, 2_000));
    }

    #[test]
    fn address_cap_leaves_room_for_others_except_proxies() {
        let caps = Caps {
            files: 0,
            in_all: 4,
            of_an_address: 2,
            open_sites: 1,
        };
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let doors = Doors::new(caps, "10.0.0.1".parse().unwrap());
        let mut inside: Vec<_> = (0..2).map(|_| doors.admit(ip("192.0.2.1")).ok().unwrap()).collect();
        assert_eq!(doors.admit(ip("192.0.2.1")).err(), Some("address"));
        inside.push(doors.admit(ip("192.0.2.2")).ok().unwrap());
        inside.push(doors.admit(ip("10.0.0.1")).ok().unwrap());
        assert_eq!(doors.admit(ip("10.0.0.1")).err(), Some("all"));
        assert_eq!(doors.admit(ip("192.0.2.2")).err(), Some("all"));
        inside.clear();
        let proxied: Vec<_> = (0..4).map(|_| doors.admit(ip("10.0.0.1")).ok().unwrap()).collect();
        assert_eq!(doors.admit(ip("192.0.2.2")).err(), Some("all"));
        drop(proxied);
        assert!(doors.admit(ip("192.0.2.2")).is_ok());
    }
}
