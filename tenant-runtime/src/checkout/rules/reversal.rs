//! What may be refunded, and how (docs/RULES.md#refunds). Pure.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use strum::{EnumString, IntoStaticStr};

use crate::gift_cards::Loaded;
use crate::gift_cards::rules::refundable;

/// From this local hour on the processors' day may have closed, and a charge cannot be voided any more.
const CUT_OFF_HOUR: i8 = 22;

/// How a payment is reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::checkout) enum Kind {
    /// The charge as a whole is cancelled before the processor closes its day.
    Void,
    Refund,
}

impl Kind {
    /// Of a stored text.
    pub(in crate::checkout) fn parse(text: &str) -> Self {
        text.parse().unwrap_or(Self::Refund)
    }
}

/// A line of a paid order, as far as its refund needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Returnable {
    pub(in crate::checkout) line_id: i64,
    pub(in crate::checkout) name: String,
    /// Minor units, with taxes.
    pub(in crate::checkout) paid: i64,
    /// Whether an earlier reversal has it, or one under way.
    pub(in crate::checkout) returned: bool,
    /// Codes that were used, or are at a terminal just now.
    pub(in crate::checkout) used: i64,
    /// Whether it is on its way or there.
    pub(in crate::checkout) sent: bool,
    /// What it put on a gift card.
    pub(in crate::checkout) card: Option<Loaded>,
}

/// A line and what is refunded for it, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Planned {
    pub(in crate::checkout) line_id: i64,
    pub(in crate::checkout) amount: i64,
    /// What is taken off its gift card.
    pub(in crate::checkout) off_card: i64,
}

/// A refund or void.
#[derive(Clone, Debug)]
pub(in crate::checkout) struct Reversal {
    pub(in crate::checkout) id: i64,
    pub(in crate::checkout) order_id: i64,
    pub(in crate::checkout) kind: Kind,
    pub(in crate::checkout) state: ReversalState,
    /// Minor units.
    pub(in crate::checkout) amount: i64,
    /// As in the audit.
    pub(in crate::checkout) requested_by: String,
    /// Authorisation code, or the reason of a refusal.
    pub(in crate::checkout) code: String,
    pub(in crate::checkout) created_at: Timestamp,
    pub(in crate::checkout) settled_at: Option<Timestamp>,
}

impl Reversal {
    /// Whether its money has left, as far as anybody knows.
    pub(in crate::checkout) fn is_or_may_be_done(&self) -> bool {
        self.state != ReversalState::Declined
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::checkout) enum ReversalState {
    /// Written down; the processor is being asked.
    Initiated,
    /// Not known: staff ask the processor and record the answer here.
    Unknown,
    Done,
    Declined,
}

impl ReversalState {
    /// Of a stored text. What this build does not know is left to a person.
    pub(in crate::checkout) fn parse(text: &str) -> Self {
        text.parse().unwrap_or(Self::Unknown)
    }

