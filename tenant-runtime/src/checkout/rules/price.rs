//! Prices of units and totals of orders. Pure.

use jiff::civil::Date;
use platform::money::Currency;

use super::entries::Unit;
use crate::catalog::tax::{Price, Taxed, tax};
use crate::catalog::{Listing, ProductType};
use crate::checkout::wire::{Deduction, Quote, QuoteLine, Requires};

/// Saved taxes in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::checkout) struct SavedTaxes {
    pub(in crate::checkout) discount: i64,
    pub(in crate::checkout) credit: i64,
}

impl SavedTaxes {
    /// Computes saved taxes for lines written before these were stored, for a unit with `price` minus `discount` and
    /// `credit` (minor units) at `rate_ppm` parts per million. Their sum is the tax on the price before minus the tax
    /// on the price after.
    pub(in crate::checkout) fn on(price: i64, (discount, credit): (i64, i64), rate_ppm: i64) -> Self {
        let before = tax(price + discount + credit, rate_ppm);
        let credited = tax(price + discount, rate_ppm);
        Self {
            discount: credited - tax(price, rate_ppm),
            credit: before - credited,
        }
    }

    /// As stored in a line. `None`: an earlier build wrote it.
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

/// A unit with its current price and tax rate.
#[derive(Clone, Debug)]
pub(in crate::checkout) struct PricedUnit {
    pub(in crate::checkout) unit: Unit,
    pub(in crate::checkout) listing: Listing,
    /// Minor units, net: the price for this customer.
    pub(in crate::checkout) price: i64,
    /// Discount in minor units. Original price = price + discount + credit.
    pub(in crate::checkout) discount: i64,
    /// Credit for the rest of the previous club's period, in minor units.
    pub(in crate::checkout) credit: i64,
    /// The credited month.
    pub(in crate::checkout) credited_period_id: Option<i64>,
    /// Local day on which a club starts that isn't paid before. `None`: immediately.
    pub(in crate::checkout) starts_on: Option<Date>,
    /// Parts per million.
    pub(in crate::checkout) tax_rate: i64,
    /// Minor units.
    pub(in crate::checkout) taxes: i64,
    /// Tax saved by discount and credit.
    pub(in crate::checkout) saved: SavedTaxes,
}

impl PricedUnit {
    /// `was_member`: whether the customer was ever in a club.
    pub(in crate::checkout) fn new(unit: Unit, listing: Listing, tax_rate: i64, was_member: bool) -> Self {
        let Taxed { net, taxes } = listing.price_for(was_member).at(tax_rate);
        Self {
            unit,
            listing,
            price: net,
            taxes,
            saved: SavedTaxes::default(),
            discount: 0,
            credit: 0,
            credited_period_id: None,
            starts_on: None,
            tax_rate,
        }
    }

    /// Amount the customer pays, in minor units: including tax if `gross`, otherwise net.
    pub(in crate::checkout) const fn paid(&self, gross: bool) -> i64 {
        if gross { self.price + self.taxes } else { self.price }
    }

    /// Deducts `discount`. Tax applies to the reduced price.
    pub(in crate::checkout) fn take_off(&mut self, discount: Price) {
        let less = self.lower_by(discount);
        self.discount += less.net;
        self.saved.discount += less.taxes;
    }

    /// Credits the rest of the month `period_id`, at most up to the price. Tax is due on the rest.
    pub(in crate::checkout) fn credit_month(&mut self, period_id: i64, credit: Price) {
        let less = self.lower_by(credit);
        self.credit += less.net;
        self.saved.credit += less.taxes;
        self.credited_period_id = Some(period_id);
    }

    /// Lowers the price, at most to zero. Returns the difference in net amount and tax.
    fn lower_by(&mut self, amount: Price) -> Taxed {
        let amount = amount.rebased(self.listing.price.is_gross(), self.tax_rate);
        let before = self.paid(amount.is_gross());
        let Taxed { net, taxes } = amount.with(before - amount.amount().min(before)).at(self.tax_rate);
        let less = Taxed {
            net: self.price - net,
            taxes: self.taxes - taxes,
        };
        (self.price, self.taxes) = (net, taxes);
        less
    }

    /// The club starts on `day`, so nothing is paid now.
    pub(in crate::checkout) fn begin_on(&mut self, day: Date) {
        (self.price, self.taxes) = (0, 0);
        self.starts_on = Some(day);
    }

