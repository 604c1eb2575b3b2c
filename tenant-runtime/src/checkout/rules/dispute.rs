//! Disputable part of a charge, and the refunds a dispute blocks (docs/RULES.md#disputes). Pure.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::entries;
use crate::fields::{Checked, FieldErrors, Notes};

/// Dispute status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::checkout) enum DisputeState {
    /// The bank took the money and is waiting for a response or deciding.
    Open,
    /// The bank returned the money.
    Won,
    /// The bank decided in favor of the customer.
    Lost,
    /// The merchant didn't respond.
    Accepted,
}

/// Outcome of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::checkout) enum DisputeOutcome {
    /// The bank returned the money.
    Won,
    /// The bank decided in favor of the customer.
    Lost,
    /// The merchant didn't respond.
    Accepted,
}

impl DisputeOutcome {
    pub(in crate::checkout) const fn state(self) -> DisputeState {
        match self {
            Self::Won => DisputeState::Won,
            Self::Lost => DisputeState::Lost,
            Self::Accepted => DisputeState::Accepted,
        }
    }
}

/// Dispute reason, as reported by the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::checkout) enum DisputeReason {
    /// The cardholder didn't authorize the payment.
    Fraud,
    NotReceived,
    NotAsDescribed,
    /// Charged twice for the same purchase.
    Duplicate,
    CancelledSubscription,
    Other,
}

/// A dispute.
#[derive(Clone, Debug)]
pub(in crate::checkout) struct Dispute {
    pub(in crate::checkout) id: i64,
    pub(in crate::checkout) order_id: i64,
    pub(in crate::checkout) state: DisputeState,
    /// Minor units.
    pub(in crate::checkout) amount: i64,
    pub(in crate::checkout) reason: DisputeReason,
    /// The processor's case number, if known.
    pub(in crate::checkout) case_number: Option<String>,
    /// Last day to respond to the bank.
    pub(in crate::checkout) respond_by: Date,
    /// Whether the order's codes are voided because of it.
    pub(in crate::checkout) took_back: bool,
    /// Actor, as in the audit log.
    pub(in crate::checkout) recorded_by: String,
    pub(in crate::checkout) created_at: Timestamp,
    pub(in crate::checkout) settled_at: Option<Timestamp>,
}

/// Amounts of an order, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::checkout) struct Standing {
    /// Charged amount.
    pub(in crate::checkout) paid: i64,
    /// Amount refunded or being refunded.
    pub(in crate::checkout) given_back: i64,
    /// Amount refunded to gift cards, or about to be. The bank can still charge it back.
    pub(in crate::checkout) on_gift_cards: i64,
    /// Amount charged back and not returned.
    pub(in crate::checkout) disputed: i64,
}

impl Standing {
    /// Amount that can still be disputed.
    pub(in crate::checkout) const fn left(self) -> i64 {
        self.paid - self.given_back - self.disputed
    }
}

/// Reason why a dispute can't be recorded or settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Refusal {
    /// Nothing was charged, or everything is refunded or disputed.
    NothingLeft,
    /// More than the remaining amount.
    TooMuch,
    /// Another dispute of the order is open.
    OpenAlready,
    /// Already settled.
    Settled,
}

/// Validated input of a dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Entered {
    pub(in crate::checkout) amount: i64,
    pub(in crate::checkout) reason: DisputeReason,
    pub(in crate::checkout) case_number: Option<String>,
    pub(in crate::checkout) respond_by: Date,
    pub(in crate::checkout) takes_back: bool,
}

impl Entered {
    /// Cleans and validates the entries. `placed`: date of the order.
    ///
    /// # Errors
    /// A message for each invalid field.
    pub(in crate::checkout) fn checked(mut self, placed: Date, today: Date) -> Result<Self, FieldErrors> {
        let mut notes = Notes::default();
        notes.take("amount", positive(self.amount));
        notes.take("respondBy", day(self.respond_by, placed, today));
        self.case_number = notes.take("caseNumber", entries::case_number(self.case_number.as_deref()));
        notes.into_result(self)
    }
}

fn positive(amount: i64) -> Checked<()> {
    if amount > 0 {
        Ok(())
    } else {
        Err("Enter the disputed amount.")
    }
}

