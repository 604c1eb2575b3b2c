//! Requests and responses of orders.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::reversal::RefundReason;
use crate::catalog::ProductType;

/// Order to place, with one element of `products` per unit.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderBody {
    #[schema(min_items = 1)]
    pub products: Vec<OrderItem>,
    /// Location for taxes. Default, also for 0: the customer's home location, otherwise the site's first location.
    #[serde(default)]
    pub location_id: Option<i64>,
    /// Total that was shown to the customer, in minor units. A different total returns `price_changed`.
    #[serde(default)]
    pub expected_total: Option<i64>,
    /// Address for items without their own address.
    #[serde(default)]
    pub address: Option<ShippingAddress>,
    /// Whether the customer has accepted the club terms.
    #[serde(default)]
    pub accepted_terms: Option<bool>,
    /// Wallet items (`discountItemId` of a quote) that the customer keeps for another purchase.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub keep_discounts: Option<Vec<i64>>,
}

/// Unit of an order.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderItem {
    pub product_id: i64,
    #[serde(default)]
    pub is_gift: Option<bool>,
    /// Name of the recipient.
    #[serde(default)]
    pub gifted_to: Option<String>,
    /// Email address of the recipient; required with `isGift`.
    #[serde(default)]
    pub gifted_email: Option<String>,
    #[serde(default)]
    pub gift_message: Option<String>,
    /// Heading of the gift: 0 ('Happy Birthday!') to 8 ('Happy Holidays!').
    #[serde(default)]
    #[schema(minimum = 0, maximum = 8)]
    pub gift_header: Option<i64>,
    /// Number of the gift card to reload.
    #[serde(default)]
    pub card_number: Option<String>,
    #[serde(default)]
    pub address: Option<ShippingAddress>,
}

/// Shipping address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ShippingAddress {
    pub first: String,
    pub last: String,
    pub address1: String,
    pub address2: String,
    pub city: String,
    /// Code of the state or province, if the site's country has them.
    pub state: String,
    pub zip_code: String,
    /// Whether to ship to the saved home address. The other fields are then ignored.
    pub use_home: Option<bool>,
    /// Whether to save this address as the home address.
    pub is_home: Option<bool>,
    /// Recipient, if different from the customer.
    pub addressed_to: Option<String>,
}

/// Price of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteLine {
    pub product_id: i64,
    pub product_type: ProductType,
    pub name: String,
    /// Minor units before tax, `discount` and `credit`.
    pub price: i64,
    /// Order discount on this unit, in minor units.
    pub discount: i64,
    /// Credit on this unit, in minor units.
    pub credit: i64,
    /// Local day when this club replaces the customer's current one and billing starts; null for everything else.
    #[schema(format = Date)]
    pub starts_on: Option<String>,
    /// Minor units.
    pub taxes: i64,
    /// Taxes before discount and credit, in minor units.
    pub list_taxes: i64,
    pub is_gift: bool,
}

/// Amount deducted from the prices of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Deduction {
    /// Name of the discount or of the previous club.
    pub name: String,
    /// Minor units, net.
    pub amount: i64,
    /// Taxes saved, in minor units.
    pub taxes: i64,
}

/// Price of an order, in minor units of `currency`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    pub lines: Vec<QuoteLine>,
    /// Credit for the rest of the period of a club that is replaced; null if none is. Line prices and totals don't
    /// include it.
    pub credit: Option<Deduction>,
    /// Wallet discount that saves most; null if none applies. Of several that save as much, the smallest. Line prices and
    /// totals don't include it.
    pub discount: Option<Deduction>,
    /// Wallet item of `discount`.
    pub discount_item_id: Option<i64>,
    pub subtotal: i64,
    pub taxes: i64,
    pub total: i64,
    pub currency: String,
    pub requires: Requires,
}

/// Requirements of the order, in addition to a card on file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Requires {
    /// Whether a shipping address is required, because something is shipped.
    pub address: bool,
    /// Whether the club terms must be accepted.
    pub terms: bool,
    /// Whether a vehicle must be added, because the order includes a club.
    pub vehicle: bool,
}

/// Result of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderResult {
    pub approved: bool,
    /// Authorization code, decline reason, or `pending` while the payment is being checked.
    pub code: String,
    /// Whether the customer can't buy again until this order is settled.
    pub blocks: bool,
    pub trans_record_id: String,
    pub order_number: String,
    /// Minor units.
    pub total: i64,
    /// Message for the customer.
    pub message: String,
}

/// Paid order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    #[schema(value_type = String, format = DateTime)]
    pub purchase_date: Timestamp,
    /// ISO 4217 code of the amounts.
    pub currency: String,
    /// Minor units.
    pub total: i64,
    /// Discount on the products, in minor units.
    pub discount: i64,
    /// Credit for the rest of the previous club's period, in minor units.
    pub credit: i64,
    /// Taxes saved by the discount, in minor units.
    pub discount_taxes: i64,
    /// Taxes saved by the credit, in minor units.
    pub credit_taxes: i64,
    /// Minor units, before discount and credit.
    pub subtotal: i64,
    /// Minor units.
    pub taxes: i64,
    /// `paid`, `partially_refunded`, `refunded` or `voided`.
    pub state: &'static str,
    pub trans_record_id: String,
    pub order_number: String,
    pub purchased_products: Vec<PurchasedProduct>,
}

/// Units of the same product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchasedProduct {
    pub name: String,
    pub quantity: i64,
    /// Minor units before tax, discount and credit.
    pub unit_price: i64,
    /// Taxes on `unitPrice`, in minor units.
    pub unit_taxes: i64,
    pub is_gift: bool,
    pub gifted_email: Option<String>,
    /// Name of the recipient.
    pub gifted_to: Option<String>,
    pub fulfillable: bool,
    pub app_product_type: ProductType,
    /// Fulfillment status, such as `queued`, `packed` or `shipped`; null if it isn't shipped.
    pub fulfillment_state: Option<String>,
}

impl PurchasedProduct {
    /// Whether a unit of `other` is identical.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let quantity = self.quantity;
        *self
            == Self {
                quantity,
                ..other.clone()
            }
    }

    /// Whether its codes are in the buyer's wallet.
    pub(super) fn is_in_own_wallet(&self) -> bool {
        self.app_product_type.has_codes() && !self.is_gift
    }
}

/// Order in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderSummary {
    pub(super) trans_record_id: String,
    pub(super) order_number: String,
    /// `pending`, `unknown`, `flagged`, `paid`, `failed`, `partially_refunded`, `refunded` or `voided`.
    pub(super) state: String,
    /// Customer; null if the account was deleted.
    pub(super) user_id: Option<String>,
    /// Null if the account was deleted.
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
    /// Refunded part of `total`, in minor units.
    pub(super) given_back: i64,
    /// Part refunded to new gift cards, in minor units.
    pub(super) refunded_to_gift_cards: i64,
    /// Reasons of its refunds, oldest first.
    pub(super) refund_reasons: Vec<RefundReason>,
    /// Part of `total` charged back and not returned, in minor units.
    pub(super) disputed: i64,
    pub(super) currency: String,
    /// Authorization code or decline reason.
    pub(super) code: String,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) settled_at: Option<Timestamp>,
}

/// Ordered product, with its name at purchase.
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
