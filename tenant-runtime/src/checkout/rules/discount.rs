//! Selects the wallet discount for an order and distributes it over the units. Pure.

use std::cmp::Reverse;

use super::price::PricedUnit;
use crate::catalog::tax::Price;
use crate::wallet::rules::Discount;

/// A discount as applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct TakenOff {
    pub(in crate::checkout) item_id: i64,
    pub(in crate::checkout) name: String,
    /// Per unit.
    by_unit: Vec<Price>,
    /// Minor units that it could save.
    worth: i64,
}

impl TakenOff {
    /// Minor units, as in the offer: with tax if the offer includes tax.
    fn total(&self) -> i64 {
        self.by_unit.iter().map(|share| share.amount()).sum()
    }
}

/// Whether a discount can apply to `unit`. Gift card value isn't discounted.
pub(in crate::checkout) fn is_discountable(unit: &PricedUnit) -> bool {
    !unit.listing.product_type.is_stored_value() && unit.price > 0
}

/// Applies the best of `discounts` to `units`. `None`: none reduces the net price.
pub(in crate::checkout) fn take_best(units: &mut [PricedUnit], discounts: Vec<Discount>) -> Option<TakenOff> {
    let taken = best(units, discounts)?;
    let mut cheaper = units.to_vec();
    for (unit, share) in cheaper.iter_mut().zip(&taken.by_unit) {
        if share.amount() > 0 {
            unit.take_off(*share);
        }
    }
    // One minor unit with tax can be all tax.
    if cheaper.iter().all(|unit| unit.discount == 0) {
        return None;
    }
    units.clone_from_slice(&cheaper);
    Some(taken)
}

/// The discount with the largest saving on `units`, one per purchase. If several save as much, the smallest, so that a
/// large one isn't lost to a small purchase; of equal ones, the first.
fn best(units: &[PricedUnit], discounts: Vec<Discount>) -> Option<TakenOff> {
    let prices = |gross: bool| -> Vec<i64> {
        let paid = |unit: &PricedUnit| if is_discountable(unit) { unit.paid(gross) } else { 0 };
        units.iter().map(paid).collect()
    };
    let all = discounts.into_iter().map(|discount| {
        let shares = shares(
            &prices(discount.amount.is_gross()),
            discount.amount.amount(),
            discount.off_one,
        );
        TakenOff {
            by_unit: shares.into_iter().map(|share| discount.amount.with(share)).collect(),
            worth: discount.amount.amount(),
            item_id: discount.item_id,
            name: discount.name,
        }
    });
    let saving = all.filter(|taken| taken.total() > 0);
    saving.min_by_key(|taken| (Reverse(taken.total()), taken.worth))
}

