//! Rules for cards and payments. Pure.

use jiff::SignedDuration;
use platform::quota::Quota;
use strum::{EnumString, IntoStaticStr};

use super::processor::{Decline, DeclineKind, Outcome};
use crate::fields::Checked;

/// Lifetime of a card form (docs/RULES.md#card-forms).
pub(super) const SETUP_LIFETIME: SignedDuration = SignedDuration::from_mins(15);

/// Number of card forms a customer may open (docs/RULES.md#card-forms).
pub(super) const SETUPS: Quota = Quota {
    name: "payments.setups",
    count: 5,
    per: SignedDuration::from_hours(1),
};

/// Interval of searches for a charge not found by lookups.
pub(super) const SEARCHED_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// Delay before another attempt at an unreachable processor: within the five minutes in which a backlog must drain
/// (docs/RULES.md#promises, 6), without a limit on attempts, because an outage is no one's mistake.
pub const OUTAGE: SignedDuration = SignedDuration::from_mins(4);

/// Time for which a payment counts as refundable. No processor here documents a limit; acquirers and card networks
/// rarely accept refunds of older charges.
pub(super) const REFUNDABLE_FOR: SignedDuration = SignedDuration::from_hours(24 * 180);

/// Interval of checks whether a previous account's credentials are still needed.
pub(super) const CREDENTIALS_REVIEWED_EVERY: SignedDuration = SignedDuration::from_hours(24);

/// Time for which charges are looked up at the merchant accounts that a replaced file has used: as long as its transactions are listed.
pub(super) const ASKED_FOR: SignedDuration = SignedDuration::from_hours(24 * 60);

/// State of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum PaymentState {
    /// Recorded before the processor is called. After a crash it is equivalent to `Unknown`.
    Initiated,
    Approved,
    Declined,
    Unknown,
    Voided,
    Refunded,
}

impl PaymentState {
    /// Whether the result of the charge isn't known yet.
    pub const fn is_unsettled(self) -> bool {
        matches!(self, Self::Initiated | Self::Unknown)
    }
}

/// Effect of an outcome on an open charge. A settled charge doesn't change: the outcome is late or repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settlement<'a> {
    pub(super) state: PaymentState,
    /// Authorization code or decline reason.
    pub(super) code: &'a str,
    /// The processor's number of the charge.
    pub(super) transaction: Option<&'a str>,
    /// The card network's number.
    pub(super) network_reference: Option<&'a str>,
    pub(super) decline_kind: Option<DeclineKind>,
    /// Lookups didn't find the charge. It is searched for again, because it may still be approved.
    pub(super) given_up: bool,
}

impl<'a> Settlement<'a> {
    pub(super) fn of(outcome: &'a Outcome) -> Self {
        let open = Self {
            state: PaymentState::Unknown,
            code: "",
            transaction: None,
            network_reference: None,
            decline_kind: None,
            given_up: false,
        };
        match outcome {
            Outcome::Approved(approval) => Self {
                state: PaymentState::Approved,
                code: &approval.code,
                transaction: Some(&approval.transaction),
                network_reference: approval.network_reference.as_deref(),
                ..open
            },
            Outcome::Declined(decline) => Self {
                state: PaymentState::Declined,
                code: &decline.code,
                decline_kind: Some(decline.kind),
                given_up: decline.code == Decline::NOT_PROCESSED,
                ..open
            },
            Outcome::Unknown(_) => open,
        }
    }

    /// Whether a lookup is still possible, which needs the card's token.
    pub(super) fn keeps_token(&self) -> bool {
        self.state.is_unsettled() || self.given_up
    }
}

/// Values of the label `outcome` of `suds_charges_total`.
pub(super) const CHARGE_OUTCOMES: [&str; 5] = ["approved", "declined", "unknown", "unreachable", "not_sent"];

/// Outcome of a charge in metrics. Only banks decline.
pub(super) fn label_of(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Approved(_) => "approved",
        Outcome::Declined(decline) => match decline.code.as_str() {
            Decline::UNREACHABLE => "unreachable",
            Decline::NOT_SENT => "not_sent",
            _ => "declined",
        },
        Outcome::Unknown(_) => "unknown",
    }
}

/// A masked number that shows only the last four digits.
pub(super) fn masked(last_four: &str) -> String {
    format!("**** **** **** {last_four}")
}

/// Maximum length of a payment terminal's ID.
const LONGEST_TERMINAL_ID: usize = 64;

/// ID of a card terminal, as printed on it.
pub(super) fn terminal_id(entered: &str) -> Checked<&str> {
    let id = entered.trim();
    match id.chars().count() {
        0 => Err("Input is required."),
        1..=LONGEST_TERMINAL_ID if id.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(id),
        _ => Err("Enter up to 64 letters, digits and symbols."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::processor::Approval;

    fn approval() -> Approval {
        Approval {
            transaction: "1-0_1".to_owned(),
            code: "T1".to_owned(),
            network_reference: Some("024091002301439".to_owned()),
        }
    }

    #[test]
    fn outcome_settles_the_payment_or_leaves_it_open() {
        let approved = Outcome::Approved(approval());
        let settlement = Settlement::of(&approved);
        assert_eq!((settlement.state, settlement.code), (PaymentState::Approved, "T1"));
        assert_eq!(settlement.transaction, Some("1-0_1"));
        assert_eq!(settlement.network_reference, Some("024091002301439"));
        assert!(!settlement.keeps_token(), "nothing is left to ask");

        let declined = Outcome::Declined(Decline::hard("479"));
        let settlement = Settlement::of(&declined);
        assert_eq!((settlement.state, settlement.code), (PaymentState::Declined, "479"));
        assert_eq!(settlement.decline_kind, Some(DeclineKind::Hard));
        assert!(!settlement.given_up && !settlement.keeps_token());

        let given_up = Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED));
        assert!(Settlement::of(&given_up).given_up && Settlement::of(&given_up).keeps_token());

        let unknown = Outcome::Unknown("time-out".to_owned());
        assert!(Settlement::of(&unknown).state.is_unsettled() && Settlement::of(&unknown).keeps_token());
    }

    #[test]
    fn only_a_bank_decline_counts_as_declined() {
        let label = |code: &str| label_of(&Outcome::Declined(Decline::soft(code)));
        assert_eq!(label(Decline::UNREACHABLE), "unreachable");
        assert_eq!(label(Decline::NOT_SENT), "not_sent");
        assert_eq!(label("481"), "declined");
        assert_eq!(label_of(&Outcome::Approved(approval())), "approved");
        assert_eq!(label_of(&Outcome::Unknown("time-out".to_owned())), "unknown");
    }

    #[test]
    fn states_round_trip() {
        use PaymentState::{Approved, Declined, Initiated, Refunded, Unknown, Voided};
        for state in [Initiated, Approved, Declined, Unknown, Voided, Refunded] {
            assert_eq!(state.into_str().parse(), Ok(state));
        }
        assert_eq!("other".parse::<PaymentState>().ok(), None);
    }
}
