//! Tax calculation (docs/RULES.md#taxes). Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Tax rates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Taxes {
    pub(super) locations: Vec<LocationTaxes>,
    /// Rates by destination state code, in parts per million. Other shipments use the rate of the purchase location.
    pub(super) ship_to: BTreeMap<String, i64>,
}

impl Taxes {
    /// As returned after saving: one entry for each of the `known` locations, in that order.
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

    /// Locations with different rates in `other`.
    pub(super) fn changed_in(&self, other: &Self) -> impl Iterator<Item = i64> {
        let changed = self.locations.iter().filter(|one| !other.locations.contains(one));
        changed.map(|one| one.location_id)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LocationTaxes {
    pub(super) location_id: i64,
    /// Rates by tax class (`wash`, `club`, `merchandise`), in parts per million of the net price. Missing classes
    /// aren't taxed.
    pub(super) rates: BTreeMap<String, i64>,
}

/// From 0 to 100%, in parts per million.
pub(super) fn is_rate(rate: i64) -> bool {
    (0..=1_000_000).contains(&rate)
}

/// Tax on a price of `price` minor units at `rate_ppm` parts per million: rounded half up, per unit.
pub fn tax(price: i64, rate_ppm: i64) -> i64 {
    let product = i128::from(price) * i128::from(rate_ppm);
    i64::try_from((product + 500_000) / 1_000_000).unwrap_or(i64::MAX)
}

/// Tax contained in `gross` minor units at `rate_ppm` parts per million: rounded half up, per unit.
pub fn tax_in(gross: i64, rate_ppm: i64) -> i64 {
    let (product, whole) = (
        i128::from(gross) * i128::from(rate_ppm),
        i128::from(rate_ppm) + 1_000_000,
    );
    i64::try_from((2 * product + whole).div_euclid(2 * whole)).unwrap_or(0)
}

/// Amount as entered by the merchant, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// Tax is added.
    Net(i64),
    /// Tax is included.
    Gross(i64),
}

impl Price {
    /// `gross`: whether `amount` includes tax.
    pub const fn new(amount: i64, gross: bool) -> Self {
        if gross { Self::Gross(amount) } else { Self::Net(amount) }
    }

    /// Reads a price from its columns. Net columns are always filled, so that an earlier build charges the same.
    pub fn of_columns(net: i64, gross: Option<i64>) -> Self {
        gross.map_or(Self::Net(net), Self::Gross)
    }

    /// The reverse of [`of_columns`](Self::of_columns). `rate_ppm`: rate for the net amount.
    pub fn columns(self, rate_ppm: i64) -> (i64, Option<i64>) {
        match self {
            Self::Net(net) => (net, None),
            Self::Gross(gross) => (self.at(rate_ppm).net, Some(gross)),
        }
    }

    /// Minor units as entered.
    pub const fn amount(self) -> i64 {
        match self {
            Self::Net(amount) | Self::Gross(amount) => amount,
        }
    }

    pub const fn is_gross(self) -> bool {
        matches!(self, Self::Gross(_))
    }

    /// The same kind of price for another amount.
    #[must_use]
    pub const fn with(self, amount: i64) -> Self {
        Self::new(amount, self.is_gross())
    }

    /// Net amount and tax at `rate_ppm` parts per million.
    pub fn at(self, rate_ppm: i64) -> Taxed {
        match self {
            Self::Net(net) => Taxed {
                net,
                taxes: tax(net, rate_ppm),
            },
            Self::Gross(gross) => {
                let taxes = tax_in(gross, rate_ppm);
                Taxed {
                    net: gross - taxes,
                    taxes,
                }
            }
        }
    }

    /// The other type of price that charges customers the same at `rate_ppm` parts per million. Unchanged if it already
    /// has that type.
    #[must_use]
    pub fn rebased(self, gross: bool, rate_ppm: i64) -> Self {
        match gross {
            true => Self::Gross(self.at(rate_ppm).gross()),
            false => Self::Net(self.at(rate_ppm).net),
        }
    }

    /// Price as customers see it: with tax if `include_tax`.
    pub fn shown(self, rate_ppm: i64, include_tax: bool) -> i64 {
        let taxed = self.at(rate_ppm);
        if include_tax { taxed.gross() } else { taxed.net }
    }
}

/// A price split into net amount and tax, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taxed {
    pub net: i64,
    pub taxes: i64,
}

impl Taxed {
    pub const fn gross(self) -> i64 {
        self.net.saturating_add(self.taxes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn gross_price_is_charged_exactly(gross in 0_i64..10_000_000, rate in 0_i64..=1_000_000) {
            let taxed = Price::Gross(gross).at(rate);
            prop_assert_eq!(taxed.gross(), gross);
            prop_assert!(taxed.net >= 0 && taxed.taxes >= 0);
            // Within half a minor unit of the exact amount.
            let exact = i128::from(gross) * i128::from(rate);
            let whole = i128::from(rate) + 1_000_000;
            prop_assert!((i128::from(taxed.taxes) * whole - exact).abs() * 2 <= whole);
        }

        #[test]
        fn gross_price_converts_back_to_its_net_price(net in 0_i64..10_000_000, rate in 0_i64..=1_000_000) {
            let taxed = Price::Net(net).at(rate);
            prop_assert_eq!(Price::Gross(taxed.gross()).at(rate), taxed);
        }
    }

    #[test]
    fn each_gross_amount_is_chargeable() {
        for rate in [
            0, 50_000, 77_000, 86_000, 130_000, 149_750, 190_000, 200_000, 255_000, 1_000_000,
        ] {
            for gross in 1..=20_000 {
                assert_eq!(Price::Gross(gross).at(rate).gross(), gross, "{rate}");
            }
        }
        assert_eq!(Price::Gross(999).at(200_000), Taxed { net: 832, taxes: 167 });
        assert_eq!(Price::Gross(1600).at(200_000), Taxed { net: 1333, taxes: 267 });
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
