//! Seals of orders: each is a keyed hash of its order and the previous seal, so that an idempotency key that was removed by hand is
//! detected (docs/RULES.md#ledger). Creating one requires the site's keys.

use platform::keys::{Mac, Purpose, SiteKeys};

const SEAL: Purpose = Purpose("order-seal");

/// Predecessor of a site's first seal.
const NO_SEAL: [u8; 32] = [0; 32];

/// Keyed hashes of a site's orders.
pub struct OrderSeals(Mac);

impl OrderSeals {
    pub fn new(keys: &SiteKeys) -> Self {
        Self(keys.mac(SEAL))
    }

    /// Seal of the order `trans_record_id`, which follows the one with the seal `before` (`None`: it is the first). `has_key`: whether
    /// its request had an idempotency key.
    pub fn of(&self, before: Option<&[u8]>, trans_record_id: &str, has_key: bool) -> [u8; 32] {
        let mut message = before.unwrap_or(&NO_SEAL).to_vec();
        message.push(u8::from(has_key));
        message.extend_from_slice(trans_record_id.as_bytes());
        self.0.digest(&message)
    }
}

/// Seals orders in the sequence of their IDs.
pub struct OrderSealer {
    seals: OrderSeals,
    last: Option<Vec<u8>>,
}

impl OrderSealer {
    /// Continues after the order with the seal `last`. `None`: no order is sealed yet.
    pub fn new(keys: &SiteKeys, last: Option<Vec<u8>>) -> Self {
        Self {
            seals: OrderSeals::new(keys),
            last,
        }
    }

    /// Seal of the next order.
    pub fn seal(&mut self, trans_record_id: &str, has_key: bool) -> [u8; 32] {
        let seal = self.seals.of(self.last.as_deref(), trans_record_id, has_key);
        self.last = Some(seal.to_vec());
        seal
    }
}

#[cfg(test)]
mod tests {
    use platform::random::SeededRandom;

    use super::*;

    #[test]
    fn seal_depends_on_order_key_predecessor_and_site() {
        let seals = |seed| OrderSeals::new(&SiteKeys::generate(&SeededRandom::new(seed)));
        let seal = seals(1).of(None, "k3v", true);
        assert_eq!(seal, seals(1).of(None, "k3v", true));
        assert_ne!(seal, seals(1).of(None, "k3v", false));
        assert_ne!(seal, seals(1).of(None, "k4v", true));
        assert_ne!(seal, seals(1).of(Some(&seal), "k3v", true));
        assert_ne!(seal, seals(2).of(None, "k3v", true));
    }
}
