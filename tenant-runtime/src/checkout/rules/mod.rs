//! What an order costs and what its state means. Pure.

pub(super) mod cart;
pub(super) mod discount;
pub(super) mod dispute;
pub(super) mod entries;
pub(super) mod machine;
pub(super) mod reversal;
pub(super) mod saved;
pub(super) mod shipment;

use data_encoding::HEXLOWER;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use platform::money::Currency;
use sha2::{Digest as _, Sha256};
use strum::{EnumString, IntoStaticStr};

use super::wire::{Deduction, OrderResult, Quote, QuoteLine, Requires};
use crate::catalog::tax::{Price, Taxed};
use crate::catalog::{Listing, ProductType};
use crate::language::Locale;
use crate::payments::processor::Decline;
use entries::Unit;
use saved::SavedTaxes;

/// Why an order failed whose payment was approved, and is reversed by staff.
pub(super) const TAKEN_BACK: &str = "taken_back";

/// Most units of one order.
pub(super) const MAX_UNITS: usize = 50;

/// When an unsettled payment is looked up: past the time-outs of every adapter.
pub(super) const SWEEP_AFTER: SignedDuration = SignedDuration::from_secs(60);

/// Within this time an identical body without a key is the same order (docs/RULES.md#orders).
pub(super) const SAME_BODY_WITHIN: SignedDuration = SignedDuration::from_secs(10);

/// What a customer is told when the payment service could not be reached.
pub(super) const UNREACHABLE: &str =
    "We can't reach the payment service right now. Nothing was charged. Try again in a moment.";

/// A unit with the price and the tax rate that hold for it now.
#[derive(Clone, Debug)]
pub(super) struct PricedUnit {
    pub(super) unit: Unit,
    pub(super) listing: Listing,
    /// Minor units, net: what this customer pays.
    pub(super) price: i64,
    /// Minor units that a discount took off: the original price is price + discount + credit.
    pub(super) discount: i64,
    /// Minor units that were credited for the rest of a month of the club before.
    pub(super) credit: i64,
    /// That month.
    pub(super) credited_period_id: Option<i64>,
    /// The local day on which a club begins that is not paid before; `None`: at once.
    pub(super) starts_on: Option<Date>,
    /// Parts per million.
    pub(super) tax_rate: i64,
    /// Minor units.
    pub(super) taxes: i64,
    /// Tax that its discount and its credit save.
    pub(super) saved: SavedTaxes,
}

impl PricedUnit {
    /// `was_member`: whether the customer ever was in a club.
    pub(super) fn new(unit: Unit, listing: Listing, tax_rate: i64, was_member: bool) -> Self {
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

    /// What its customer pays, in minor units: with tax if `gross`, else without.
    pub(super) const fn paid(&self, gross: bool) -> i64 {
        if gross { self.price + self.taxes } else { self.price }
    }

    /// Makes it cheaper by `discount`. Tax is on what is paid.
    pub(super) fn take_off(&mut self, discount: Price) {
        let less = self.lower_by(discount);
        self.discount += less.net;
        self.saved.discount += less.taxes;
    }

    /// Credits at most its price for the rest of the month `period_id`. Tax is on what is paid.
    pub(super) fn credit_month(&mut self, period_id: i64, credit: Price) {
        let less = self.lower_by(credit);
        self.credit += less.net;
        self.saved.credit += less.taxes;
        self.credited_period_id = Some(period_id);
    }

    /// Takes at most its price off it. Answers how much less its net amount and its tax are.
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

    /// Nothing is paid for it now: it is a club that begins on `day`.
    pub(super) fn begin_on(&mut self, day: Date) {
        (self.price, self.taxes) = (0, 0);
        self.starts_on = Some(day);
    }

    pub(super) fn is_club(&self) -> bool {
        self.listing.product_type == ProductType::AppClub
    }

    pub(super) fn is_gift(&self) -> bool {
        self.unit.gift.is_some()
    }
}

/// Adds up `units`, from which `credit` and `discount` were taken off; `None` when the sum cannot be represented.
pub(super) fn quote(
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

/// Where an order was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Origin {
    /// By its customer, on the web or in the app.
    Shop,
    /// By nobody: the next month of a club.
    Renewal,
    /// By its customer, with a token that a kiosk read.
    Kiosk,
}

/// Something that a kiosk sells, as it calls it.
#[derive(Clone, Debug)]
pub struct KioskLine {
    pub name: String,
    /// Minor units, net.
    pub price: i64,
    /// Minor units.
    pub taxes: i64,
}

/// Where an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum OrderState {
    /// Written; its payment is under way.
    Pending,
    /// It is not known whether its payment went through.
    Unknown,
    /// Left to a person, and no longer in the customer's way.
    Flagged,
    Paid,
    Failed,
    PartiallyRefunded,
    Refunded,
    Voided,
}

impl Origin {
    /// Of a stored text.
    pub(super) fn parse(text: &str) -> Self {
        text.parse().unwrap_or(Self::Shop)
    }
}

impl OrderState {
    /// Of a stored text. What this build does not know is left to a person.
    pub(super) fn parse(text: &str) -> Self {
        text.parse().unwrap_or(Self::Flagged)
    }

    /// Whether the payment may still be settled.
    pub(super) const fn is_unsettled(self) -> bool {
        matches!(self, Self::Pending | Self::Unknown | Self::Flagged)
    }

    /// Whether some of it may still be refunded.
    pub(super) const fn is_paid(self) -> bool {
        matches!(self, Self::Paid | Self::PartiallyRefunded)
    }

    /// Whether nothing is sold with it, whatever becomes of its payment.
    pub(super) const fn has_failed(self) -> bool {
        matches!(self, Self::Failed)
    }

