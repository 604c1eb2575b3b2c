//! What is paid on top of a price (docs/RULES.md#taxes). Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is added to prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Taxes {
    pub(super) locations: Vec<LocationTaxes>,
    /// By the code of the state that something is sent to, in parts per million. Where there is none, what is sent is taxed as at
    /// the location of the purchase.
    pub(super) ship_to: BTreeMap<String, i64>,
}

impl Taxes {
    /// As they are read once they are set: with each of the `known` locations, in that order.
    pub(super) fn at_all(self, known: &[i64]) -> Self {
        let mut rates: BTreeMap<i64, _> = self
            .locations
            .into_iter()
            .map(|one| (one.location_id, one.rates))
            .collect();
        let locations = known.iter().map(|id| LocationTaxes {
            location_id: *id,
            rates: rates.remove(id).unwrap_or_default(),
        });
        Self {
            locations: locations.collect(),
            ship_to: self.ship_to,
        }
    }

    /// The locations that `other` has other rates for.
    pub(super) fn changed_in(&self, other: &Self) -> impl Iterator<Item = i64> {
        let changed = self.locations.iter().filter(|one| !other.locations.contains(one));
        changed.map(|one| one.location_id)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LocationTaxes {
    pub(super) location_id: i64,
    /// By tax class (`wash`, `club`, `merchandise`), in parts per million of the net price; what is missing is untaxed.
    pub(super) rates: BTreeMap<String, i64>,
}

/// What a price of `price` minor units is taxed at `rate_ppm` parts per million: rounded half up, per unit.
pub fn tax(price: i64, rate_ppm: i64) -> i64 {
    let product = i128::from(price) * i128::from(rate_ppm);
    i64::try_from((product + 500_000) / 1_000_000).unwrap_or(i64::MAX)
}

/// A price of `price` minor units as customers are shown it: with the tax in it where `include_tax`.
pub fn shown(price: i64, rate_ppm: i64, include_tax: bool) -> i64 {
    if include_tax {
        price.saturating_add(tax(price, rate_ppm))
    } else {
        price
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What is shown with tax adds up to what is charged, whatever is rounded, and nobody is charged otherwise for it.
        #[test]
        fn prices_shown_with_tax_add_up_to_the_total(
            units in prop::collection::vec((0_i64..1_000_000, 0_i64..1_000_000), 1..50),
        ) {
            let net: i64 = units.iter().map(|(price, rate)| shown(*price, *rate, false)).sum();
            let taxes: i64 = units.iter().map(|(price, rate)| tax(*price, *rate)).sum();
            let with_tax: i64 = units.iter().map(|(price, rate)| shown(*price, *rate, true)).sum();
            prop_assert_eq!(with_tax, net + taxes);
        }
    }

    #[test]
    fn tax_is_rounded_half_up_per_unit() {
        assert_eq!(tax(1200, 80_000), 96);
        assert_eq!(tax(1299, 86_000), 112); // 111.714
        assert_eq!(tax(50, 10_000), 1); // 0.5
        assert_eq!(tax(49, 10_000), 0);
        assert_eq!(tax(0, 200_000), 0);
    }
}
