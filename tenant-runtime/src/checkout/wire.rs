//! What is sent and answered about orders.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::reversal::RefundReason;
use crate::catalog::ProductType;

/// What a customer wants to buy: one element of `products` per unit.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderBody {
    #[schema(min_items = 1)]
    pub products: Vec<OrderItem>,
    /// Where it is bought: prices are taxed for this location. 0 or absent: the customer's home location, else the site's first.
    #[serde(default)]
    pub location_id: Option<i64>,
    /// Minor units; the total that the customer was shown. Another one is refused with `price_changed`.
    #[serde(default)]
    pub expected_total: Option<i64>,
    /// Where the goods go that have no address of their own.
    #[serde(default)]
    pub address: Option<ShippingAddress>,
    /// Whether the customer accepted the terms of the wash club.
    #[serde(default)]
    pub accepted_terms: Option<bool>,
}

/// One unit.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderItem {
    pub product_id: i64,
    #[serde(default)]
    pub is_gift: Option<bool>,
    /// The recipient's name.
    #[serde(default)]
    pub gifted_to: Option<String>,
    /// Where the gift is sent; needed with `isGift`.
    #[serde(default)]
    pub gifted_email: Option<String>,
    #[serde(default)]
    pub gift_message: Option<String>,
    /// What stands above the gift: 0 'Happy Birthday!' to 8 'Happy Holidays!'.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 8)]
    pub gift_header: Option<i64>,
    /// The gift card to be reloaded.
    #[serde(default)]
    pub card_number: Option<String>,
    #[serde(default)]
    pub address: Option<ShippingAddress>,
}

/// Where goods are sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ShippingAddress {
    pub first: String,
    pub last: String,
    pub address1: String,
    pub address2: String,
    pub city: String,
    /// Code of the state or province, where the site's country has such.
    pub state: String,
    pub zip_code: String,
    /// Send it to the address last saved as home; the other fields are ignored.
    pub use_home: Option<bool>,
    /// Save this one as home.
    pub is_home: Option<bool>,
    /// The name on the parcel, if it is another.
    pub addressed_to: Option<String>,
}

/// One priced unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteLine {
    pub product_id: i64,
    pub product_type: ProductType,
    pub name: String,
    /// Minor units, net, without `discount` and `credit`.
    pub price: i64,
    /// Minor units that the order's discount takes off it.
    pub discount: i64,
    /// Minor units that are credited on it.
    pub credit: i64,
    /// The local day on which a club takes the place of the customer's own, and from which on it is paid; null: all else.
    #[schema(format = Date)]
    pub starts_on: Option<String>,
    /// Minor units.
    pub taxes: i64,
    /// Minor units: what the taxes would be without discount and credit.
    pub list_taxes: i64,
    pub is_gift: bool,
}

/// What is taken off the prices of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Deduction {
    /// What for: a discount, or the club that ends.
    pub name: String,
    /// Minor units, net.
    pub amount: i64,
    /// Minor units of taxes that are not due because of it.
    pub taxes: i64,
}

/// What an order would cost, in minor units of `currency`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Quote {
    pub lines: Vec<QuoteLine>,
    /// What is left of the month of the club that ends, as another one takes its place; null: none does. The prices of the lines and
    /// the sums are without it.
    pub credit: Option<Deduction>,
    /// A discount of the customer's wallet, the one that saves most; null: there is none that fits. The prices of the lines and the sums
    /// are without it.
    pub discount: Option<Deduction>,
    pub subtotal: i64,
    pub taxes: i64,
    pub total: i64,
    pub currency: String,
    pub requires: Requires,
}

/// What the order needs besides a card on file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Requires {
    /// A shipping address, because something is shipped.
    pub address: bool,
    /// Acceptance of the terms, because a club is joined.
    pub terms: bool,
    /// A vehicle, because a club is joined and none was entered yet.
    pub vehicle: bool,
}

