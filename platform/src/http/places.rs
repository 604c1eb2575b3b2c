//! Limits on simultaneous connections, sockets and requests.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ClientAddress;
use super::client_address::NETWORK_SHARE;

/// Slots per key. A key without a taken slot uses no memory.
#[derive(Debug)]
pub struct Places<K> {
    most: usize,
    taken: Mutex<HashMap<K, usize>>,
}

/// A taken slot, freed when dropped.
#[derive(Debug)]
pub struct Place<K: Copy + Eq + Hash> {
    places: Arc<Places<K>>,
    key: K,
}

impl<K: Copy + Eq + Hash> Places<K> {
    /// `most` slots per key.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            taken: Mutex::default(),
        })
    }

    /// Takes a slot of `key`. `None` if all are taken.
    pub fn take(self: &Arc<Self>, key: K) -> Option<Place<K>> {
        let mut taken = self.taken();
        let count = taken.entry(key).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Place {
            places: Arc::clone(self),
            key,
        })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Copy + Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(count) = taken.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.key);
            }
        }
    }
}

/// Slots per address, and for IPv6 also per network, because one customer of a provider may have the whole network.
#[derive(Debug)]
pub struct AddressPlaces {
    near: Arc<Places<IpAddr>>,
    wide: Arc<Places<IpAddr>>,
}

/// A slot of an address and of its network.
#[derive(Debug)]
pub struct AddressPlace {
    _near: Place<IpAddr>,
    _wide: Option<Place<IpAddr>>,
}

impl AddressPlaces {
    /// `most` slots per address.
    pub fn new(most: usize) -> Self {
        Self {
            near: Places::new(most),
            wide: Places::new(most.saturating_mul(NETWORK_SHARE as usize)),
        }
    }

    /// Takes a slot of `address`. `None`: the limit of the address or its network is reached.
    pub fn take(&self, address: ClientAddress) -> Option<AddressPlace> {
        let near = self.near.take(address.limit_key())?;
        let wide = match address.network() {
            Some(network) => Some(self.wide.take(network)?),
            None => None,
        };
        Some(AddressPlace {
            _near: near,
            _wide: wide,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slot_is_returned_when_dropped() {
        let places = Places::new(2);
        let (one, two) = (places.take("a").unwrap(), places.take("a").unwrap());
        assert!(places.take("a").is_none());
        assert!(places.take("b").is_some(), "others have places of their own");
        drop(one);
        let again = places.take("a");
        assert!(again.is_some() && places.take("a").is_none());
        drop((two, again));
        assert!(places.taken().is_empty(), "nothing is kept of those who left");
    }

    #[test]
    fn network_has_several_times_the_limit_of_an_address() {
        let places = AddressPlaces::new(1);
        let address = |text: &str| ClientAddress(text.parse().unwrap());
        let held: Vec<_> = (0..NETWORK_SHARE)
            .map(|subnet| places.take(address(&format!("2001:db8:1:{subnet}::1"))).unwrap())
            .collect();
        assert!(places.take(address("2001:db8:1:0::2")).is_none(), "the same /64");
        assert!(places.take(address("2001:db8:1:99::1")).is_none(), "the same /48");
        assert!(places.take(address("2001:db8:2:99::1")).is_some());
        assert!(places.take(address("192.0.2.1")).is_some());
        drop(held);
        assert!(places.take(address("2001:db8:1:99::1")).is_some());
    }
}