    pub(in crate::checkout) fn is_club(&self) -> bool {
        self.listing.product_type == ProductType::AppClub
    }

    pub(in crate::checkout) fn is_gift(&self) -> bool {
        self.unit.gift.is_some()
    }
}

/// Total of `units` after `credit` and `discount`. `None` if it overflows.
pub(in crate::checkout) fn quote(
    units: &[PricedUnit],
    (credit, discount): (Option<Deduction>, Option<Deduction>),
    currency: Currency,
    vehicle_missing: bool,
) -> Option<Quote> {
    let subtotal = units.iter().try_fold(0_i64, |sum, unit| sum.checked_add(unit.price))?;
    let taxes = units.iter().try_fold(0_i64, |sum, unit| sum.checked_add(unit.taxes))?;
    let lines = units.iter().map(|unit| QuoteLine {
        product_id: unit.listing.id,
        product_type: unit.listing.product_type,
        name: unit.listing.name.clone(),
        price: unit.price,
        discount: unit.discount,
        credit: unit.credit,
        starts_on: unit.starts_on.map(|day| day.to_string()),
        taxes: unit.taxes,
        list_taxes: unit.taxes + unit.saved.total(),
        is_gift: unit.is_gift(),
    });
    Some(Quote {
        lines: lines.collect(),
        credit,
        discount,
        discount_item_id: None,
        subtotal,
        taxes,
        total: subtotal.checked_add(taxes)?,
        currency: currency.code().to_owned(),
        requires: Requires {
            address: units.iter().any(|unit| unit.listing.product_type.is_fulfillable()),
            terms: units.iter().any(PricedUnit::is_club),
            vehicle: vehicle_missing && units.iter().any(PricedUnit::is_club),
        },
    })
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalog::Logo;

    pub(in crate::checkout) fn listing(product_type: ProductType, price: i64) -> Listing {
        Listing {
            id: 1,
            product_type,
            name: "Glow".to_owned(),
            price: Price::Net(price),
            value: 0,
            signup_price: None,
            quantity: None,
            good_for_days: None,
            stock: None,
            use_limit: None,
            washes: Vec::new(),
            tax_class: product_type.tax_class().to_owned(),
            details: Vec::new(),
            badge: None,
            locations: Vec::new(),
            logo: Logo::default(),
        }
    }

    pub(in crate::checkout) fn unit_of(listing: Listing, rate: i64) -> PricedUnit {
        let unit = Unit {
            product_id: listing.id,
            gift: None,
            card_number: None,
            destination: None,
        };
        PricedUnit::new(unit, listing, rate, false)
    }

    fn unit(price: i64, rate: i64) -> PricedUnit {
        unit_of(listing(ProductType::AppWash, price), rate)
    }

    #[test]
    fn new_member_pays_the_first_month_price() {
        let club = Listing {
            signup_price: Some(Price::Net(900)),
            ..listing(ProductType::AppClub, 2500)
        };
        let plain = unit_of(club.clone(), 0);
        assert_eq!((plain.price, club.price_for(true)), (900, Price::Net(2500)));
        let quote = quote(&[plain], (None, None), Currency::USD, true).unwrap();
        assert_eq!(quote.total, 900);
        let requires = Requires {
            address: false,
            terms: true,
            vehicle: true,
        };
        assert_eq!(quote.requires, requires);
    }

    #[test]
    fn total_is_the_sum_of_prices_and_taxes_per_unit() {
        // 111.714 rounds to 112 per unit; the three aren't rounded together (335.142 to 335).
        let quote = quote(
            &[unit(1299, 86_000), unit(1299, 86_000), unit(1299, 86_000)],
            (None, None),
            Currency::USD,
            false,
        )
        .unwrap();
        assert_eq!((quote.subtotal, quote.taxes, quote.total), (3897, 336, 4233));
    }

    #[test]
    fn overflowing_sum_is_rejected() {
        assert!(quote(&[unit(i64::MAX, 0), unit(1, 0)], (None, None), Currency::USD, false).is_none());
    }

    #[test]
    fn each_discount_saves_its_own_amount() {
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
        /// Displayed prices minus displayed discounts equal the total.
        #[test]
        fn displayed_amounts_add_up(
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