    /// Whether it was paid for, whatever was refunded since.
    pub(super) const fn was_paid(self) -> bool {
        matches!(
            self,
            Self::Paid | Self::PartiallyRefunded | Self::Refunded | Self::Voided
        )
    }
}

/// An order as its customer sees it.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) id: i64,
    pub(super) trans_record_id: String,
    pub(super) customer_id: i64,
    pub(super) origin: Origin,
    pub(super) state: OrderState,
    /// Minor units.
    pub(super) total: i64,
    /// Authorisation code, or the reason of a decline.
    pub(super) code: String,
    /// Where it was placed; `None`: at no location.
    pub(super) location_id: Option<i64>,
    pub(super) created_at: Timestamp,
    /// When its payment was; `None`: it is not known yet.
    pub(super) settled_at: Option<Timestamp>,
    /// The wallet item whose discount its lines have.
    pub(super) discount_item_id: Option<i64>,
}

impl Order {
    /// Whether the request that placed it is still waiting for the processor.
    pub(super) fn is_under_way(&self, now: Timestamp) -> bool {
        self.state == OrderState::Pending && now.duration_since(self.created_at) < SWEEP_AFTER
    }

    /// Whether a person who asks the processor may say how its payment went: as long as nobody knows it, and no request is
    /// about to. Its customer was told to wait for a mail.
    pub(super) fn waits_for_a_person(&self, now: Timestamp) -> bool {
        self.state.is_unsettled() && !self.is_under_way(now)
    }

    pub(super) fn number(&self) -> String {
        order_number(self.id)
    }

    /// The answer of POST and GET `/orders`.
    pub(super) fn result(&self, locale: &Locale) -> OrderResult {
        let (approved, code, message) = match self.state {
            OrderState::Pending | OrderState::Unknown | OrderState::Flagged => (
                false,
                "pending",
                "We're checking your payment. Don't pay again. We'll email you.",
            ),
            OrderState::Failed if self.code == Decline::UNREACHABLE => (false, self.code.as_str(), UNREACHABLE),
            OrderState::Failed if self.code == TAKEN_BACK => (
                false,
                TAKEN_BACK,
                "Your order didn't go through. We'll refund any charge to your card.",
            ),
            OrderState::Failed => (
                false,
                self.code.as_str(),
                "Your card was declined. Nothing was charged.",
            ),
            _ => (true, self.code.as_str(), "Thank you! Your order is paid."),
        };
        OrderResult {
            approved,
            code: code.to_owned(),
            blocks: matches!(self.state, OrderState::Pending | OrderState::Unknown),
            trans_record_id: self.trans_record_id.clone(),
            order_number: self.number(),
            total: self.total,
            message: locale.say(message),
        }
    }
}

const FIRST_NUMBER: i64 = 100_000;

/// The order that people call by this number.
pub(super) fn order_id(number: &str) -> Option<i64> {
    let number: i64 = number.parse().ok()?;
    (number > FIRST_NUMBER).then(|| number - FIRST_NUMBER)
}

/// What people call an order. Numbers start where they look like one.
pub(super) fn order_number(id: i64) -> String {
    (FIRST_NUMBER + id).to_string()
}

/// Names the words of the club's terms: equal words have an equal name.
pub fn terms_version(body: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(body.as_bytes())[..16])
}

#[cfg(test)]
pub(super) mod tests {
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

    pub(in crate::checkout) fn order(state: OrderState, created_at: Timestamp) -> Order {
        Order {
            id: 1,
            trans_record_id: "t".to_owned(),
            customer_id: 1,
            origin: Origin::Shop,
            state,
            total: 100,
            code: String::new(),
            location_id: None,
            created_at,
            settled_at: None,
            discount_item_id: None,
        }
    }

    fn unit(price: i64, rate: i64) -> PricedUnit {
        unit_of(listing(ProductType::AppWash, price), rate)
    }

    #[test]
    fn a_club_costs_newcomers_its_first_month() {
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
    fn a_total_is_the_sum_of_price_and_taxes_per_unit() {
        // 111.714 rounds to 112 for each unit, not 335.142 to 335 for the three.
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
    fn a_sum_that_does_not_fit_is_no_quote() {
        assert!(quote(&[unit(i64::MAX, 0), unit(1, 0)], (None, None), Currency::USD, false).is_none());
    }

    #[test]
    fn states_are_written_and_read() {
        for text in [
            "pending",
            "unknown",
            "flagged",
            "paid",
            "failed",
            "partially_refunded",
            "refunded",
            "voided",
        ] {
            assert_eq!(OrderState::parse(text).into_str(), text);
        }
        assert_eq!(OrderState::parse("later builds' state"), OrderState::Flagged);
    }

    #[test]
    fn an_orders_number_leads_to_it() {
        assert_eq!(order_id(&order_number(1)), Some(1));
        for other in ["100000", "7", "-100001", "x", ""] {
            assert_eq!(order_id(other), None, "{other}");
        }
    }

    #[test]
    fn an_unsettled_order_never_reads_as_failed() {
        let created_at: Timestamp = "2026-11-20T15:00:00Z".parse().unwrap();
        for state in [OrderState::Pending, OrderState::Unknown, OrderState::Flagged] {
            let order = order(state, created_at);
            assert_eq!(order.result(&Locale::english()).code, "pending");
            assert!(order.state.is_unsettled());
            assert_eq!(order.waits_for_a_person(created_at), state != OrderState::Pending);
            assert!(order.waits_for_a_person(created_at + SWEEP_AFTER), "whatever its state");
        }
        assert!(!order(OrderState::Paid, created_at).waits_for_a_person(created_at + SWEEP_AFTER));
    }
}
