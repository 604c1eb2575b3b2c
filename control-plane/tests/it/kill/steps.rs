//! At which step of their purchases the kills met the shoppers: a test that never hits a step proves nothing about it.

use std::collections::{BTreeMap, BTreeSet};

use super::books::Order;
use super::clerk::Heard;

/// Step of a purchase at which the server was killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Stored, but unknown to the processor.
    Written,
    /// The processor has decided, and the result isn't stored yet.
    Decided,
    /// Settled, but the customer doesn't know.
    Settled,
}

/// Number of kills at each step, by site.
#[derive(Default)]
pub struct Hits {
    count: BTreeMap<(String, Step), usize>,
    seen: BTreeSet<(String, Step)>,
}

impl Hits {
    /// Looks at the books of a server that was just killed.
    pub fn note(&mut self, orders: &[Order], charges: &[paystub::Charge], heard: &Heard) {
        for order in orders.iter().filter(|order| order.origin == "shop") {
            let step = if order.is_open() {
                let decided = charges.iter().any(|charge| order.is_charged_by(charge));
                if decided { Step::Decided } else { Step::Written }
            } else if heard.knows(&order.id) {
                continue;
            } else {
                Step::Settled
            };
            // Orders that stay open are interrupted again by the next kill.
            if self.seen.insert((order.id.clone(), step)) {
                *self.count.entry((order.site.clone(), step)).or_default() += 1;
            }
        }
    }

    pub fn of_step(&self, step: Step) -> usize {
        self.count
            .iter()
            .filter(|((_, at), _)| *at == step)
            .map(|(_, count)| count)
            .sum()
    }

    pub fn of_site(&self, site: &str) -> usize {
        self.count
            .iter()
            .filter(|((at, _), _)| at == site)
            .map(|(_, count)| count)
            .sum()
    }
}
