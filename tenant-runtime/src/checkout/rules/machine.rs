//! State machine of every charge and reversal: `Intent` → `Asked` → settled (docs/PAYMENTS.md#charges-and-reversals).
//! Pure.
//!
//! An intent is durable before the processor is called. Everything learned afterward, from the processor, a lookup or a
//! person, is [`News`]; only [`next`] decides what follows from it.

use jiff::{SignedDuration, Timestamp};
use strum::{IntoStaticStr, VariantArray};

use super::reversal::{Kind, Reversal, ReversalState};
use super::{Order, OrderState};
use crate::checkout::actor::Actor;
use crate::payments::PaymentState;
use crate::payments::processor::{Approval, Decline, Found, Outcome};

/// From when on "not found" means that nothing was done: before, the request may still be on its way (docs/RULES.md#orders).
const NOT_FOUND_COUNTS_AFTER: SignedDuration = SignedDuration::from_mins(3);

/// Time for which a charge not found by lookups is searched for.
const SEARCHED_FOR: SignedDuration = SignedDuration::from_hours(24 * 4);

/// Lookup interval while the customer waits.
const OFTEN: SignedDuration = SignedDuration::from_secs(30);

/// For how long the customer does.
const AT_THE_SCREEN: SignedDuration = SignedDuration::from_mins(10);

/// Lookup interval afterward: within the five minutes after an outage in which the backlog must drain
/// (docs/RULES.md#promises, 4).
const SELDOM: SignedDuration = SignedDuration::from_mins(4);

/// Interval of reminders, and of searches for a charge that wasn't found.
const HOURLY: SignedDuration = SignedDuration::from_hours(1);

/// When an unsettled order stops blocking its customer.
const BLOCKS_FOR: SignedDuration = SignedDuration::from_hours(24);

/// The money that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(in crate::checkout) enum Movement {
    /// From the customer, for an order of any origin.
    Charge,
    /// Part of a charge back to the customer. It is never sent twice: the processor would pay twice.
    PartialRefund,
    /// All of a charge back to the customer. The processor refuses a second one.
    WholeRefund,
    /// Reversal of the rest of a charge initiated by Suds: nothing is sold for it, or its kiosk canceled it. It must
    /// succeed.
    Correction,
}

/// Stage of a charge or reversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(in crate::checkout) enum Stage {
    /// Written down. Unless its process ended, the processor is being asked.
    Intent,
    /// The processor was asked, and the outcome is unknown.
    Asked,
    Approved,
    Declined,
    /// No look-up found it. A charge is searched for once more, since it may still be approved.
    NotFound,
}

/// Input about a charge or reversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(in crate::checkout) enum News {
    Approved,
    Declined,
    /// No connection could be made, so nothing was sent.
    NotSent,
    /// The answer was lost, or the process ended before it came.
    Lost,
    /// A look-up did not find it.
    Absent,
    /// A look-up was not answered.
    NoAnswer,
    /// The processor has no look-up for it.
    NoLookUp,
    /// A look-up found another amount.
    OtherAmount,
    /// A person found it approved.
    FoundApproved,
    /// A person found that it was not made.
    FoundMissing,
    /// A person found a charge approved for which nothing is to be sold.
    FoundUnsold,
}

/// Age of the intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(in crate::checkout) enum Age {
    /// It may still be on its way.
    Young,
    Grown,
    /// It is not searched for any longer.
    Old,
}

/// Action to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
pub(in crate::checkout) enum Act {
    /// Write the new stage, and all that follows from it.
    Settle,
    /// Book an approval for which nothing is sold, and begin its correction.
    Correct,
    /// Ask the processor to do it.
    Send,
    /// Look it up later.
    Wait,
    /// Same, and notify staff that only they can determine the outcome.
    Review,
    /// Nothing, ever.
    Rest,
}

/// The table: the stage that follows from news, and what is to be done.
pub(in crate::checkout) const fn next(movement: Movement, stage: Stage, news: News, age: Age) -> (Stage, Act) {
    match (movement, stage) {
        // One approval is settled once.
        (_, Stage::Approved) => (stage, Act::Rest),
        (Movement::Charge, Stage::Intent | Stage::Asked) => open_charge(news, age),
        (Movement::Charge, Stage::Declined | Stage::NotFound) => failed_charge(stage, news, age),
        (_, Stage::Intent | Stage::Asked) => open_reversal(movement, stage, news, age),
        (_, Stage::Declined | Stage::NotFound) => match news {
            // The codes are in use again, and the money has left.
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
        // Whether the refusal is of the first request or of its repetition is not known.
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
        // Said of charges only.
        (News::FoundUnsold, _) => (stage, Act::Rest),
    }
}

impl Movement {
    /// Of a reversal of a charge of `charged` minor units. `must_succeed`: whether it corrects the charge.
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
    /// Of the charge of an order, by its payment; `None`: there was nothing to pay.
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

/// The outcome that a look-up proves; that of one that found nothing counts only where the table settles with it.
fn outcome_of(found: Found) -> Outcome {
    match found {
        Found::Approved(approval) => Outcome::Approved(approval),
        Found::Declined(decline) => Outcome::Declined(decline),
        Found::Nothing => Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED)),
        Found::OtherAmount(..) | Found::NoAnswer(_) | Found::NoLookUp => Outcome::Unknown("no lookup".to_owned()),
    }
}

/// News of a charge or reversal.
#[derive(Clone, Debug)]
pub(in crate::checkout) struct Heard {
    pub(in crate::checkout) news: News,
    pub(in crate::checkout) outcome: Outcome,
    /// Minor units of an approval for which nothing is to be sold.
    pub(in crate::checkout) unsold: Option<i64>,
    /// Staff member who found it in the processor's dashboard.
    pub(in crate::checkout) actor: Option<Actor>,
}

impl Heard {
    /// The processor's own answer.
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
            // As if a look-up had found nothing: where there are look-ups, a late approval is reversed.
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

/// The retry policy: what becomes of what stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Pause {
    /// Whether staff are notified now.
    pub(in crate::checkout) told: bool,
    /// When it is looked up again.
    pub(in crate::checkout) until: Timestamp,
}

/// The pause after `act` ([`Act::Wait`] or [`Act::Review`]) about something open that was written down at `written_at`.
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
        // Once an hour, for what is looked up every four minutes.
        told: age >= BLOCKS_FOR && age.as_secs() % HOURLY.as_secs() < SELDOM.as_secs(),
        until: now + if age < AT_THE_SCREEN { OFTEN } else { SELDOM },
    }
}

/// The pause in the search for a charge that was not found.
pub(in crate::checkout) fn search_pause(act: Act, news: News, now: Timestamp) -> Pause {
    Pause {
        told: act == Act::Review,
        // A processor that does not answer is asked again sooner.
        until: now
            + if act == Act::Wait && news == News::NoAnswer {
                SELDOM
            } else {
                HOURLY
            },
    }
}

/// The state of an open order: after a day a person sees to it, and it no longer blocks its customer.
pub(in crate::checkout) fn open_state(created_at: Timestamp, now: Timestamp) -> OrderState {
    if now.duration_since(created_at) < BLOCKS_FOR {
        OrderState::Unknown
    } else {
        OrderState::Flagged
    }
}

#[cfg(test)]
mod tests;
