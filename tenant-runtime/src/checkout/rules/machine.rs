//! State machine of every charge and reversal: `Intent` → `Asked` → settled (docs/PAYMENTS.md#charges-and-reversals).
//! Pure.
//!
//! An intent is durable before the processor is called. Everything learned afterward, from the processor, a lookup or a
//! person, is [`News`]; only [`next`] decides what follows from it.

use jiff::{SignedDuration, Timestamp};
use strum::{IntoStaticStr, VariantArray};

use super::reversal::{Kind, Reversal, ReversalState};
use super::{Actor, Order, OrderState};
use crate::payments::PaymentState;
use crate::payments::processor::{Approval, Decline, Found, Outcome};

/// From this age, "not found" means that nothing happened. Before, the request may still be on its way
/// (docs/RULES.md#orders).
const NOT_FOUND_COUNTS_AFTER: SignedDuration = SignedDuration::from_mins(3);

/// Time for which a charge not found by lookups is searched for.
const SEARCHED_FOR: SignedDuration = SignedDuration::from_hours(24 * 4);

/// Lookup interval while the customer waits.
const OFTEN: SignedDuration = SignedDuration::from_secs(30);

/// Maximum wait of the customer.
const AT_THE_SCREEN: SignedDuration = SignedDuration::from_mins(10);

/// Lookup interval afterward: within the five minutes after an outage in which the backlog must drain
/// (docs/RULES.md#promises, 4).
const SELDOM: SignedDuration = SignedDuration::from_mins(4);

/// Interval of reminders, and of searches for a charge that wasn't found.
const HOURLY: SignedDuration = SignedDuration::from_hours(1);

/// When an unsettled order stops blocking its customer.
const BLOCKS_FOR: SignedDuration = SignedDuration::from_hours(24);

/// Movement of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(in crate::checkout) enum Movement {
    /// From the customer, for any order.
    Charge,
    /// Part of a charge, back to the customer. It is never sent twice, because the processor would pay twice.
    PartialRefund,
    /// A whole charge, back to the customer. The processor rejects a second one.
    WholeRefund,
    /// Reversal of the rest of a charge initiated by Suds: nothing is sold for it, or its kiosk canceled it. It must
    /// succeed.
    Correction,
}

/// Stage of a charge or reversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(in crate::checkout) enum Stage {
    /// Recorded. Unless the process crashed, the request to the processor is in progress.
    Intent,
    /// The processor was asked. The outcome is unknown.
    Asked,
    Approved,
    Declined,
    /// Lookups didn't find it. A charge is searched for again, because it may still be approved.
    NotFound,
}

/// Input about a charge or reversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(in crate::checkout) enum News {
    Approved,
    Declined,
    /// The connection failed, so nothing was sent.
    NotSent,
    /// The response was lost, or the process crashed before it arrived.
    Lost,
    /// A lookup didn't find it.
    Absent,
    /// A lookup got no response.
    NoAnswer,
    /// The processor has no lookup for it.
    NoLookUp,
    /// A lookup found another amount.
    OtherAmount,
    /// Staff found it approved.
    FoundApproved,
    /// Staff found that it doesn't exist.
    FoundMissing,
    /// Staff found an approved charge without a sale.
    FoundUnsold,
}

/// Age of the intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(in crate::checkout) enum Age {
    /// The request may still be in transit.
    Young,
    Grown,
    /// It is no longer searched for.
    Old,
}

/// Action to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
pub(in crate::checkout) enum Act {
    /// Record the new stage and everything that follows from it.
    Settle,
    /// Book an approval for which nothing is sold, and start its correction.
    Correct,
    /// Send it to the processor.
    Send,
    /// Look it up later.
    Wait,
    /// Same, and notify staff that only they can determine the outcome.
    Review,
    /// Nothing more to do.
    Rest,
}

/// The transition table: next stage and action for each event.
pub(in crate::checkout) const fn next(movement: Movement, stage: Stage, news: News, age: Age) -> (Stage, Act) {
    match (movement, stage) {
        // An approval is settled once.
        (_, Stage::Approved) => (stage, Act::Rest),
        (Movement::Charge, Stage::Intent | Stage::Asked) => open_charge(news, age),
        (Movement::Charge, Stage::Declined | Stage::NotFound) => failed_charge(stage, news, age),
        (_, Stage::Intent | Stage::Asked) => open_reversal(movement, stage, news, age),
        (_, Stage::Declined | Stage::NotFound) => match news {
            // The codes work again, and the money is gone.
            News::Approved => (stage, Act::Review),
            _ => (stage, Act::Rest),
        },
    }
}