/// The result of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderResult {
    pub approved: bool,
    /// Authorisation code, decline reason, or `pending` while the payment is being checked.
    pub code: String,
    /// Whether it has to be settled before the customer can buy again.
    pub blocks: bool,
    pub trans_record_id: String,
    pub order_number: String,
    /// Minor units.
    pub total: i64,
    /// For the customer.
    pub message: String,
}

/// A paid order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    #[schema(value_type = String, format = DateTime)]
    pub purchase_date: Timestamp,
    /// ISO 4217 code of the amounts.
    pub currency: String,
    /// Minor units.
    pub total: i64,
    /// Minor units that a discount took off the prices of its products.
    pub discount: i64,
    /// Minor units that were credited for the rest of a month of the club before.
    pub credit: i64,
    /// Minor units of taxes that the discount has saved.
    pub discount_taxes: i64,
    /// Minor units of taxes that the credit has saved.
    pub credit_taxes: i64,
    /// Minor units, without discount and credit.
    pub subtotal: i64,
    /// Minor units.
    pub taxes: i64,
    /// `paid`, `partially_refunded`, `refunded` or `voided`.
    pub state: &'static str,
    pub trans_record_id: String,
    pub order_number: String,
    pub purchased_products: Vec<PurchasedProduct>,
}

/// Units of the same product, together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchasedProduct {
    pub name: String,
    pub quantity: i64,
    /// Minor units, net, before discount and credit.
    pub unit_price: i64,
    /// Minor units on that.
    pub unit_taxes: i64,
    pub is_gift: bool,
    pub gifted_email: Option<String>,
    /// The recipient's name.
    pub gifted_to: Option<String>,
    pub fulfillable: bool,
    pub app_product_type: ProductType,
    /// Where goods are on their way: `queued`, `packed`, `shipped`, …; null for what is not sent.
    pub fulfillment_state: Option<String>,
}

impl PurchasedProduct {
    /// Whether a unit of `other` is one more of it.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let quantity = self.quantity;
        *self
            == Self {
                quantity,
                ..other.clone()
            }
    }

    /// Whether its codes lie in the wallet of who bought it.
    pub(super) fn is_in_own_wallet(&self) -> bool {
        self.app_product_type.has_codes() && !self.is_gift
    }
}

/// An order in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderSummary {
    pub(super) trans_record_id: String,
    pub(super) order_number: String,
    /// `pending`, `unknown`, `flagged`, `paid`, `failed`, `partially_refunded`, `refunded` or `voided`.
    pub(super) state: String,
    /// Who placed it; null once the account is deleted.
    pub(super) user_id: Option<String>,
    /// Null once the account is deleted.
    pub(super) customer_name: Option<String>,
    pub(super) customer_email: Option<String>,
    pub(super) products: Vec<OrderedProduct>,
    pub(super) location_id: Option<i64>,
    /// Minor units.
    pub(super) subtotal: i64,
    /// Minor units.
    pub(super) taxes: i64,
    /// Minor units.
    pub(super) total: i64,
    /// Minor units of `total` that were refunded.
    pub(super) given_back: i64,
    /// Minor units of those that went onto new gift cards.
    pub(super) refunded_to_gift_cards: i64,
    /// Reasons of its refunds, the oldest first.
    pub(super) refund_reasons: Vec<RefundReason>,
    /// Minor units of `total` that the customer's bank took back, and has not returned.
    pub(super) disputed: i64,
    pub(super) currency: String,
    /// Authorisation code, or the reason of a decline.
    pub(super) code: String,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) settled_at: Option<Timestamp>,
}

/// What was ordered, under the name that it was sold by.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderedProduct {
    pub(super) name: String,
    pub(super) quantity: i64,
}

impl fmt::Display for OrderedProduct {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, quantity } = self;
        match quantity {
            1 => out.write_str(name),
            _ => write!(out, "{quantity} × {name}"),
        }
    }
}
