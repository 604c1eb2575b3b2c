//! Which of a customer's discounts is taken off an order, and how much of it off each unit. Pure.

use std::cmp::Reverse;

use super::PricedUnit;
use crate::wallet::rules::Discount;

/// A discount as it is taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct TakenOff {
    pub(in crate::checkout) item_id: i64,
    pub(in crate::checkout) name: String,
    /// Minor units, by unit.
    pub(in crate::checkout) by_unit: Vec<i64>,
}

impl TakenOff {
    /// Minor units.
    pub(in crate::checkout) fn total(&self) -> i64 {
        self.by_unit.iter().sum()
    }
}

/// Whether a discount may be taken off `unit`. Money on a card is none the cheaper for one.
pub(in crate::checkout) fn is_discountable(unit: &PricedUnit) -> bool {
    !unit.listing.product_type.is_stored_value() && unit.price > 0
}

/// The one of `discounts` that takes the most off `units`; of equal ones the first. One a purchase.
pub(in crate::checkout) fn best(units: &[PricedUnit], discounts: Vec<Discount>) -> Option<TakenOff> {
    let prices: Vec<i64> = units
        .iter()
        .map(|unit| if is_discountable(unit) { unit.price } else { 0 })
        .collect();
    let all = discounts.into_iter().map(|discount| TakenOff {
        by_unit: shares(&prices, &discount),
        item_id: discount.item_id,
        name: discount.name,
    });
    let saving = all.filter(|taken| taken.total() > 0);
    // The first of the greatest.
    saving.min_by_key(|taken| Reverse(taken.total()))
}

/// What `discount` takes off each of `prices`: the dearest alone, or all in proportion. Nothing falls below 0.
fn shares(prices: &[i64], discount: &Discount) -> Vec<i64> {
    let mut shares = vec![0; prices.len()];
    if discount.off_one {
        let dearest = (0..prices.len()).min_by_key(|index| Reverse(prices[*index]));
        if let Some(index) = dearest {
            shares[index] = discount.amount.min(prices[index]);
        }
        return shares;
    }
    let sum: i128 = prices.iter().map(|price| i128::from(*price)).sum();
    let off = sum.min(discount.amount.into());
    // Cumulated and rounded down, so that the shares add up, and none is more than its price.
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

    use super::super::tests::{listing, unit_of};
    use super::*;
    use crate::catalog::ProductType;

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
            amount,
            off_one,
        }
    }

    fn taken(prices: &[i64], discounts: &[Discount]) -> Option<(i64, Vec<i64>)> {
        best(&units(prices), discounts.to_vec()).map(|taken| (taken.item_id, taken.by_unit))
    }

    #[test]
    fn one_thing_is_the_dearest_and_all_share_in_proportion() {
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
    fn the_one_that_saves_most_is_taken_and_of_equal_ones_the_first() {
        let three = [discount(1, 300, false), discount(2, 500, true), discount(3, 500, false)];
        assert_eq!(taken(&[1200, 1000], &three), Some((2, vec![500, 0])));
        // Off one thing there is less to take than off both.
        assert_eq!(taken(&[400, 400], &three), Some((3, vec![250, 250])));
    }

    #[test]
    fn money_on_a_card_is_none_the_cheaper() {
        let mut mixed = units(&[400]);
        mixed.push(unit_of(listing(ProductType::GiftCard, 5000), 0));
        let taken = best(&mixed, vec![discount(1, 1000, false)]).unwrap();
        assert_eq!(taken.by_unit, [400, 0]);
    }

    proptest! {
        #[test]
        fn shares_add_up_and_none_exceeds_its_price(
            prices in prop::collection::vec(0_i64..1_000_000, 0..50),
            amount in 1_i64..2_000_000,
            off_one: bool,
        ) {
            let shares = shares(&prices, &discount(1, amount, off_one));
            let most = if off_one { prices.iter().copied().max().unwrap_or(0) } else { prices.iter().sum() };
            prop_assert_eq!(shares.iter().sum::<i64>(), amount.min(most));
            for (share, price) in shares.iter().zip(&prices) {
                prop_assert!((0..=*price).contains(share));
            }
        }
    }
}