    pub(in crate::checkout) const fn is_unsettled(self) -> bool {
        matches!(self, Self::Initiated | Self::Unknown)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Refusal {
    /// Nothing of the order is paid.
    NotPaid,
    Empty,
    NoSuchLine(i64),
    /// The line of this name was refunded before.
    Returned(String),
    /// The line of this name is requested twice.
    Twice(String),
    /// Codes of the line of this name were used; the merchant may override that.
    Used(String),
    /// The line of this name was sent; the merchant may override that.
    Sent(String),
    /// A terminal holds a part of the gift card of the line of this name.
    Held(String),
    /// A bank took the money already.
    Disputed,
}

/// What is refunded for the lines `wanted`. `overrides`: also for what was used or sent.
pub(in crate::checkout) fn plan(
    lines: &[Returnable],
    wanted: &[i64],
    overrides: bool,
) -> Result<Vec<Planned>, Refusal> {
    let mut planned: Vec<Planned> = Vec::with_capacity(wanted.len());
    // Several lines may have reloaded one card: what one takes off it is not there for the next.
    let mut taken: BTreeMap<i64, i64> = BTreeMap::new();
    for id in wanted {
        let line = lines
            .iter()
            .find(|line| line.line_id == *id)
            .ok_or(Refusal::NoSuchLine(*id))?;
        if line.returned {
            return Err(Refusal::Returned(line.name.clone()));
        }
        if planned.iter().any(|other| other.line_id == *id) {
            return Err(Refusal::Twice(line.name.clone()));
        }
        if line.used > 0 && !overrides {
            return Err(Refusal::Used(line.name.clone()));
        }
        if line.sent && !overrides {
            return Err(Refusal::Sent(line.name.clone()));
        }
        if line.card.is_some_and(|card| card.is_held) {
            return Err(Refusal::Held(line.name.clone()));
        }
        let off_card = line.card.map_or(0, |load| {
            let taken = taken.entry(load.card_id).or_default();
            let now = refundable(load.amount, load.balance - *taken);
            *taken += now;
            now
        });
        planned.push(Planned {
            line_id: *id,
            amount: amount_of(line, off_card),
            off_card,
        });
    }
    if planned.is_empty() {
        return Err(Refusal::Empty);
    }
    Ok(planned)
}

/// The whole price; of a gift card in the measure of what is taken off it.
fn amount_of(line: &Returnable, off_card: i64) -> i64 {
    match line.card {
        Some(load) if off_card < load.amount => {
            let part = i128::from(line.paid) * i128::from(off_card) / i128::from(load.amount);
            i64::try_from(part).unwrap_or(line.paid)
        }
        _ => line.paid,
    }
}

/// Everything that was not refunded yet.
pub(in crate::checkout) fn rest(lines: &[Returnable]) -> Vec<i64> {
    let rest = lines.iter().filter(|line| !line.returned);
    rest.map(|line| line.line_id).collect()
}

/// A charge is voided as a whole and on its own day, before the cut-off; everything else is a refund.
pub(in crate::checkout) fn kind(
    planned: &[Planned],
    total: i64,
    paid_at: Timestamp,
    now: Timestamp,
    zone: &TimeZone,
) -> Kind {
    let whole = planned.iter().map(|line| line.amount).sum::<i64>() == total;
    let (paid_at, now) = (paid_at.to_zoned(zone.clone()), now.to_zoned(zone.clone()));
    if whole && paid_at.date() == now.date() && now.hour() < CUT_OFF_HOUR {
        Kind::Void
    } else {
        Kind::Refund
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line_id: i64) -> Returnable {
        Returnable {
            line_id,
            name: "Glow".to_owned(),
            paid: 1100,
            returned: false,
            used: 0,
            sent: false,
            card: None,
        }
    }

    #[test]
    fn lines_are_given_back_once() {
        let lines = [
            line(1),
            Returnable {
                returned: true,
                ..line(2)
            },
        ];
        let planned = Planned {
            line_id: 1,
            amount: 1100,
            off_card: 0,
        };
        assert_eq!(plan(&lines, &[1], false), Ok(vec![planned]));
        assert_eq!(plan(&lines, &[], false), Err(Refusal::Empty));
        assert_eq!(plan(&lines, &[3], true), Err(Refusal::NoSuchLine(3)));
        assert!(matches!(plan(&lines, &[2], true), Err(Refusal::Returned(_))));
        assert!(matches!(plan(&lines, &[1, 1], true), Err(Refusal::Twice(_))));
        assert_eq!(rest(&lines), [1]);
    }

    #[test]
    fn what_was_used_or_sent_needs_a_word() {
        let used = [Returnable { used: 1, ..line(1) }];
        assert!(matches!(plan(&used, &[1], false), Err(Refusal::Used(_))));
        assert_eq!(plan(&used, &[1], true).unwrap()[0].amount, 1100);
        let sent = [Returnable { sent: true, ..line(1) }];
        assert!(matches!(plan(&sent, &[1], false), Err(Refusal::Sent(_))));
        assert!(plan(&sent, &[1], true).is_ok());
    }

    #[test]
    fn a_gift_card_gives_back_what_is_left_on_it() {
        for (left, amount) in [(1100, 1000), (550, 500), (1, 0), (0, 0)] {
            let card = Returnable {
                paid: 1000,
                card: Some(load(1, 1100, left)),
                ..line(1)
            };
            assert_eq!(plan(&[card], &[1], false).unwrap()[0].amount, amount, "{left}");
        }
    }

    fn load(card_id: i64, amount: i64, balance: i64) -> Loaded {
        Loaded {
            card_id,
            amount,
            balance,
            is_held: false,
        }
    }

    #[test]
    fn held_gift_card_is_not_refunded() {
        let held = Loaded {
            is_held: true,
            ..load(1, 1100, 900)
        };
        let card = Returnable {
            card: Some(held),
            ..line(1)
        };
        assert!(matches!(plan(&[card], &[1], true), Err(Refusal::Held(_))));
    }

    #[test]
    fn what_one_line_takes_off_a_card_is_not_there_for_the_next() {
        let reload = |line_id, card_id, balance| Returnable {
            card: Some(load(card_id, 1000, balance)),
            ..line(line_id)
        };
        let lines = [
            reload(1, 7, 1500),
            reload(2, 8, 1000),
            reload(3, 7, 1500),
            reload(4, 7, 1500),
        ];
        let planned: Vec<_> = plan(&lines, &[1, 2, 3, 4], false)
            .unwrap()
            .iter()
            .map(|line| (line.off_card, line.amount))
            .collect();
        assert_eq!(planned, [(1000, 1100), (1000, 1100), (500, 550), (0, 0)]);
    }

    #[test]
    fn a_charge_is_voided_on_its_day() {
        let zone = TimeZone::get("America/Phoenix").unwrap();
        let at = |text: &str| -> Timestamp { text.parse().unwrap() };
        // Phoenix is seven hours behind.
        let paid = at("2026-11-20T15:00:00Z");
        let planned = [Planned {
            line_id: 1,
            amount: 1100,
            off_card: 0,
        }];
        assert_eq!(
            kind(&planned, 1100, paid, at("2026-11-21T04:59:00Z"), &zone),
            Kind::Void
        );
        assert_eq!(
            kind(&planned, 1100, paid, at("2026-11-21T05:00:00Z"), &zone),
            Kind::Refund
        );
        assert_eq!(
            kind(&planned, 1100, paid, at("2026-11-21T15:00:00Z"), &zone),
            Kind::Refund
        );
        assert_eq!(kind(&planned, 1200, paid, paid, &zone), Kind::Refund);
        for kind in [Kind::Void, Kind::Refund] {
            assert_eq!(Kind::parse(kind.into_str()), kind);
        }
    }
}
