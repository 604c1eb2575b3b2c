//! What is decided about cards and payments without asking anyone.

use jiff::{SignedDuration, Timestamp};
use platform::quota::Quota;

use super::processor::{Decline, Found, Outcome};

/// How long a card form may be open (domain.md, section 1.1).
pub(super) const SETUP_LIFETIME: SignedDuration = SignedDuration::from_mins(15);

/// How many card forms a customer may open (quality.md, "Controls").
pub(super) const SETUPS: Quota = Quota {
    name: "payments.setups",
    count: 5,
    per: SignedDuration::from_hours(1),
};

/// From when on "not found" means that a charge was not made: before, it may still be on its way (domain.md, section 3.1).
pub(super) const NOT_FOUND_COUNTS_AFTER: SignedDuration = SignedDuration::from_mins(3);

/// After which time a charge that no look-up settles is left to a person (domain.md, section 3.1).
pub(super) const LEFT_TO_A_PERSON_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// Where a payment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentState {
    /// Written before the processor is called. After a crash it is as good as `Unknown`.
    Initiated,
    Approved,
    Declined,
    Unknown,
    Voided,
    Refunded,
}

impl PaymentState {
    pub const fn text(self) -> &'static str {
        match self {
            Self::Initiated => "initiated",
            Self::Approved => "approved",
            Self::Declined => "declined",
            Self::Unknown => "unknown",
            Self::Voided => "voided",
            Self::Refunded => "refunded",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [
            Self::Initiated,
            Self::Approved,
            Self::Declined,
            Self::Unknown,
            Self::Voided,
            Self::Refunded,
        ]
        .into_iter()
        .find(|state| state.text() == text)
    }

    /// The state after `outcome` of the charge; `None` when the charge was settled before, so that the outcome is late or
    /// repeated and changes nothing.
    pub fn after_charge(self, outcome: &Outcome) -> Option<Self> {
        match (self, outcome) {
            (Self::Initiated | Self::Unknown, Outcome::Approved(_)) => Some(Self::Approved),
            (Self::Initiated | Self::Unknown, Outcome::Declined(_)) => Some(Self::Declined),
            (Self::Initiated | Self::Unknown, Outcome::Unknown(_)) => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// What a look-up means for a charge whose outcome is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// It is known now.
    Settled(Outcome),
    /// Ask again later.
    Wait,
    /// No look-up has told for a day: a person must.
    LeftToAPerson,
}

/// Weighs a look-up made at `now` of a charge sent at `sent_at`.
pub(super) fn resolve(found: Found, sent_at: Timestamp, now: Timestamp) -> Resolution {
    let age = now.duration_since(sent_at);
    match found {
        Found::Approved(approval) => Resolution::Settled(Outcome::Approved(approval)),
        Found::Declined(decline) => Resolution::Settled(Outcome::Declined(decline)),
        Found::Nothing if age >= NOT_FOUND_COUNTS_AFTER => {
            Resolution::Settled(Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED)))
        }
        Found::NoAnswer(_) if age >= LEFT_TO_A_PERSON_AFTER => Resolution::LeftToAPerson,
        Found::Nothing | Found::NoAnswer(_) => Resolution::Wait,
    }
}

/// The number as it is shown: everything hidden but the last four.
pub(super) fn masked(last_four: &str) -> String {
    format!("**** **** **** {last_four}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::processor::Approval;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_900_000_000 + second).unwrap()
    }

    fn approval() -> Approval {
        Approval {
            transaction: "1-0_1".to_owned(),
            code: "T1".to_owned(),
        }
    }

    #[test]
    fn a_charge_settles_once() {
        use PaymentState::{Approved, Declined, Initiated, Refunded, Unknown, Voided};
        let approved = Outcome::Approved(approval());
        let declined = Outcome::Declined(Decline::soft("481"));
        let unknown = Outcome::Unknown("time-out".to_owned());
        for open in [Initiated, Unknown] {
            assert_eq!(open.after_charge(&approved), Some(Approved));
            assert_eq!(open.after_charge(&declined), Some(Declined));
            assert_eq!(open.after_charge(&unknown), Some(Unknown));
        }
        for settled in [Approved, Declined, Voided, Refunded] {
            for outcome in [&approved, &declined, &unknown] {
                assert_eq!(settled.after_charge(outcome), None, "{settled:?} {outcome:?}");
            }
        }
    }

    #[test]
    fn states_are_written_and_read() {
        use PaymentState::{Approved, Declined, Initiated, Refunded, Unknown, Voided};
        for state in [Initiated, Approved, Declined, Unknown, Voided, Refunded] {
            assert_eq!(PaymentState::parse(state.text()), Some(state));
        }
        assert_eq!(PaymentState::parse("other"), None);
    }

    #[test]
    fn not_found_counts_three_minutes_after_the_send() {
        assert_eq!(resolve(Found::Nothing, at(0), at(179)), Resolution::Wait);
        let declined = Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED));
        assert_eq!(resolve(Found::Nothing, at(0), at(180)), Resolution::Settled(declined));
    }

    #[test]
    fn an_answer_settles_at_once() {
        let settled = Resolution::Settled(Outcome::Approved(approval()));
        assert_eq!(resolve(Found::Approved(approval()), at(0), at(1)), settled);
        let settled = Resolution::Settled(Outcome::Declined(Decline::hard("479")));
        assert_eq!(resolve(Found::Declined(Decline::hard("479")), at(0), at(1)), settled);
    }

    #[test]
    fn silence_is_left_to_a_person_after_a_day() {
        let silence = || Found::NoAnswer("connection refused".to_owned());
        assert_eq!(resolve(silence(), at(0), at(86_399)), Resolution::Wait);
        assert_eq!(resolve(silence(), at(0), at(86_400)), Resolution::LeftToAPerson);
        // A clock that was set back makes nothing final.
        assert_eq!(resolve(Found::Nothing, at(500), at(0)), Resolution::Wait);
    }
}