/// Shares of `amount` minor units deducted from each of `prices`: from the highest alone, or from all in proportion. No
/// price falls below 0.
fn shares(prices: &[i64], amount: i64, off_one: bool) -> Vec<i64> {
    let mut shares = vec![0; prices.len()];
    if off_one {
        let dearest = (0..prices.len()).min_by_key(|index| Reverse(prices[*index]));
        if let Some(index) = dearest {
            shares[index] = amount.min(prices[index]);
        }
        return shares;
    }
    let sum: i128 = prices.iter().map(|price| i128::from(*price)).sum();
    let off = sum.min(amount.into());
    // Cumulated and rounded down, so that the shares add up and none exceeds its price.
    let (mut cumulated, mut given) = (0, 0);
    for (share, price) in shares.iter_mut().zip(prices) {
        cumulated += i128::from(*price);
        let until_here = if sum == 0 { 0 } else { cumulated * off / sum };
        *share = i64::try_from(until_here - given).unwrap_or(0).min(*price);
        given = until_here;
    }
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::price::tests::{listing, unit_of};
    use super::*;
    use crate::catalog::{Listing, ProductType};

    fn units(prices: &[i64]) -> Vec<PricedUnit> {
        prices
            .iter()
            .map(|price| unit_of(listing(ProductType::AppWash, *price), 86_000))
            .collect()
    }

    fn discount(item_id: i64, amount: i64, off_one: bool) -> Discount {
        Discount {
            item_id,
            name: "Off".to_owned(),
            amount: Price::Net(amount),
            off_one,
        }
    }

    fn amounts(taken: &TakenOff) -> Vec<i64> {
        taken.by_unit.iter().map(|share| share.amount()).collect()
    }

    fn taken(prices: &[i64], discounts: &[Discount]) -> Option<(i64, Vec<i64>)> {
        best(&units(prices), discounts.to_vec()).map(|taken| (taken.item_id, amounts(&taken)))
    }

    fn gross_units(prices: &[i64], rate: i64) -> Vec<PricedUnit> {
        let gross = |price: &i64| {
            let listing = Listing {
                price: Price::Gross(*price),
                ..listing(ProductType::AppWash, 0)
            };
            unit_of(listing, rate)
        };
        prices.iter().map(gross).collect()
    }

    #[test]
    fn gross_discount_reduces_the_gross_price() {
        let mut units = gross_units(&[1800], 200_000);
        let off = Discount {
            amount: Price::Gross(200),
            ..discount(1, 0, true)
        };
        take_best(&mut units, vec![off]).unwrap();
        let [unit] = &units[..] else { panic!("one unit") };
        assert_eq!((unit.price, unit.taxes, unit.paid(true)), (1333, 267, 1600));
        assert_eq!(unit.discount + unit.saved.discount, 200);
    }

    #[test]
    fn item_discount_applies_to_the_most_expensive_item_and_order_discount_is_spread() {
        assert_eq!(
            taken(&[1200, 2000, 2000], &[discount(1, 500, true)]),
            Some((1, vec![0, 500, 0]))
        );
        assert_eq!(
            taken(&[300], &[discount(1, 500, true)]),
            Some((1, vec![300])),
            "not below 0"
        );
        assert_eq!(
            taken(&[1000, 3000], &[discount(1, 400, false)]),
            Some((1, vec![100, 300]))
        );
        assert_eq!(
            taken(&[100, 100, 100], &[discount(1, 100, false)]),
            Some((1, vec![33, 33, 34]))
        );
        assert_eq!(
            taken(&[100, 200], &[discount(1, 500, false)]),
            Some((1, vec![100, 200]))
        );
        assert_eq!(taken(&[], &[discount(1, 500, false)]), None);
        assert_eq!(
            taken(&[0], &[discount(1, 500, true)]),
            None,
            "it would take nothing off"
        );
    }

    #[test]
    fn discount_with_the_highest_saving_wins() {
        let three = [discount(1, 300, false), discount(2, 500, true), discount(3, 500, false)];
        assert_eq!(taken(&[1200, 1000], &three), Some((2, vec![500, 0])));
        // One item has less to discount than both.
        assert_eq!(taken(&[400, 400], &three), Some((3, vec![250, 250])));
    }

    #[test]
    fn smallest_discount_that_saves_as_much_is_used() {
        let two = [discount(1, 5000, false), discount(2, 500, false)];
        assert_eq!(taken(&[300], &two), Some((2, vec![300])));
        assert_eq!(taken(&[500], &two), Some((2, vec![500])));
        assert_eq!(taken(&[501], &two), Some((1, vec![501])));
        let off_one = [
            discount(1, 5000, false),
            discount(2, 300, true),
            discount(3, 300, false),
        ];
        assert_eq!(taken(&[300], &off_one), Some((2, vec![300])));
    }

    #[test]
    fn gift_cards_are_not_discounted() {
        let mut mixed = units(&[400]);
        mixed.push(unit_of(listing(ProductType::GiftCard, 5000), 0));
        let taken = best(&mixed, vec![discount(1, 1000, false)]).unwrap();
        assert_eq!(amounts(&taken), [400, 0]);
    }

    proptest! {
        #[test]
        fn discount_shares_add_up_and_stay_within_the_price(
            prices in prop::collection::vec(0_i64..1_000_000, 0..50),
            amount in 1_i64..2_000_000,
            off_one: bool,
        ) {
            let shares = shares(&prices, amount, off_one);
            let most = if off_one { prices.iter().copied().max().unwrap_or(0) } else { prices.iter().sum() };
            prop_assert_eq!(shares.iter().sum::<i64>(), amount.min(most));
            for (share, price) in shares.iter().zip(&prices) {
                prop_assert!((0..=*price).contains(share));
            }
        }

        #[test]
        fn gross_discount_is_charged_exactly(
            prices in prop::collection::vec(1_i64..=20_000, 1..5),
            amount in 1_i64..=20_000,
            rate in 0_i64..=1_000_000,
            off_one: bool,
        ) {
            let mut units = gross_units(&prices, rate);
            let off = Discount { amount: Price::Gross(amount), off_one, ..discount(1, 0, false) };
            let before: i64 = prices.iter().sum();
            let most = if off_one { prices.iter().copied().max().unwrap_or(0) } else { before };
            let expected = match take_best(&mut units, vec![off]) {
                Some(_) => before - amount.min(most),
                None => before,
            };
            prop_assert_eq!(units.iter().map(|unit| unit.paid(true)).sum::<i64>(), expected);
            for (unit, price) in units.iter().zip(&prices) {
                prop_assert!(unit.price >= 0 && unit.taxes >= 0 && unit.discount >= 0 && unit.saved.discount >= 0);
                prop_assert_eq!(unit.paid(true) + unit.discount + unit.saved.discount, *price);
            }
        }
    }
}