/// Letters arrive late, but banks respond within a year.
fn day(day: Date, placed: Date, today: Date) -> Checked<()> {
    if day < placed {
        Err("Enter a date on or after the order date.")
    } else if day > today.saturating_add(1.year()) {
        Err("Enter a date within the next year.")
    } else {
        Ok(())
    }
}

/// Whether `amount` can be disputed.
///
/// # Errors
/// The reason why not.
pub(in crate::checkout) fn may_open(amount: i64, standing: Standing, is_open: bool) -> Result<(), Refusal> {
    if is_open {
        Err(Refusal::OpenAlready)
    } else if standing.left() <= 0 {
        Err(Refusal::NothingLeft)
    } else if amount > standing.left() {
        Err(Refusal::TooMuch)
    } else {
        Ok(())
    }
}

/// Whether an order's items may be voided because of a dispute in this state.
///
/// # Errors
/// The reason why not.
pub(in crate::checkout) const fn may_take_back(state: DisputeState) -> Result<(), Refusal> {
    match state {
        DisputeState::Open | DisputeState::Lost | DisputeState::Accepted => Ok(()),
        DisputeState::Won => Err(Refusal::Settled),
    }
}

/// Maximum refund that pays no money that a bank has already taken; `None`: nothing is disputed.
pub(in crate::checkout) fn undisputed(standing: Standing) -> Option<i64> {
    (standing.disputed > 0).then(|| (standing.left() - standing.on_gift_cards).max(0))
}

/// Whether a refund of `amount` would pay money that a bank has already taken, so that it would be paid twice.
pub(in crate::checkout) fn pays_twice(amount: i64, standing: Standing) -> bool {
    undisputed(standing).is_some_and(|most| amount > most)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const STANDING: Standing = Standing {
        paid: 1000,
        given_back: 300,
        on_gift_cards: 0,
        disputed: 0,
    };

    #[test]
    fn disputes_never_exceed_the_remaining_amount() {
        assert_eq!(may_open(700, STANDING, false), Ok(()));
        assert_eq!(may_open(701, STANDING, false), Err(Refusal::TooMuch));
        assert_eq!(may_open(1, STANDING, true), Err(Refusal::OpenAlready));
        let gone = Standing {
            disputed: 700,
            ..STANDING
        };
        assert_eq!(may_open(1, gone, false), Err(Refusal::NothingLeft));
        assert_eq!(may_open(1, Standing::default(), false), Err(Refusal::NothingLeft));
    }

    #[test]
    fn charged_back_amount_is_not_refundable() {
        assert!(!pays_twice(1000, STANDING), "refunds have rules of their own");
        let disputed = Standing {
            disputed: 400,
            ..STANDING
        };
        assert!(!pays_twice(300, disputed));
        assert!(pays_twice(301, disputed));
        let on_gift_cards = Standing {
            on_gift_cards: 100,
            ..disputed
        };
        assert_eq!(may_open(300, on_gift_cards, false), Ok(()));
        assert!(!pays_twice(200, on_gift_cards) && pays_twice(201, on_gift_cards));
    }

    #[test]
    fn disputed_items_stay_with_their_buyer_unless_voided() {
        use DisputeState::{Accepted, Lost, Open, Won};
        assert!(
            [Open, Lost, Accepted]
                .into_iter()
                .all(|state| may_take_back(state).is_ok())
        );
        assert_eq!(may_take_back(Won), Err(Refusal::Settled));
    }

    #[test]
    fn every_invalid_field_is_named() {
        let entered = Entered {
            amount: 0,
            reason: DisputeReason::Fraud,
            case_number: Some("x".repeat(101)),
            respond_by: date(2026, 1, 1),
            takes_back: false,
        };
        let (placed, today) = (date(2026, 2, 1), date(2026, 3, 1));
        let errors = entered.clone().checked(placed, today).unwrap_err();
        let fields: Vec<&str> = errors.keys().map(AsRef::as_ref).collect();
        assert_eq!(fields, ["amount", "caseNumber", "respondBy"]);
        let clean = Entered {
            amount: 1,
            case_number: Some("  CB 7\t8 ".to_owned()),
            respond_by: date(2027, 3, 1),
            ..entered
        };
        assert_eq!(
            clean.clone().checked(placed, today).unwrap().case_number.as_deref(),
            Some("CB 7 8")
        );
        let far = Entered {
            respond_by: date(2027, 3, 2),
            ..clean
        };
        assert!(far.checked(placed, today).is_err());
    }
}