const fn open_charge(news: News, age: Age) -> (Stage, Act) {
    match (news, age) {
        (News::Approved | News::FoundApproved, _) => (Stage::Approved, Act::Settle),
        (News::Declined | News::NotSent, _) => (Stage::Declined, Act::Settle),
        (News::FoundMissing, _) | (News::Absent, Age::Grown | Age::Old) => (Stage::NotFound, Act::Settle),
        (News::FoundUnsold, _) => (Stage::Declined, Act::Correct),
        (News::Lost, _) => (Stage::Asked, Act::Settle),
        (News::Absent, Age::Young) | (News::NoAnswer, _) => (Stage::Asked, Act::Wait),
        (News::NoLookUp | News::OtherAmount, _) => (Stage::Asked, Act::Review),
    }
}

/// Nothing is sold for it in any case, so an approval is reversed.
const fn failed_charge(stage: Stage, news: News, age: Age) -> (Stage, Act) {
    match (stage, news, age) {
        (_, News::Approved | News::FoundUnsold, _) => (Stage::Declined, Act::Correct),
        (Stage::NotFound, News::Absent | News::NoAnswer, Age::Young | Age::Grown) => (stage, Act::Wait),
        (Stage::NotFound, News::NoAnswer, Age::Old) | (Stage::NotFound, News::OtherAmount, Age::Young | Age::Grown) => {
            (stage, Act::Review)
        }
        _ => (stage, Act::Rest),
    }
}

const fn open_reversal(movement: Movement, stage: Stage, news: News, age: Age) -> (Stage, Act) {
    match (news, movement) {
        (News::Approved | News::FoundApproved, _) => (Stage::Approved, Act::Settle),
        (News::FoundMissing, _) => (Stage::Declined, Act::Settle),
        (News::NotSent, Movement::Correction) => (stage, Act::Wait),
        (News::Declined, Movement::Correction) => (Stage::Asked, Act::Review),
        // It is unknown whether the first request or its repetition was rejected.
        (News::Declined, Movement::WholeRefund) if matches!(stage, Stage::Asked) => (stage, Act::Review),
        (News::NotSent, Movement::WholeRefund) if matches!(stage, Stage::Asked) => (stage, Act::Wait),
        (News::Declined | News::NotSent, _) => (Stage::Declined, Act::Settle),
        (News::Absent, _) if matches!(age, Age::Young) => (Stage::Asked, Act::Wait),
        (News::Absent, Movement::PartialRefund | Movement::Charge) => (Stage::NotFound, Act::Settle),
        (News::Absent, Movement::WholeRefund | Movement::Correction) | (News::NoLookUp, Movement::Correction) => {
            (Stage::Asked, Act::Send)
        }
        (News::Lost | News::NoAnswer, _) => (Stage::Asked, Act::Wait),
        (News::NoLookUp | News::OtherAmount, _) => (Stage::Asked, Act::Review),
        // Only for charges.
        (News::FoundUnsold, _) => (stage, Act::Rest),
    }
}

impl Movement {
    /// For a reversal of a charge of `charged` minor units. `must_succeed`: whether it corrects the charge.
    pub(in crate::checkout) fn of(reversal: &Reversal, charged: i64, must_succeed: bool) -> Self {
        if must_succeed {
            Self::Correction
        } else if reversal.kind == Kind::Void || reversal.amount >= charged {
            Self::WholeRefund
        } else {
            Self::PartialRefund
        }
    }
}

impl Stage {
    /// For the charge of an order. `None`: there was nothing to pay.
    pub(in crate::checkout) fn of_charge(order: &Order, payment: Option<PaymentState>) -> Self {
        match order.state {
            OrderState::Pending => Self::Intent,
            OrderState::Unknown | OrderState::Flagged => Self::Asked,
            OrderState::Failed => match payment {
                Some(PaymentState::Approved | PaymentState::Voided | PaymentState::Refunded) => Self::Approved,
                _ if order.code == Decline::NOT_PROCESSED => Self::NotFound,
                _ => Self::Declined,
            },
            _ => Self::Approved,
        }
    }

    pub(in crate::checkout) fn of_reversal(state: ReversalState, code: &str) -> Self {
        match state {
            ReversalState::Initiated => Self::Intent,
            ReversalState::Unknown => Self::Asked,
            ReversalState::Done => Self::Approved,
            ReversalState::Declined if code == Decline::NOT_PROCESSED => Self::NotFound,
            ReversalState::Declined => Self::Declined,
        }
    }
}

impl From<&Outcome> for News {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Approved(_) => Self::Approved,
            Outcome::Declined(decline) if decline.code == Decline::UNREACHABLE => Self::NotSent,
            Outcome::Declined(_) => Self::Declined,
            Outcome::Unknown(_) => Self::Lost,
        }
    }
}

