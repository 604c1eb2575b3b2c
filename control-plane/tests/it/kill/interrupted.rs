//! Kills that met a refund or a renewal after the processor was asked for it: a test that never meets one proves nothing about it.

use std::fmt;

use paystub::ChargeState;

use super::books::{Order, Reversal};

/// Refunds and renewals that kills interrupted.
#[derive(Default)]
pub struct Interrupted {
    pub refunds: Kills,
    pub renewals: Kills,
}

/// Number of kills by the step that they met.
#[derive(Default)]
pub struct Kills {
    /// The intent was stored, and the processor wasn't asked.
    intended: usize,
    /// The processor has decided, but the books only have the intent.
    decided: usize,
    /// The processor was asked, and the books have the outcome as unknown.
    unknown: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    Intended,
    Decided,
    Unknown,
}

impl Kills {
    fn note(&mut self, met: &[Met]) {
        self.intended += usize::from(met.contains(&Met::Intended));
        self.decided += usize::from(met.contains(&Met::Decided));
        self.unknown += usize::from(met.contains(&Met::Unknown));
    }

    /// Number of kills after the processor was asked. A kill that met several counts by step.
    pub fn asked(&self) -> usize {
        self.decided + self.unknown
    }
}

impl fmt::Display for Kills {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            intended,
            decided,
            unknown,
        } = self;
        write!(
            f,
            "{} asked ({decided} decided, {unknown} unknown) and {intended} intended",
            self.asked()
        )
    }
}

impl Interrupted {
    /// Looks at the books of a server that was just killed.
    pub fn note(&mut self, orders: &[Order], reversals: &[Reversal], charges: &[paystub::Charge]) {
        let renewals = orders
            .iter()
            .filter(|order| order.origin == "renewal" && order.is_open());
        let met: Vec<Met> = renewals
            .map(|order| {
                let is_decided = charges.iter().any(|charge| order.is_charged_by(charge));
                step(order.payment_state == "unknown", is_decided)
            })
            .collect();
        self.renewals.note(&met);
        let met: Vec<Met> = reversals
            .iter()
            .map(|reversal| {
                let charge = charges
                    .iter()
                    .find(|charge| reversal.payment.starts_with(&charge.order_no));
                let is_decided = charge.is_some_and(|charge| {
                    charge.state == ChargeState::Voided || charge.refunded > reversal.refunded_before
                });
                step(reversal.is_unknown, is_decided)
            })
            .collect();
        self.refunds.note(&met);
    }
}

const fn step(is_unknown: bool, is_decided: bool) -> Met {
    match (is_unknown, is_decided) {
        (true, _) => Met::Unknown,
        (false, true) => Met::Decided,
        (false, false) => Met::Intended,
    }
}
