//! Tax that a discount and a credit save, for customers who see prices with tax. Pure.

use crate::catalog::tax::tax;

/// Minor units of taxes that are not due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::checkout) struct SavedTaxes {
    pub(in crate::checkout) discount: i64,
    pub(in crate::checkout) credit: i64,
}

impl SavedTaxes {
    /// For lines that were written before their saved taxes were. On a unit of `price` minor units, from which `discount` and `credit` were taken off, at `rate_ppm` parts per million. Both
    /// together are what lies between the taxes on the price before and on the price after.
    pub(in crate::checkout) fn on(price: i64, (discount, credit): (i64, i64), rate_ppm: i64) -> Self {
        let before = tax(price + discount + credit, rate_ppm);
        let credited = tax(price + discount, rate_ppm);
        Self {
            discount: credited - tax(price, rate_ppm),
            credit: before - credited,
        }
    }

    /// As a line has them; `None`: it was written by an earlier build.
    pub(in crate::checkout) fn of_columns(discount: Option<i64>, credit: Option<i64>) -> Option<Self> {
        Some(Self {
            discount: discount?,
            credit: credit?,
        })
    }

    pub(in crate::checkout) fn total(self) -> i64 {
        self.discount + self.credit
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_saves_its_own() {
        let saved = SavedTaxes::on(500, (300, 200), 200_000);
        assert_eq!(
            saved,
            SavedTaxes {
                discount: 60,
                credit: 40
            }
        );
        assert_eq!(SavedTaxes::on(1299, (0, 0), 86_000), SavedTaxes::default());
    }

    proptest! {
        /// Prices shown with tax, less what is shown as taken off, are what is paid.
        #[test]
        fn what_is_shown_adds_up(
            price in 0_i64..1_000_000, discount in 0_i64..1_000_000, credit in 0_i64..1_000_000, rate in 0_i64..1_000_000,
        ) {
            let saved = SavedTaxes::on(price, (discount, credit), rate);
            prop_assert!(saved.discount >= 0 && saved.credit >= 0);
            let list = price + discount + credit;
            let shown = list + tax(list, rate) - (discount + saved.discount) - (credit + saved.credit);
            prop_assert_eq!(shown, price + tax(price, rate));
        }
    }
}