impl From<&Found> for News {
    fn from(found: &Found) -> Self {
        match found {
            Found::Approved(_) => Self::Approved,
            Found::Declined(_) => Self::Declined,
            Found::OtherAmount(..) => Self::OtherAmount,
            Found::Nothing => Self::Absent,
            Found::NoAnswer(_) => Self::NoAnswer,
            Found::NoLookUp => Self::NoLookUp,
        }
    }
}

/// The outcome proven by a lookup. "Not found" counts only where the table settles with it.
fn outcome_of(found: Found) -> Outcome {
    match found {
        Found::Approved(approval) => Outcome::Approved(approval),
        Found::Declined(decline) => Outcome::Declined(decline),
        Found::Nothing => Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED)),
        Found::OtherAmount(..) | Found::NoAnswer(_) | Found::NoLookUp => Outcome::Unknown("no lookup".to_owned()),
    }
}

/// An event about a charge or reversal.
#[derive(Clone, Debug)]
pub(in crate::checkout) struct Heard {
    pub(in crate::checkout) news: News,
    pub(in crate::checkout) outcome: Outcome,
    /// Approved minor units without a sale.
    pub(in crate::checkout) unsold: Option<i64>,
    /// Staff member who found it in the processor's dashboard.
    pub(in crate::checkout) actor: Option<Actor>,
}

impl Heard {
    /// The processor's own response.
    pub(in crate::checkout) fn answer(outcome: Outcome) -> Self {
        Self {
            news: News::from(&outcome),
            outcome,
            unsold: None,
            actor: None,
        }
    }

    pub(in crate::checkout) fn look_up(found: Found) -> Self {
        Self {
            news: News::from(&found),
            outcome: outcome_of(found),
            unsold: None,
            actor: None,
        }
    }

    /// Result that `actor` found in the processor's dashboard. `unsold`: minor units of an approval to reverse.
    pub(in crate::checkout) fn person(actor: Actor, approval: Option<Approval>, unsold: Option<i64>) -> Self {
        let (news, outcome) = match (approval, unsold) {
            // As if a lookup had found nothing: with lookups, a late approval is reversed.
            (None, _) => (
                News::FoundMissing,
                Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED)),
            ),
            (Some(approval), None) => (News::FoundApproved, Outcome::Approved(approval)),
            (Some(approval), Some(_)) => (News::FoundUnsold, Outcome::Approved(approval)),
        };
        Self {
            news,
            outcome,
            unsold,
            actor: Some(actor),
        }
    }

    pub(in crate::checkout) const fn approval(&self) -> Option<&Approval> {
        match &self.outcome {
            Outcome::Approved(approval) => Some(approval),
            Outcome::Declined(_) | Outcome::Unknown(_) => None,
        }
    }
}

/// A clock that was set back makes nothing final.
pub(in crate::checkout) fn age_at(written_at: Timestamp, now: Timestamp) -> Age {
    let age = now.duration_since(written_at);
    if age < NOT_FOUND_COUNTS_AFTER {
        Age::Young
    } else if age < SEARCHED_FOR {
        Age::Grown
    } else {
        Age::Old
    }
}

/// Retry policy for open charges and reversals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Pause {
    /// Whether staff are notified now.
    pub(in crate::checkout) told: bool,
    /// When the next lookup is due.
    pub(in crate::checkout) until: Timestamp,
}

/// The pause after `act` ([`Act::Wait`] or [`Act::Review`]) for an open one recorded at `written_at`.
pub(in crate::checkout) fn pause(act: Act, written_at: Timestamp, now: Timestamp) -> Pause {
    let age = now.duration_since(written_at);
    if act == Act::Review {
        let (hour, unblocked) = (now + HOURLY, written_at + BLOCKS_FOR);
        return Pause {
            told: true,
            until: if unblocked > now { hour.min(unblocked) } else { hour },
        };
    }
    Pause {
        // Once per hour, for lookups every four minutes.
        told: age >= BLOCKS_FOR && age.as_secs() % HOURLY.as_secs() < SELDOM.as_secs(),
        until: now + if age < AT_THE_SCREEN { OFTEN } else { SELDOM },
    }
}

/// The pause before the next search for a missing charge.
pub(in crate::checkout) fn search_pause(act: Act, news: News, now: Timestamp) -> Pause {
    Pause {
        told: act == Act::Review,
        // An unresponsive processor is asked again sooner.
        until: now
            + if act == Act::Wait && news == News::NoAnswer {
                SELDOM
            } else {
                HOURLY
            },
    }
}

/// State of an open order: after a day staff handle it, and it no longer blocks its customer.
pub(in crate::checkout) fn open_state(created_at: Timestamp, now: Timestamp) -> OrderState {
    if now.duration_since(created_at) < BLOCKS_FOR {
        OrderState::Unknown
    } else {
        OrderState::Flagged
    }
}

#[cfg(test)]
mod tests;
