//! Seals of entries: each is a keyed hash of its entry and the previous seal, so that manual changes to the site's file
//! are detected (docs/RULES.md#ledger). Creating one requires the site's keys.

use platform::db::TenantWrite;
use platform::keys::{Mac, Purpose, SiteKeys};

use super::entry::Sealed;
use super::store;

const SEAL: Purpose = Purpose("ledger-entry-seal");

/// Predecessor of a site's first seal.
const NO_SEAL: [u8; 32] = [0; 32];

/// Keyed hashes of a site's entries.
pub fn seals(keys: &SiteKeys) -> Seals {
    Seals(keys.mac(SEAL))
}

/// See [`seals`].
pub struct Seals(Mac);

impl Seals {
    /// Seal of `entry`, which follows the entry with the seal `before` (`None`: it is the first).
    pub fn of(&self, before: Option<&[u8]>, entry: &Sealed<'_>) -> [u8; 32] {
        let mut message = before.unwrap_or(&NO_SEAL).to_vec();
        // Numbers and short texts can always be serialized, and writing to memory can't fail.
        let written = serde_json::to_writer(&mut message, entry);
        debug_assert!(written.is_ok());
        self.0.digest(&message)
    }
}

/// Seals entries in booking order.
pub struct Sealer {
    seals: Seals,
    last: Option<Vec<u8>>,
    is_waiting: bool,
}

impl Sealer {
    /// Continues after the last sealed entry, in the transaction that books the next ones.
    ///
    /// # Errors
    /// The query fails, or there are no keys.
    pub async fn open(db: &mut TenantWrite) -> Result<Self, sqlx::Error> {
        let no_keys = || sqlx::Error::Configuration("the ledger was opened without the site's keys".into());
        let seals = seals(db.keys().ok_or_else(no_keys)?);
        let end = store::end(db).await?;
        Ok(Self {
            seals,
            last: end.seal,
            // A ledger that was sealed once waits no more: its seals were removed by hand.
            is_waiting: end.is_unsealed && !db.is_sealed(),
        })
    }

    /// Seal of the next entry. `None` while older entries are waiting for theirs; this one then waits too.
    pub fn seal(&mut self, entry: &Sealed<'_>) -> Option<[u8; 32]> {
        if self.is_waiting {
            return None;
        }
        let seal = self.seals.of(self.last.as_deref(), entry);
        self.last = Some(seal.to_vec());
        Some(seal)
    }
}

#[cfg(test)]
mod tests {
    use platform::random::SeededRandom;

    use super::*;

    fn entry(amount: i64) -> Sealed<'static> {
        Sealed {
            txn_id: "sale:a",
            account: "sales",
            account_kind: Some("sales"),
            account_id: None,
            source_kind: Some("sale"),
            source_id: Some("1".to_owned()),
            amount,
            order_id: Some(1),
            location_id: Some(1),
            at: 5,
        }
    }

    #[test]
    fn seal_depends_on_entry_predecessor_and_site() {
        let seals = |seed| super::seals(&SiteKeys::generate(&SeededRandom::new(seed)));
        let seal = seals(1).of(None, &entry(5));
        assert_eq!(seal, seals(1).of(None, &entry(5)));
        assert_ne!(seal, seals(1).of(None, &entry(6)));
        assert_ne!(seal, seals(1).of(Some(&seal), &entry(5)));
        assert_ne!(seal, seals(2).of(None, &entry(5)));
        let moved = Sealed { at: 6, ..entry(5) };
        assert_ne!(seal, seals(1).of(None, &moved));
        let elsewhere = Sealed {
            location_id: None,
            ..entry(5)
        };
        assert_ne!(seal, seals(1).of(None, &elsewhere));
    }
}
