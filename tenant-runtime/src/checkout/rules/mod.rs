//! Orders and their states. Pure.

pub(super) mod cart;
pub(super) mod discount;
pub(super) mod dispute;
pub(super) mod entries;
pub(super) mod machine;
pub(super) mod part;
pub(super) mod price;
pub(super) mod refund;
pub(super) mod reversal;
pub(super) mod shipment;

use std::fmt;

use data_encoding::HEXLOWER;
use jiff::{SignedDuration, Timestamp};
use platform::random::Random;
use sha2::{Digest as _, Sha256};
use strum::{EnumString, IntoStaticStr};

use super::wire::OrderResult;
use crate::language::Locale;
use crate::payments::processor::{Decline, Initiator};

/// Failure reason of an order whose approved payment is reversed by staff.
pub(super) const TAKEN_BACK: &str = "taken_back";

/// Maximum units per order.
pub(super) const MAX_UNITS: usize = 50;

/// When an unsettled payment is looked up: after the timeouts of all adapters.
pub(super) const SWEEP_AFTER: SignedDuration = SignedDuration::from_secs(60);

/// Within this time, an identical body without a key is the same order (docs/RULES.md#orders).
pub(super) const SAME_BODY_WITHIN: SignedDuration = SignedDuration::from_secs(10);

/// Message for customers if the payment processor is unreachable.
pub(super) const UNREACHABLE: &str =
    "We can't reach the payment processor right now. Nothing was charged. Try again in a moment.";

/// Channel of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Origin {
    /// By its customer, on the web or in the app.
    Shop,
    /// Automatically, for the next month of a club.
    Renewal,
    /// By its customer, with a token scanned by a kiosk.
    Kiosk,
}

/// Actor of a change to a placed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Actor {
    /// A staff member, by user ID.
    Staff(i64),
    /// Suds itself.
    System,
}

impl Actor {
    /// Rejects refunds and settlements of the staff member's own order.
    ///
    /// # Errors
    /// The order is the staff member's own.
    pub(super) fn may_move_money_of(self, order: &Order) -> Result<(), OwnOrder> {
        if self == Self::Staff(order.customer_id) {
            return Err(OwnOrder);
        }
        Ok(())
    }
}

/// Actor, as in the audit log.
impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Staff(id) => write!(f, "customer:{id}"),
            Self::System => f.write_str("system"),
        }
    }
}

/// Staff can't move money for their own orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OwnOrder;

/// A kiosk's item, under the kiosk's name for it.
#[derive(Clone, Debug)]
pub struct KioskLine {
    pub name: String,
    /// Minor units, net.
    pub price: i64,
    /// Minor units.
    pub taxes: i64,
}

/// Order status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum OrderState {
    /// Recorded; its payment is in progress.
    Pending,
    /// It is unknown whether its payment succeeded.
    Unknown,
    /// Staff must settle it. It no longer blocks the customer.
    Flagged,
    Paid,
    Failed,
    PartiallyRefunded,
    Refunded,
    Voided,
}

impl Origin {
    /// Parses a stored text.
    pub(super) fn parse(text: &str) -> Self {
        text.parse().unwrap_or(Self::Shop)
    }

    /// Initiator of the charge, for the card networks.
    pub(super) const fn initiator(self) -> Initiator {
        match self {
            Self::Shop | Self::Kiosk => Initiator::Customer,
            Self::Renewal => Initiator::Recurring,
        }
    }
}

impl OrderState {
    /// Parses a stored text. Staff must handle values unknown to this build.
    pub(super) fn parse(text: &str) -> Self {
        text.parse().unwrap_or(Self::Flagged)
    }

    /// Whether the payment isn't settled yet.
    pub(super) const fn is_unsettled(self) -> bool {
        matches!(self, Self::Pending | Self::Unknown | Self::Flagged)
    }

    /// Whether part of it can still be refunded.
    pub(super) const fn is_paid(self) -> bool {
        matches!(self, Self::Paid | Self::PartiallyRefunded)
    }

    /// Whether nothing is sold with it, regardless of its payment.
    pub(super) const fn has_failed(self) -> bool {
        matches!(self, Self::Failed)
    }

    /// Whether it was paid, regardless of later refunds.
    pub(super) const fn was_paid(self) -> bool {
        matches!(
            self,
            Self::Paid | Self::PartiallyRefunded | Self::Refunded | Self::Voided
        )
    }
}

/// Order, as its customer sees it.
#[derive(Clone, Debug)]
pub struct Order {
    pub(super) id: i64,
    pub(super) trans_record_id: String,
    pub(super) customer_id: i64,
    pub(super) origin: Origin,
    pub(super) state: OrderState,
    /// Minor units.
    pub(super) total: i64,
    /// Authorization code or decline reason.
    pub(super) code: String,
    /// Location of the order. `None` for orders placed elsewhere.
    pub(super) location_id: Option<i64>,
    pub(super) created_at: Timestamp,
    /// When its payment was settled. `None`: not yet.
    pub(super) settled_at: Option<Timestamp>,
    /// The wallet item whose discount was applied.
    pub(super) discount_item_id: Option<i64>,
}

impl Order {
    /// Whether the request that placed it is still waiting for the processor.
    pub(super) fn is_under_way(&self, now: Timestamp) -> bool {
        self.state == OrderState::Pending && now.duration_since(self.created_at) < SWEEP_AFTER
    }

    /// Whether staff can record the outcome of its payment: while it is unknown and no request is about to resolve it.
    /// The customer waits for an email.
    pub(super) fn waits_for_a_person(&self, now: Timestamp) -> bool {
        self.state.is_unsettled() && !self.is_under_way(now)
    }

    pub(super) fn number(&self) -> String {
        order_number(self.id)
    }

    /// Response of POST and GET `/orders`.
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

/// A new `transRecordId`: an order's name in addresses and to clients.
pub(super) fn new_record_id(random: &dyn Random) -> String {
    random.string("0123456789abcdefghjkmnpqrstvwxyz", 20)
}

const FIRST_NUMBER: i64 = 100_000;

/// The order with this order number.
pub(super) fn order_id(number: &str) -> Option<i64> {
    let number: i64 = number.parse().ok()?;
    (number > FIRST_NUMBER).then(|| number - FIRST_NUMBER)
}

/// Order number. Numbers start high enough to look like one.
pub(super) fn order_number(id: i64) -> String {
    (FIRST_NUMBER + id).to_string()
}

/// Identifies the text of the club's terms: equal texts have the same version.
pub fn terms_version(body: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(body.as_bytes())[..16])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

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

    #[test]
    fn states_round_trip() {
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
    fn order_number_resolves_to_its_order() {
        assert_eq!(order_id(&order_number(1)), Some(1));
        for other in ["100000", "7", "-100001", "x", ""] {
            assert_eq!(order_id(other), None, "{other}");
        }
    }

    #[test]
    fn unsettled_order_never_reads_as_failed() {
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
