//! Lifecycle of a kiosk payment (docs/RULES.md#airpay). Pure.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::checkout::KioskOrderState;

/// Time after the approval in which a kiosk must confirm the delivery.
pub(in crate::terminal) const CONFIRMED_WITHIN: SignedDuration = SignedDuration::from_secs(60);

/// State of a payment as reported by its terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(in crate::terminal) enum PaymentState {
    /// Nothing yet.
    Open,
    Confirmed,
    /// By the terminal, or because it didn't respond in time.
    Voided,
}

/// State of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::terminal) enum PaymentStanding {
    /// Charged, not yet confirmed.
    Approved,
    /// Not charged, and never will be.
    Declined,
    /// Outcome unknown: the processor is asked. Nothing may be delivered for it.
    Unknown,
    Confirmed,
    /// The charge is reversed.
    Voided,
}

/// A payment as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::terminal) struct Payment {
    pub(in crate::terminal) id: String,
    pub(in crate::terminal) order_id: i64,
    pub(in crate::terminal) state: PaymentState,
    /// `None`: it isn't approved yet.
    pub(in crate::terminal) confirm_by: Option<Timestamp>,
}

/// Reason why a payment can't be confirmed or voided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::terminal) enum PaymentRefusal {
    #[error("its status is unknown")]
    Unsettled,
    #[error("it was declined")]
    Declined,
    #[error("it's already confirmed")]
    Confirmed,
    #[error("it's refunded")]
    Voided,
}

impl Payment {
    pub(in crate::terminal) fn standing(&self, order: KioskOrderState) -> PaymentStanding {
        match (order, self.state) {
            (KioskOrderState::Declined, _) => PaymentStanding::Declined,
            (_, PaymentState::Voided) | (KioskOrderState::GivenBack, _) => PaymentStanding::Voided,
            (KioskOrderState::UnderWay | KioskOrderState::Unknown, _) => PaymentStanding::Unknown,
            (KioskOrderState::Paid, PaymentState::Open) => PaymentStanding::Approved,
            (KioskOrderState::Paid, PaymentState::Confirmed) => PaymentStanding::Confirmed,
        }
    }

    /// Whether an action is needed to confirm it at `now`. None if it is already confirmed.
    ///
    /// # Errors
    /// The reason.
    pub(in crate::terminal) fn confirm(&self, order: KioskOrderState, now: Timestamp) -> Result<bool, PaymentRefusal> {
        match self.standing(order) {
            PaymentStanding::Confirmed => Ok(false),
            PaymentStanding::Approved if self.confirm_by.is_some_and(|by| now < by) => Ok(true),
            PaymentStanding::Approved | PaymentStanding::Voided => Err(PaymentRefusal::Voided),
            PaymentStanding::Declined => Err(PaymentRefusal::Declined),
            PaymentStanding::Unknown => Err(PaymentRefusal::Unsettled),
        }
    }

    /// Whether voiding it requires an action. One still being charged is voided as soon as it is paid.
    ///
    /// # Errors
    /// [`PaymentRefusal::Confirmed`]
    pub(in crate::terminal) fn void(&self) -> Result<bool, PaymentRefusal> {
        match self.state {
            PaymentState::Open => Ok(true),
            PaymentState::Voided => Ok(false),
            PaymentState::Confirmed => Err(PaymentRefusal::Confirmed),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn begin() -> Timestamp {
        "2026-11-20T15:00:00Z".parse().unwrap()
    }

    fn payment() -> Payment {
        Payment {
            id: "p".to_owned(),
            order_id: 1,
            state: PaymentState::Open,
            confirm_by: None,
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Settle { paid: bool },
        Confirm,
        Void,
        Wait(i64),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            any::<bool>().prop_map(|paid| Step::Settle { paid }),
            Just(Step::Confirm),
            Just(Step::Void),
            (0..40_i64).prop_map(Step::Wait),
        ];
        vec(step, 1..20)
    }

    proptest! {
        /// It is confirmed or voided, never both. It is confirmed only if paid, and in time.
        #[test]
        fn payment_ends_once(steps in steps()) {
            let mut payment = payment();
            let (mut order, mut now, mut paid_at) = (KioskOrderState::Unknown, begin(), None);
            for step in steps {
                let before = payment.state;
                match step {
                    Step::Wait(seconds) => now += SignedDuration::from_secs(seconds),
                    Step::Settle { paid } if order == KioskOrderState::Unknown => {
                        order = if paid { KioskOrderState::Paid } else { KioskOrderState::Declined };
                        if paid {
                            paid_at = Some(now);
                            payment.confirm_by = Some(now + CONFIRMED_WITHIN);
                        }
                    }
                    Step::Settle { .. } => {}
                    Step::Confirm => {
                        if payment.confirm(order, now) == Ok(true) {
                            payment.state = PaymentState::Confirmed;
                            prop_assert!(paid_at.is_some_and(|at| now < at + CONFIRMED_WITHIN));
                        }
                    }
                    Step::Void => {
                        if payment.void() == Ok(true) {
                            payment.state = PaymentState::Voided;
                        }
                    }
                }
                if before != PaymentState::Open {
                    prop_assert_eq!(before, payment.state);
                }
            }
        }
    }

    #[test]
    fn response_has_the_payments_state() {
        use KioskOrderState::{Declined, GivenBack, Paid, UnderWay, Unknown};
        for (order, state, standing) in [
            (UnderWay, PaymentState::Open, PaymentStanding::Unknown),
            (Unknown, PaymentState::Voided, PaymentStanding::Voided),
            (Declined, PaymentState::Voided, PaymentStanding::Declined),
            (Paid, PaymentState::Open, PaymentStanding::Approved),
            (Paid, PaymentState::Confirmed, PaymentStanding::Confirmed),
            (GivenBack, PaymentState::Confirmed, PaymentStanding::Voided),
        ] {
            let payment = Payment { state, ..payment() };
            assert_eq!(payment.standing(order), standing);
        }
    }
}
